package org.moide.commlib.rmi;

import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.carrier.CarrierStreams;
import org.moide.commlib.handshake.AdmittedConnection;
import org.moide.commlib.port.FaultHandler;
import org.moide.commlib.wire.CallBytes;

/**
 * An accepted connection as RMI sees it. It counts what is read since this side last wrote, which is one request: object
 * filters limit what becomes of the bytes, not how many come.
 */
final class MeteredSocket extends Socket {
    private final Socket socket;
    private final Socket wire;
    private final AdmittedConnection line;
    private final Carrying carrying;
    private final long requestBytes;
    private final String caller;
    private final FaultHandler faults;
    private final Consumer<MeteredSocket> whenClosed;
    private final Claims claims;
    private final ThreadLocal<MeteredSocket> serving;
    /** Read and written by the one RMI thread that serves the connection. */
    private long unansweredBytes;

    private @Nullable CarrierStreams streams;
    private @Nullable ArraysBeside beside;

    MeteredSocket(
            AdmittedConnection line,
            Carrying carrying,
            long requestBytes,
            String caller,
            FaultHandler faults,
            Consumer<MeteredSocket> whenClosed,
            Claims claims,
            ThreadLocal<MeteredSocket> serving) {
        this.claims = claims;
        this.serving = serving;
        this.faults = faults;
        this.line = line;
        this.socket = line.socket();
        this.wire = line.wire();
        this.carrying = carrying;
        this.requestBytes = requestBytes;
        this.caller = caller;
        this.whenClosed = whenClosed;
    }

    /** Called by that thread only, and first of all: it may block until the caller has done its part for a ring. */
    private CarrierStreams streams() throws IOException {
        CarrierStreams chosen = streams;
        if (chosen == null) {
            chosen = carrying.accept(line);
            streams = chosen;
            serving.set(this);
        }
        return chosen;
    }

    private ArraysBeside beside() throws IOException {
        ArraysBeside made = beside;
        if (made == null) {
            made = new ArraysBeside(streams(), claims);
            beside = made;
        }
        return made;
    }

    /**
     * Takes the arrays that belong to the call which this connection's thread serves.
     *
     * @param bytes that the caller says
     * @throws IOException if they have not come, and then the connection is closed
     */
    List<Object> takeBeside(long bytes) throws IOException {
        if (bytes < 0 || bytes > requestBytes - unansweredBytes) {
            throw tooLarge();
        }
        unansweredBytes += bytes;
        boolean done = false;
        try {
            List<Object> arrays = beside().receive(bytes);
            done = true;
            return arrays;
        } finally {
            if (!done) {
                close();
            }
        }
    }

    /**
     * Sends the arrays that belong to the answer which follows.
     *
     * @throws IOException if they were not taken, and then the connection is closed
     */
    void giveBeside(CallBytes answer) throws IOException {
        unansweredBytes = 0;
        boolean done = false;
        try {
            beside().offer(answer.besideBytes());
            beside().send(answer.beside());
            done = true;
        } finally {
            if (!done) {
                close();
            }
        }
    }

    private IOException tooLarge() {
        IOException tooLarge = new IOException("expected a request of at most " + requestBytes + " bytes from " + caller
                + ", found more: closed its connection");
        faults.onFault("connection of " + caller, tooLarge);
        close();
        return tooLarge;
    }

    @Override
    public InputStream getInputStream() throws IOException {
        return new FilterInputStream(streams().in()) {
            @Override
            public int read() throws IOException {
                byte[] one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
            }

            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
                int read = in.read(bytes, offset, length);
                if (read > 0) {
                    unansweredBytes += read;
                    if (unansweredBytes > requestBytes) {
                        throw tooLarge();
                    }
                }
                return read;
            }

            @Override
            public long skip(long count) throws IOException {
                byte[] skipped = new byte[(int) Math.min(count, 1024)];
                return Math.max(0, read(skipped, 0, skipped.length));
            }

            @Override
            public boolean markSupported() {
                return false;
            }
        };
    }

    @Override
    public OutputStream getOutputStream() throws IOException {
        return new FilterOutputStream(streams().out()) {
            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                unansweredBytes = 0;
                out.write(bytes, offset, length);
            }

            @Override
            public void write(int one) throws IOException {
                unansweredBytes = 0;
                out.write(one);
            }
        };
    }

    @Override
    @SuppressWarnings(
            "UnsynchronizedOverridesSynchronized") // closes under a thread that reads, and must not wait for it
    public void close() {
        whenClosed.accept(this);
        try {
            // Not TLS's own close, which may wait for a peer that is stopped.
            wire.close();
        } catch (IOException e) {
            // It is gone, one way or the other.
        }
    }

    @Override
    public boolean isClosed() {
        return wire.isClosed();
    }

    @Override
    public boolean isConnected() {
        return true;
    }

    @Override
    public boolean isBound() {
        return true;
    }

    @Override
    public void setTcpNoDelay(boolean on) throws SocketException {
        socket.setTcpNoDelay(on);
    }

    @Override
    public void setSoTimeout(int millis) {
        // RMI would give a silent connection up after two hours. Ours end with their process or host (keep-alive).
    }

    @Override
    public InetAddress getInetAddress() {
        return socket.getInetAddress();
    }

    @Override
    public InetAddress getLocalAddress() {
        return socket.getLocalAddress();
    }

    @Override
    public int getPort() {
        return socket.getPort();
    }

    @Override
    public int getLocalPort() {
        return socket.getLocalPort();
    }

    @Override
    public SocketAddress getRemoteSocketAddress() {
        return socket.getRemoteSocketAddress();
    }

    @Override
    public String toString() {
        return "connection of " + caller;
    }
}
