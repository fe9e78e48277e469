package org.moide.command.story;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.port.DataConnection;
import org.moide.commlib.rmi.RmiProcess;
import org.moide.commlib.rmi.RmiSpace;
import org.moide.commlib.rmi.RmiSpaceOptions;
import org.moide.commlib.security.ClusterSecret;

/**
 * The main class of a process that exports remote interfaces and answers every call with null. Its arguments are the
 * address, the node's folder and the interfaces' names. It reads the secret from standard input and prints its port.
 * After the line {@code hold} on standard input it answers no further calls; after {@code held} it prints the number of
 * unanswered calls. It ends when its standard input ends.
 */
public final class AnsweringMain {
    private final CountDownLatch never = new CountDownLatch(1);
    private final AtomicInteger held = new AtomicInteger();
    private volatile boolean holding;

    private AnsweringMain() {}

    public static void main(String[] arguments) throws Exception {
        RmiProcess.prepare();
        new AnsweringMain().serve(arguments);
    }

    private void serve(String[] arguments) throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        ClusterSecret secret = ClusterSecret.fromText(in.readLine());
        RmiSpaceOptions options = RmiSpaceOptions.onLoopback(
                        "answering",
                        secret,
                        (where, fault) -> System.err.println(where + ": " + fault),
                        System::nanoTime,
                        new SecureRandom())
                .withBindAddress(arguments[0])
                .withNodeFolder(Path.of(arguments[1]))
                .withLimits(RemoteCalls.LIMITS);
        try (RmiSpace space = RmiSpace.open(options)) {
            for (int next = 2; next < arguments.length; next++) {
                export(space, Class.forName(arguments[next]));
            }
            space.acceptConnections(arguments[0], AnsweringMain::accept);
            System.out.println(space.self().port());
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                holding |= line.equals("hold");
                System.out.println(held.get());
            }
        }
    }

    private <T> void export(RmiSpace space, Class<T> type) {
        Object answering = Proxy.newProxyInstance(
                AnsweringMain.class.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> answer(method));
        space.export(type, type.getName(), type.cast(answering));
    }

    private @Nullable Object answer(Method method) throws InterruptedException {
        if (holding) {
            held.incrementAndGet();
            never.await();
        }
        Class<?> type = method.getReturnType();
        return type == void.class || !type.isPrimitive() ? null : Array.get(Array.newInstance(type, 1), 0);
    }

    private static void accept(DataConnection.Arriving arriving) {
        Thread opener = new Thread(() -> {
            try {
                arriving.open();
            } catch (IOException gone) {
                arriving.close();
            }
        });
        opener.setDaemon(true);
        opener.start();
    }
}
