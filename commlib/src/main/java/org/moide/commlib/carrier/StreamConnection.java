package org.moide.commlib.carrier;

import java.io.BufferedOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import org.moide.commlib.Slice;
import org.moide.commlib.port.DataConnection;

/** A connection through a socket that has no channel of its own, as TLS: writing may block, and only the thread that sleeps reads. */
final class StreamConnection implements DataConnection {
    private static final int BUFFER_BYTES = 64 * 1024;

    private final Socket wire;
    private final boolean plain;
    private final InputStream in;
    private final OutputStream out;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int start;
    private volatile int end;

    /**
     * Takes over a socket.
     *
     * @param head what was read of it already
     * @param wire what to close: {@code socket} itself, or what TLS goes over
     */
    StreamConnection(byte[] head, Socket socket, Socket wire) throws IOException {
        this.wire = wire;
        this.plain = socket == wire;
        this.in = socket.getInputStream();
        this.out = new BufferedOutputStream(socket.getOutputStream(), BUFFER_BYTES);
        System.arraycopy(head, 0, buffer, 0, head.length);
        this.end = head.length;
    }

    @Override
    public boolean hasNews() {
        try {
            return end > 0 || (plain && in.available() > 0);
        } catch (IOException e) {
            return true; // and reading says what happened
        }
    }

    @Override
    public int readable() throws IOException {
        if (end == 0 && plain && in.available() > 0) {
            fill();
        }
        return end - start;
    }

    private void fill() throws IOException {
        int count = in.read(buffer, 0, BUFFER_BYTES);
        if (count < 0) {
            throw new EOFException("the other end has closed the connection");
        }
        end = count;
    }

    @Override
    public void read(byte[] target, int offset, int count) {
        System.arraycopy(buffer, start, target, offset, count);
        start += count;
        if (start == end) {
            start = 0;
            end = 0;
        }
    }

    @Override
    public void read(Slice target) {
        byte[] bytes = new byte[(int) target.bytes()];
        read(bytes, 0, bytes.length);
        target.fill(ByteBuffer.wrap(bytes), 0);
    }

    @Override
    public int writable() {
        return Integer.MAX_VALUE;
    }

    @Override
    public void write(byte[] source, int offset, int count) throws IOException {
        out.write(source, offset, count);
    }

    @Override
    public void write(Slice source) throws IOException {
        byte[] bytes = new byte[(int) source.bytes()];
        source.copyTo(ByteBuffer.wrap(bytes), 0);
        out.write(bytes);
    }

    @Override
    public void publish(boolean urgent) throws IOException {
        out.flush();
    }

    @Override
    public void ring() {
        // Who waits for room in a socket blocks in it.
    }

    @Override
    public void attention(Attention wanted) {
        // A socket wakes whoever sleeps in it.
    }

    @Override
    public boolean heedsAttention() {
        return false;
    }

    @Override
    public boolean neverBlocks() {
        return false;
    }

    @Override
    public int unsent() {
        return 0;
    }

    @Override
    public void wake() {
        // Whoever sleeps in here reads: nothing but bytes or the end wakes it, and nothing else need.
    }

    @Override
    public void awaitReadable() throws IOException {
        if (end == 0) {
            fill();
        }
    }

    @Override
    public void close() {
        try {
            // Not TLS's own close, which may wait for a peer that is stopped.
            wire.close();
        } catch (IOException e) {
            // It is gone, one way or the other.
        }
    }
}
