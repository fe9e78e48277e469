package org.moide.commlib.sim;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.moide.commlib.Slice;
import org.moide.commlib.port.DataConnection;
import org.moide.commlib.port.Signal;

/**
 * A data connection between two simulated processes, with both of its ends. Published bytes arrive in order, after the
 * network's latency; on a link that is cut they wait until it is mended. A connection breaks at random as the
 * {@link NetworkModel} says, when either process ends, and in half of the cases when an end is closed (TCP does so if
 * this end has unread bytes). Then a part of the bytes under way is lost, but never bytes in the middle. Only the
 * holder of the baton uses it.
 */
final class SimConnection {
    private static final int OUT_BYTES = 256 * 1024;

    /**
     * The bytes that the kernels at both ends hold together for one direction, besides the writer's own buffer; a
     * writer that is faster than its reader must wait then.
     */
    private static final int WINDOW_BYTES = 256 * 1024;

    /**
     * The factor by which one write breaks the connection more rarely than one call does. A stream needs many writes,
     * so its connection would break too often otherwise.
     */
    private static final double RESETS_FEWER = 20;

    /** The probability that closing one end makes the other end learn of a break, and not of an orderly end. */
    private static final double CLOSE_RESETS = 0.5;

    /** The first size of buffers: most connections carry little, and buffers grow. */
    private static final int FIRST_BYTES = 4 * 1024;

    private final SimCluster cluster;
    private final SimNode opener;
    private final SimNode acceptor;
    private final End openersEnd;
    private final End acceptorsEnd;

    SimConnection(SimNode opener, SimNode acceptor) {
        this.cluster = opener.cluster();
        this.opener = opener;
        this.acceptor = acceptor;
        this.openersEnd = new End(opener);
        this.acceptorsEnd = new End(acceptor);
        cluster.connections().add(this);
    }

    DataConnection openersEnd() {
        return openersEnd;
    }

    DataConnection acceptorsEnd() {
        return acceptorsEnd;
    }

    boolean concerns(SimNode process) {
        return process == opener || process == acceptor;
    }

    /**
     * Breaks the connection, as the network or a device in between may do. Each end learns of it after the network's
     * latency.
     */
    void reset() {
        openersEnd.resetLater();
        acceptorsEnd.resetLater();
    }

    /**
     * Ends the connection because a process or its space is gone. The other end learns of it as soon as the network
     * delivers that.
     */
    void lost(SimNode process) {
        end(process).closed = true;
        otherEnd(process).resetLater();
    }

    private End end(SimNode process) {
        return process == opener ? openersEnd : acceptorsEnd;
    }

    private End otherEnd(SimNode process) {
        return process == opener ? acceptorsEnd : openersEnd;
    }

    /**
     * One end of the connection, with the bytes written here and not yet sent, and the bytes that have arrived and are
     * not yet read.
     */
    private final class End implements DataConnection {
        private final SimNode process;
        private final Signal changed;
        private byte[] gathered = new byte[FIRST_BYTES];
        private int gatheredBytes;
        private byte[] come = new byte[FIRST_BYTES];
        private int comeFrom;
        private int comeTo;
        private int underWayBytes; // on their way to this end, or unread here
        private long lastArrivalNanos;
        private boolean over; // nothing arrives any more
        private boolean closed;
        private boolean woken;

        End(SimNode process) {
            this.process = process;
            this.changed = process.signals().create();
        }

        private End other() {
            return otherEnd(process);
        }

        // --- reading

        @Override
        public boolean hasNews() {
            return closed || over || comeTo > comeFrom;
        }

        @Override
        public int readable() throws IOException {
            requireOpen();
            int count = comeTo - comeFrom;
            if (count == 0 && over) {
                throw new EOFException("the connection was reset");
            }
            return count;
        }

        @Override
        public void read(byte[] target, int offset, int count) throws IOException {
            requireOpen();
            System.arraycopy(come, comeFrom, target, offset, count);
            taken(count);
        }

        @Override
        public void read(Slice target) throws IOException {
            requireOpen();
            target.fill(ByteBuffer.wrap(come).order(ByteOrder.LITTLE_ENDIAN), comeFrom);
            taken((int) target.bytes());
        }

        private void taken(int count) {
            comeFrom += count;
            boolean wasFull = underWayBytes >= WINDOW_BYTES;
            underWayBytes -= count;
            if (wasFull) {
                // The kernel tells the writer that there is room.
                cluster.network().notify(process, other().process, "window opens", true, other().changed::raise);
            }
        }

