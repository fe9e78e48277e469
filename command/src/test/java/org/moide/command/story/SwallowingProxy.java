package org.moide.command.story;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * A TCP proxy on loopback whose connections fail without being closed: after a random number of bytes, one direction of
 * a connection carries no more data. Either the proxy discards the bytes, or it stops reading, so that buffers fill up.
 */
final class SwallowingProxy implements AutoCloseable {
    private static final int BUFFER_BYTES = 4_096;

    private final ServerSocket listening = new ServerSocket(0, 1_024, InetAddress.getLoopbackAddress());
    private final Queue<Socket> sockets = new ConcurrentLinkedQueue<>();
    private final SplittableRandom random;
    private final int target;
    private final int mostBytes;

    /**
     * Starts the proxy.
     *
     * @param target a port on loopback
     * @param mostBytes the limit on the bytes that the failing direction carries before it fails
     */
    SwallowingProxy(int target, int mostBytes, long seed) throws IOException {
        this.target = target;
        this.mostBytes = mostBytes;
        this.random = new SplittableRandom(seed);
        begin("swallowing-proxy", this::accept);
    }

    int port() {
        return listening.getLocalPort();
    }

    private static void begin(String name, Work work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (IOException closed) {
                        // a peer or this proxy has closed the connection
                    }
                },
                name);
        thread.setDaemon(true);
        thread.start();
    }

    private interface Work {
        void run() throws IOException;
    }

    private void accept() throws IOException {
        while (true) {
            Socket caller = listening.accept();
            sockets.add(caller);
            Socket called = new Socket(InetAddress.getLoopbackAddress(), target);
            sockets.add(called);
            boolean answers = random.nextBoolean();
            boolean clogged = random.nextBoolean();
            long bytes = random.nextInt(mostBytes);
            begin("proxy-calls", () -> pump(caller, called, answers ? Long.MAX_VALUE : bytes, clogged));
            begin("proxy-answers", () -> pump(called, caller, answers ? bytes : Long.MAX_VALUE, clogged));
        }
    }

    private static void pump(Socket from, Socket to, long most, boolean clogged) throws IOException {
        byte[] buffer = new byte[BUFFER_BYTES];
        long left = most;
        for (int read = from.getInputStream().read(buffer);
                read >= 0;
                read = from.getInputStream().read(buffer)) {
            to.getOutputStream().write(buffer, 0, (int) Math.min(left, read));
            left -= Math.min(left, read);
            if (left == 0 && clogged) {
                return;
            }
        }
        if (left > 0) {
            to.close();
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
