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
 * An accepted connection as RMI uses it. It counts the bytes read since this side last wrote, which make up one
 * request. Object filters cannot limit the number of bytes.
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
    /** The bytes read since the last write. Used only by the RMI thread that serves the connection. */
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

    /**
     * Returns the streams, making the carrier at the first call. Only the serving thread calls it, before it does
     * anything else; it may block until the caller has done its part in making a ring.
     */
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
     * Reads the arrays that the caller sends past RMI's object stream, for the call that this connection's thread
     * serves.
     *
     * @param bytes the number of bytes that the caller announced
     * @throws IOException if they do not arrive; the connection is then closed
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
     * Sends the arrays of the following answer past RMI's object stream.
     *
     * @throws IOException if the peer does not take them; the connection is then closed
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
    @SuppressWarnings("UnsynchronizedOverridesSynchronized") // it must not wait for a thread that reads
    public void close() {
        whenClosed.accept(this);
        try {
            // Not TLS's own close, which may wait for a stopped peer.
            wire.close();
        } catch (IOException e) {
            // The socket counts as closed anyway.
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
        // RMI would close an idle connection after two hours. Here a connection ends with its process or host
        // (keep-alive).
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
