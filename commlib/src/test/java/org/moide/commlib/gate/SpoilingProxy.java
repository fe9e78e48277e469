package org.moide.commlib.gate;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/** A proxy between a caller and a gate that changes one byte of what the gate sends. */
public final class SpoilingProxy implements AutoCloseable {
    private final ServerSocket listening;
    private final int gatePort;
    private final int spoilt;
    private final int mask;
    private final List<Socket> sockets = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();

    public SpoilingProxy(int gatePort, int spoilt, int mask) throws IOException {
        this.listening = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        this.gatePort = gatePort;
        this.spoilt = spoilt;
        this.mask = mask;
        start(this::accept);
    }

    public int port() {
        return listening.getLocalPort();
    }

    private synchronized void start(Runnable work) {
        Thread thread = new Thread(work, "spoiling-proxy");
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
    }

    private void accept() {
        try {
            while (true) {
                Socket caller = listening.accept();
                Socket gate = new Socket(InetAddress.getLoopbackAddress(), gatePort);
                synchronized (this) {
                    sockets.add(caller);
                    sockets.add(gate);
                }
                start(() -> copy(caller, gate, -1));
                start(() -> copy(gate, caller, spoilt));
            }
        } catch (IOException e) {
            // The proxy was closed.
        }
    }

    private void copy(Socket from, Socket to, int at) {
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            int position = 0;
            byte[] bytes = new byte[4096];
            for (int read = in.read(bytes); read >= 0; read = in.read(bytes)) {
                if (at >= position && at < position + read) {
                    bytes[at - position] ^= (byte) mask;
                }
                position += read;
                out.write(bytes, 0, read);
            }
            to.shutdownOutput();
        } catch (IOException e) {
            // One side has closed its connection.
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
        List<Thread> all;
        synchronized (this) {
            for (Socket socket : sockets) {
                socket.close();
            }
            all = List.copyOf(threads);
        }
        for (Thread thread : all) {
            try {
                thread.join(5_000);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
