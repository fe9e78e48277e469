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
 * A connection through a non-blocking socket. Writes go to a buffer; {@link #publish} sends as much of it as the
 * socket takes.
 *
 * <p>No thread sleeps while bytes stay unsent: the sleeper sets {@code asleep} and then checks {@code unsent}; the
 * writer sets {@code unsent} and then checks {@code asleep}, in {@link #wake}. At least one of them sees the other's
 * step.
 * <table>
 * <caption>Concurrency</caption>
 * <tr><td>one reading thread</td><td>{@code in}</td></tr>
 * <tr><td>one writing thread</td><td>{@code out}, {@code first}, {@code end}; only it changes {@code
 * unsent}</td></tr>
 * <tr><td>one sleeping thread</td><td>{@code key}; only it changes {@code asleep}</td></tr>
 * </table>
 */
final class SocketConnection implements DataConnection {
    private static final int IN_BYTES = 128 * 1024;
    private static final int OUT_BYTES = 256 * 1024;

    /** The number of buffered bytes below which the socket is read again: the size of the largest element. */
    private static final int LEAST_READ_BYTES = Long.BYTES;

    /**
     * The longest sleep before a thread checks whether the socket was closed, since closing it does not wake the
     * selector.
     */
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
     * Creates a connection over a channel, which belongs to it from now on.
     *
     * @param channel the channel to read and write: {@code wire} itself, or a channel that encrypts on {@code wire}. If
     *     it takes only some of the given bytes, the next write begins with the others
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
            // The connection counts as closed anyway.
        }
    }
}
