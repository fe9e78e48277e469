package org.moide.commlib.tunnel;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * One connection through a door, the end of a tunnel: first its request, then bytes in both directions. If one end does
 * not take its bytes, the bytes of one read are kept, and no more are read until they are gone. Only the door's thread
 * uses it.
 */
final class Passage {
    /** The greatest number of reads in each direction before other passages get their turn. */
    private static final int MOST_READS = 16;

    private final SocketChannel near;
    private final Doorman doorman;
    private final Selector selector;
    private final ByteBuffer scratch;
    private final SelectionKey nearKey;
    private final byte[] asked = new byte[TunnelAsk.BYTES];
    private final ByteBuffer asking = ByteBuffer.wrap(asked);
    private @Nullable SocketChannel far;
    private @Nullable SelectionKey farKey;
    private @Nullable Flow in;
    private @Nullable Flow out;
    /** The time by which the far end must be connected; not used after that. */
    private final long deadlineNanos;

    /**
     * Creates the passage of a connection that has arrived at the door, and registers it with the selector.
     *
     * @param near the connection, in non-blocking mode
     * @param scratch a buffer for reads, used within one call only; all passages of a door share it
     * @param deadlineNanos the time of the door's ticker by which the far end must be connected
     * @throws IOException if the connection is closed
     */
    Passage(SocketChannel near, Doorman doorman, Selector selector, ByteBuffer scratch, long deadlineNanos)
            throws IOException {
        this.near = near;
        this.doorman = doorman;
        this.selector = selector;
        this.scratch = scratch;
        this.deadlineNanos = deadlineNanos;
        this.nearKey = near.register(selector, SelectionKey.OP_READ, this);
    }

    /** Returns whether the time to connect to the far end is over and it is not connected. */
    boolean isLate(long nowNanos) {
        return in == null && deadlineNanos - nowNanos <= 0;
    }

    /**
     * Reads and writes after one of the two ends has become ready.
     *
     * @return false if the passage has ended
     * @throws IOException if an end is gone
     */
    boolean ready() throws IOException {
        SocketChannel there = far;
        if (there == null) {
            return hear();
        }
        if (in == null) {
            try {
                if (!there.finishConnect()) {
                    return true;
                }
            } catch (IOException nobody) {
                return refuse(TunnelAnswer.NOTHING_LISTENS);
            }
            begin(there, false);
        }
        return flow(there);
    }

    private boolean hear() throws IOException {
        if (near.read(asking) < 0) {
            return false;
        }
        if (asking.hasRemaining()) {
            return true;
        }
        Doorman.Verdict verdict = doorman.admit(TunnelAsk.decode(asked));
        if (verdict instanceof Doorman.No no) {
            return refuse(no.why());
        }
        if (verdict instanceof Doorman.Gate gate) {
            SocketChannel there = SocketChannel.open();
            far = there;
            there.configureBlocking(false);
            there.setOption(StandardSocketOptions.TCP_NODELAY, true);
            nearKey.interestOps(0);
            farKey = there.register(selector, SelectionKey.OP_CONNECT, this);
            try {
                if (!there.connect(
                        new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), gate.port()))) {
                    return true;
                }
            } catch (IOException nobody) {
                return refuse(TunnelAnswer.NOTHING_LISTENS);
            }
            begin(there, false);
            return flow(there);
        }
        return onward(((Doorman.Onward) verdict).socket());
    }

    /** Connects to the door at the other end of ssh, which answers the request. */
    private boolean onward(Path socket) throws IOException {
        SocketChannel there = SocketChannel.open(StandardProtocolFamily.UNIX);
        far = there;
        try {
            // The listener is ssh on this machine: it accepts at once, or is gone.
            there.connect(UnixPlace.address(socket));
            UnixPlace.requireOwnPeer(there);
            there.configureBlocking(false);
        } catch (IOException gone) {
            return refuse(TunnelAnswer.NO_SSH);
        }
        farKey = there.register(selector, SelectionKey.OP_READ, this);
        begin(there, true);
        return flow(there);
    }

    private void begin(SocketChannel there, boolean asks) throws IOException {
        Flow inwards = new Flow(near, there);
        Flow outwards = new Flow(there, near);
        if (asks) {
            inwards.begin(asked);
        } else {
            outwards.begin(new byte[] {TunnelAnswer.OPEN.code()});
        }
        in = inwards;
        out = outwards;
    }

    /** Sends the reason of a refusal. The reason is one byte, so the socket always takes it. */
    private boolean refuse(TunnelAnswer why) throws IOException {
        near.write(ByteBuffer.wrap(new byte[] {why.code()}));
        return false;
    }

    private boolean flow(SocketChannel there) throws IOException {
        Flow inwards = in;
        Flow outwards = out;
        SelectionKey key = farKey;
        if (inwards == null || outwards == null || key == null) {
            throw new IllegalStateException("expected a passage that is open");
        }
        inwards.pump();
        outwards.pump();
        nearKey.interestOps(inwards.reads() | outwards.writes());
        key.interestOps(outwards.reads() | inwards.writes());
        return there.isOpen() && !(inwards.isOver() && outwards.isOver());
    }

    void close() {
        TunnelDoor.closeQuietly(near);
        SocketChannel there = far;
        if (there != null) {
            TunnelDoor.closeQuietly(there);
        }
    }

    /** The bytes that are under way in one direction. */
    private final class Flow {
        private final SocketChannel from;
        private final SocketChannel to;
        private @Nullable ByteBuffer kept;
        private boolean ended;
        private boolean over;

        private Flow(SocketChannel from, SocketChannel to) {
            this.from = from;
            this.to = to;
        }

        /** Puts these bytes before the bytes that this direction carries. */
        private void begin(byte[] bytes) {
            kept = ByteBuffer.wrap(bytes);
        }

        private void pump() throws IOException {
            for (int read = 0; read < MOST_READS && !over; read++) {
                ByteBuffer rest = kept;
                if (rest != null) {
                    to.write(rest);
                    if (rest.hasRemaining()) {
                        return;
                    }
                    kept = null;
                }
                if (ended) {
                    to.shutdownOutput();
                    over = true;
                    return;
                }
                scratch.clear();
                int count = from.read(scratch);
                if (count == 0) {
                    return;
                }
                ended = count < 0;
                scratch.flip();
                if (count > 0) {
                    to.write(scratch);
                    if (scratch.hasRemaining()) {
                        kept = ByteBuffer.allocate(scratch.remaining())
                                .put(scratch)
                                .flip();
                    }
                }
            }
        }

        private int reads() {
            return kept == null && !ended ? SelectionKey.OP_READ : 0;
        }

        private int writes() {
            return kept != null || (ended && !over) ? SelectionKey.OP_WRITE : 0;
        }

        private boolean isOver() {
            return over;
        }
    }
}
