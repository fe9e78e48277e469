package org.moide.commlib.rmi;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A proxy between two processes that records all bytes. */
final class Eavesdropper implements AutoCloseable {
    private final ServerSocket listening;
    private final int target;
    private final ByteArrayOutputStream heard = new ByteArrayOutputStream();
    private final Queue<Socket> sockets = new ConcurrentLinkedQueue<>();

    Eavesdropper(int target) throws IOException {
        this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        this.target = target;
        start(this::accept);
    }

    int port() {
        return listening.getLocalPort();
    }

    byte[] heard() {
        return heard.toByteArray();
    }

    private static void start(Runnable work) {
        Thread thread = new Thread(work, "eavesdropper");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        try {
            while (true) {
                Socket caller = listening.accept();
                Socket called = new Socket(InetAddress.getLoopbackAddress(), target);
                sockets.add(caller);
                sockets.add(called);
                start(() -> carry(caller, called));
                start(() -> carry(called, caller));
            }
        } catch (IOException e) {
            // The proxy was closed.
        }
    }

    private void carry(Socket from, Socket to) {
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            byte[] bytes = new byte[16_384];
            for (int read = in.read(bytes); read >= 0; read = in.read(bytes)) {
                heard.write(bytes, 0, read);
                out.write(bytes, 0, read);
            }
            to.close();
        } catch (IOException e) {
            // One side has closed its connection.
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
