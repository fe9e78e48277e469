package org.moide.commlib.carrier;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ByteChannel;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import org.moide.commlib.Slice;
import org.moide.commlib.port.DataConnection;

/**
 * A connection through a socket whose channel does not block: what is written gathers until it is published, and leaves
 * as far as the socket takes it.
 *
 * <p>Why nobody sleeps over what is unsent: the sleeper says that it sleeps, and then looks whether something is
 * unsent; the writer says that something is unsent, and then looks whether anybody sleeps, in {@link #wake}. At least
 * one sees the other.
 *
 * <table>
 * <caption>Concurrency</caption>
 * <tr><td>one reading thread</td><td>{@code in}</td></tr>
 * <tr><td>one writing thread</td><td>{@code out}, {@code first}, {@code end}; alone changes {@code unsent}</td></tr>
 * <tr><td>one sleeping thread</td><td>{@code key}; alone changes {@code asleep}</td></tr>
 * </table>
 */
final class SocketConnection implements DataConnection {
    private static final int IN_BYTES = 128 * 1024;
    private static final int OUT_BYTES = 256 * 1024;

    /** The least to be read: if less than an element is left of what was read, more is read. */
    private static final int LEAST_READ_BYTES = Long.BYTES;

    /** Closing the socket behind the selector's back does not end its sleep, so it looks once a second. */
    private static final long LONGEST_SLEEP_MILLIS = 1_000;

    private final SocketChannel wire;
    private final ByteChannel channel;
    private final long longestSleepMillis;
    private final Selector selector;
    private final SelectionKey key;
    private final ByteBuffer in =
            ByteBuffer.allocateDirect(IN_BYTES).order(ByteOrder.LITTLE_ENDIAN).limit(0);
    private final ByteBuffer out = ByteBuffer.allocateDirect(OUT_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private int first;
    private int end;
    private volatile int unsent;
    private volatile boolean asleep;

    /**
     * Takes over a channel.
     *
     * @param channel what to read and write: {@code wire} itself, or what seals what goes over it; that is given again what it
     *     did not take, and has left what it took
     */
    SocketConnection(SocketChannel wire, ByteChannel channel) throws IOException {
        this(wire, channel, LONGEST_SLEEP_MILLIS);
    }

    SocketConnection(SocketChannel wire, ByteChannel channel, long longestSleepMillis) throws IOException {
        this.longestSleepMillis = longestSleepMillis;
        this.wire = wire;
        this.channel = channel;
        wire.configureBlocking(false);
        selector = Selector.open();
        try {
            key = wire.register(selector, SelectionKey.OP_READ);
        } catch (IOException | RuntimeException e) {
            selector.close();
            throw e;
        }
    }

    // --- reading --------------------------------------------------------------------------------------------------

    @Override
    public boolean hasNews() {
        return true; // Asking the socket costs as much as reading it.
    }

    @Override
    public int readable() throws IOException {
        if (in.remaining() < LEAST_READ_BYTES) {
            in.compact();
            try {
                if (channel.read(in) < 0) {
                    throw new EOFException("the other end has closed the connection");
                }
            } finally {
                in.flip();
            }
        }
        return in.remaining();
    }

    @Override
    public void read(byte[] target, int offset, int count) {
        in.get(target, offset, count);
    }

    @Override
    public void read(Slice target) {
        target.fill(in, in.position());
        in.position(in.position() + (int) target.bytes());
    }

    // --- writing --------------------------------------------------------------------------------------------------

    @Override
    public int writable() {
        if (first == end) {
            first = 0;
            end = 0;
        } else if (first >= OUT_BYTES / 2) {
            out.limit(end).position(first).compact();
            end -= first;
            first = 0;
        }
        return OUT_BYTES - end;
    }

    @Override
    public void write(byte[] source, int offset, int count) {
        out.clear().put(end, source, offset, count);
        written(count);
    }

    @Override
    public void write(Slice source) {
        source.copyTo(out.clear(), end);
        written((int) source.bytes());
    }

    private void written(int count) {
        end += count;
        unsent = end - first;
    }

    @Override
    public void publish(boolean urgent) throws IOException {
        if (first < end) {
            channel.write(out.limit(end).position(first));
            first = out.position();
            unsent = end - first;
        }
    }

    @Override
    public int unsent() {
        return unsent;
    }

    // --- sleeping -------------------------------------------------------------------------------------------------

    @Override
    public void awaitReadable() throws IOException {
        asleep = true;
        try {
            key.interestOps(unsent > 0 ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ);
            selector.select(longestSleepMillis);
            selector.selectedKeys().clear();
        } catch (ClosedSelectorException | CancelledKeyException closed) {
            throw new IOException("the connection is closed", closed);
        } finally {
            asleep = false;
        }
        if (!wire.isOpen()) {
            throw new IOException("the connection is closed");
        }
    }

    @Override
    public void wake() {
        if (asleep) {
            selector.wakeup();
        }
    }

    @Override
    public void close() {
        try {
            wire.close();
            selector.close();
        } catch (IOException e) {
            // It is gone, one way or the other.
        }
    }
}