        /** Puts bytes that have arrived at this end where a reader finds them. */
        private void arrive(byte[] bytes) {
            if (closed || over) {
                return;
            }
            if (comeTo + bytes.length > come.length) {
                int waiting = comeTo - comeFrom;
                byte[] room = waiting + bytes.length <= come.length
                        ? come
                        : new byte[Math.max(2 * come.length, waiting + bytes.length)];
                System.arraycopy(come, comeFrom, room, 0, waiting);
                come = room;
                comeFrom = 0;
                comeTo = waiting;
            }
            System.arraycopy(bytes, 0, come, comeTo, bytes.length);
            comeTo += bytes.length;
            changed.raise();
        }

        // --- writing

        @Override
        public int writable() throws IOException {
            requireOpen();
            if (over) {
                throw new IOException("the connection was reset");
            }
            return OUT_BYTES - gatheredBytes;
        }

        @Override
        public void write(byte[] source, int offset, int count) throws IOException {
            requireOpen();
            makeRoom(count);
            System.arraycopy(source, offset, gathered, gatheredBytes, count);
            gatheredBytes += count;
        }

        @Override
        public void write(Slice source) throws IOException {
            requireOpen();
            makeRoom((int) source.bytes());
            source.copyTo(ByteBuffer.wrap(gathered).order(ByteOrder.LITTLE_ENDIAN), gatheredBytes);
            gatheredBytes += (int) source.bytes();
        }

        private void makeRoom(int count) {
            if (gatheredBytes + count > gathered.length) {
                gathered = Arrays.copyOf(gathered, Math.max(2 * gathered.length, gatheredBytes + count));
            }
        }

        @Override
        public void publish(boolean urgent) throws IOException {
            requireOpen();
            if (over) {
                throw new IOException("the connection was reset");
            }
            End target = other();
            int count = Math.min(gatheredBytes, WINDOW_BYTES - target.underWayBytes);
            if (count <= 0) {
                return;
            }
            byte[] bytes = Arrays.copyOf(gathered, count);
            System.arraycopy(gathered, count, gathered, 0, gatheredBytes - count);
            gatheredBytes -= count;
            target.underWayBytes += count;
            tell("writes " + count + " bytes to");
            SimNetwork network = cluster.network();
            if (network.happens(network.model().reset() / RESETS_FEWER)) {
                reset();
                if (network.happens(0.5)) {
                    return; // it also publishes these bytes
                }
            }
            network.stream(
                    process,
                    target.process,
                    count,
                    target.lastArrivalNanos,
                    "data",
                    target::carried,
                    () -> target.arrive(bytes));
        }

        /** Sets when the last piece that was sent to this end arrives; later pieces arrive after it. */
        private void carried(long atNanos) {
            lastArrivalNanos = atNanos;
        }

        @Override
        public int unsent() {
            return gatheredBytes;
        }

        // --- sleeping

        @Override
        public void awaitReadable() throws IOException {
            try {
                changed.await(this::hasReason, Long.MAX_VALUE);
            } catch (InterruptedException interrupt) {
                // As with a selector, it may return early, and an interrupt has no meaning here.
            }
            woken = false;
            requireOpen();
        }

        private boolean hasReason() {
            return woken || hasNews() || (gatheredBytes > 0 && other().underWayBytes < WINDOW_BYTES);
        }

        @Override
        public void wake() {
            woken = true;
            changed.raise();
        }

        private void tell(String what) {
            cluster.queue().tell(() -> process + " " + what + " " + other().process);
        }

        // --- the end

        private void requireOpen() throws IOException {
            process.requireAlive();
            if (closed) {
                throw new IOException("the connection is closed");
            }
        }

        /** Breaks this end after the network's latency. Bytes under way that are not lost arrive before that. */
        private void resetLater() {
            tell("will learn that its connection was reset, to");
            cluster.network().notify(other().process, process, "data connection reset", true, this::end);
        }

        @Override
        public void close() {
            if (!closed) {
                closed = true;
                cluster.connections().remove(SimConnection.this);
                changed.raise();
                tell("closes its connection to");
                End there = other();
                if (cluster.network().happens(CLOSE_RESETS)) {
                    there.resetLater();
                    return;
                }
                cluster.network().stream(
                        process,
                        there.process,
                        0,
                        there.lastArrivalNanos,
                        "data connection closed",
                        there::carried,
                        there::end);
            }
        }

        /** Ends the connection for this end: nothing arrives any more, and writing fails. */
        private void end() {
            over = true;
            changed.raise();
        }
    }
}
