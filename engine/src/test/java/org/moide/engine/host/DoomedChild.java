package org.moide.engine.host;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.CommException;
import org.moide.commlib.registration.NodeReference;
import org.moide.commlib.security.SerialFilters;
import org.moide.engine.loading.ApplicationCodec;
import org.moide.engine.loading.ApplicationFiles;
import org.moide.engine.loading.ApplicationLoader;

/** The main class of the child JVMs in these tests. The engine does what the name of the order's main class says. */
public final class DoomedChild {
    private DoomedChild() {}

    public static void main(String[] arguments) {
        SerialFilters.install();
        EngineProcess.run(DoomedChild::start, (where, fault) -> fault.printStackTrace());
    }

    private static RunningEngine start(LaunchOrder order, EngineControl control) {
        String deed = order.application().mainClass();
        control.applicationComes();
        if (deed.equals("refuse")) {
            throw new IllegalStateException("no port is free in " + order.ports());
        }
        if (deed.equals("never")) {
            System.err.println("thinking");
            waitForEver();
        }
        Thread compute = new Thread(() -> compute(deed, order, control), order.role() + "-compute-0");
        compute.setDaemon(!deed.equals("stay"));
        if (deed.equals("stay")) {
            Runtime.getRuntime().addShutdownHook(new Thread(DoomedChild::waitForEver));
        }
        return new RunningEngine() {
            @Override
            public NodeReference node() {
                compute.start();
                return new NodeReference(order.role() + " of " + order.runId(), List.of("127.0.0.1", "::1"), 7_111);
            }

            @Override
            public ClassLoader classes() {
                return DoomedChild.class.getClassLoader();
            }

            @Override
            public void close() {
                System.out.println("closed");
                if (deed.equals("stay")) {
                    waitForEver();
                }
            }
        };
    }

    private static void read(LaunchOrder order) {
        try {
            String named = String.valueOf(order.application().named().get("numbers.txt"));
            System.out.println("by name " + Files.readString(Path.of("numbers.txt")) + ", by path "
                    + Files.readString(Path.of(named)));
            Files.writeString(Path.of("out.txt"), "made here");
            System.out.println("written beside " + named);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static void compute(String deed, LaunchOrder order, EngineControl control) {
        switch (deed) {
            case "print" -> print(order);
            case "place" ->
                System.out.println("class path " + order.application().classPath());
            case "read" -> read(order);
            case "decode" -> decode();
            case "exhaust" -> exhaust();
            case "exit" -> System.exit(5);
            case "crash" -> crash();
            case "exit slowly" -> {
                Runtime.getRuntime().addShutdownHook(new Thread(DoomedChild::waitForEver));
                System.exit(6);
            }
            case "fail" -> control.fail("lost its coordinator");
            case "finish" -> {
                System.out.print("half a line");
                control.finish(true);
            }
            case "rest" -> {
                System.out.print("half a line of " + order.runId());
                System.out.close();
                control.finish(true);
            }
            case "leave" -> {
                Thread left = new Thread(DoomedChild::waitForEver, "left behind");
                left.setDaemon(true);
                left.start();
                control.finish(true);
            }
            case "start", "start and wait", "start a stubborn one and wait" -> {
                String[] command = deed.contains("stubborn")
                        ? new String[] {"/bin/sh", "-c", "trap '' TERM; exec sleep 600"}
                        : new String[] {"sleep", "600"};
                try {
                    Process started = new ProcessBuilder(command).start();
                    System.out.println(started.pid());
                } catch (IOException none) {
                    throw new UncheckedIOException(none);
                }
                if (deed.equals("start")) {
                    control.finish(true);
                } else {
                    waitForEver();
                }
            }
            case "swallow" -> {
                int first = readByte();
                int second = readByte(); // the end is told once, however often it is read
                if (first == -1 && second == -1) {
                    System.out.println("standard input is empty");
                }
            }
            default -> waitForEver();
        }
    }

    private static void print(LaunchOrder order) {
        System.out.println("run " + order.runId() + " arguments " + String.join(" ", order.arguments()) + " options "
                + new TreeMap<>(order.options()));
        System.out.print("one ");
        System.out.print("line\n");
        System.out.flush();
        System.err.println("an error with ümlauts");
        System.out.println(ControlLine.MARK + "FAILED Zm9yZ2Vk");
        System.out.println("x".repeat(40_000));
        System.out.println("done");
    }

    /** Decodes objects with the JVM's deserialization filters, as every engine does. */
    private static void decode() {
        try (ApplicationLoader loader = new ApplicationLoader(ApplicationFiles.ofOwnClassPath(""))) {
            ApplicationCodec codec = new ApplicationCodec(loader);
            Object nested = new ConcurrentHashMap<>(Map.of("a", 1));
            for (int i = 0; i < 200; i++) {
                nested = new Object[] {nested};
            }
            System.out.println("nested " + (codec.decode(codec.encode(nested)) instanceof Object[]));
            System.out.println("refused " + codec.decode(written(new URL("http://localhost/"))));
        } catch (CommException | IOException refused) {
            System.out.println(refused.getMessage());
        }
    }

    /** Serializes an object without the checks of the codec, which would refuse it. */
    private static byte[] written(Object object) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        }
        return bytes.toByteArray();
    }

    private static int readByte() {
        try {
            return System.in.read();
        } catch (IOException broken) {
            return -2;
        }
    }

    /** Uses up the heap. The list is read at the end, so that the compiler cannot remove the allocations. */
    private static void exhaust() {
        List<byte[]> all = new ArrayList<>();
        for (long i = 0; i < Long.MAX_VALUE; i++) {
            all.add(new byte[1 << 20]);
        }
        System.out.println(all.size());
    }

    /** Crashes the JVM by writing to an invalid address. */
    private static void crash() {
        System.out.println("a last line");
        try {
            Class<?> type = Class.forName("sun.misc.Unsafe");
            Field field = type.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            type.getMethod("putAddress", long.class, long.class).invoke(field.get(null), 8L, 1L);
        } catch (ReflectiveOperationException none) {
            throw new IllegalStateException(none);
        }
    }

    private static void waitForEver() {
        waitFor(new CountDownLatch(1));
    }

    private static void waitFor(CountDownLatch latch) {
        @Nullable InterruptedException interrupted = null;
        while (interrupted == null) {
            try {
                latch.await();
            } catch (InterruptedException stop) {
                interrupted = stop;
            }
        }
    }
}
