package org.moide.commlib.carrier;

import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.moide.commlib.Slice;

/**
 * A ring as two blocking streams. One thread at a time reads, one writes. A thread that listens to the socket holds
 * {@code bell}.
 */
final class RingStreams {
    /**
     * The number of checks before the first yield: about two microseconds, within which the answer to a short call
     * arrives.
     */
    private static final int SPINS = 100;
    /** The pause between two checks of a thread that must wait while another thread listens to the socket. */
    private static final long SECOND_SLEEPER_NANOS = 200_000;

    private final RingEnd ring;
    private final Polling readPolling;
    private final Polling writePolling;
    private final Polling.Look readable;
    private final Polling.Look writable;
    private final ReentrantLock bell = new ReentrantLock();

    private RingStreams(RingEnd ring, PollPolicy policy) {
        this.ring = ring;
        this.readable = () -> ring.available() > 0;
        this.writable = () -> ring.free(RingEnd.CHUNK_BYTES) >= Long.BYTES;
        this.readPolling = new Polling(policy, SPINS);
        this.writePolling = new Polling(policy, SPINS);
    }

    static CarrierStreams of(RingEnd ring, PollPolicy policy) {
        RingStreams both = new RingStreams(ring, policy);
        return new CarrierStreams(both.new Input(), both.new Output(), true);
    }

    private void await(Polling.Look look, Polling polling) throws IOException {
        ring.checkOpen();
        if (polling.poll(look)) {
            return;
        }
        long start = polling.nanoTime();
        sleep(look);
        polling.blocked(polling.nanoTime() - start);
    }

    private void sleep(Polling.Look look) throws IOException {
        if (!bell.tryLock()) {
            LockSupport.parkNanos(this, SECOND_SLEEPER_NANOS);
            return;
        }
        try {
            ring.say(RingEnd.ASLEEP);
            if (!look.ready()) {
                ring.listen();
            }
        } finally {
            ring.say(RingEnd.AWAKE);
            bell.unlock();
        }
    }

    private int read(byte[] target, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, target.length);
        if (length == 0) {
            return 0;
        }
        int available = awaitReadable();
        if (available == 0) {
            return -1;
        }
        int count = Math.min(length, available);
        ring.take(target, offset, count);
        ring.wake(true);
        return count;
    }

    /**
     * Waits for bytes and returns how many there are. Returns 0 if the peer has closed the ring and everything it
     * wrote has been read.
     */
    private int awaitReadable() throws IOException {
        ring.checkOpen();
        int available = ring.available();
        while (available == 0) {
            if (ring.gone()) {
                return 0;
            }
            await(readable, readPolling);
            available = ring.available();
        }
        return available;
    }

    /** Reads elements. They begin at a multiple of 8; the reader skips the same gap that the writer left. */
    private void read(Slice target) throws IOException {
        int each = target.type().bytes();
        int gap = each == 1 ? 0 : ring.gapToRead();
        int done = 0;
        while (done < target.length()) {
            int available = awaitReadable();
            if (available == 0) {
                throw new EOFException("the other end of the ring has closed in the midst of an array");
            }
            if (gap > 0) {
                int some = Math.min(gap, available);
                ring.take(new byte[some], 0, some);
                gap -= some;
                continue;
            }
            // The peer publishes whole elements, unless it is no correct engine.
            int some = Math.min(target.length() - done, Math.min(available, RingEnd.CHUNK_BYTES) / each);
            if (some == 0) {
                ring.close();
                throw new IOException("expected elements of " + each + " bytes, found " + available
                        + ": the other end has damaged the ring; closed the connection");
            }
            ring.take(target.part(done, some));
            ring.wake(true);
            done += some;
        }
    }

    private void write(byte[] source, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, source.length);
        int from = offset;
        int end = offset + length;
        while (from < end) {
            int count = Math.min(end - from, awaitWritable());
            ring.put(source, from, count);
            from += count;
            show(from == end);
        }
    }

    /**
     * Publishes the bytes that were put into the ring, so that the peer can read them, and wakes the peer.
     *
     * @param last whether nothing more is to be written: then a failed wake-up is not an error, since the peer can
     *     still read everything; a thread that waits for the answer learns of the failure
     */
    private void show(boolean last) throws IOException {
        ring.show();
        try {
            ring.wake(true);
        } catch (IOException gone) {
            if (!last) {
                throw gone;
            }
        }
    }

    /** Waits for room and returns how many bytes can be written at once. */
    private int awaitWritable() throws IOException {
        int free = ring.free(RingEnd.CHUNK_BYTES);
        // Bytes would need less room than one element, but then a writer of elements could never continue.
        while (free < Long.BYTES) {
            if (ring.gone()) {
                throw new SocketException("Broken pipe: the other end of the ring has closed");
            }
            await(writable, writePolling);
            free = ring.free(RingEnd.CHUNK_BYTES);
        }
        ring.checkOpen();
        return Math.min(free, RingEnd.CHUNK_BYTES);
    }

    private void write(Slice source) throws IOException {
        int each = source.type().bytes();
        if (each > 1) {
            write(new byte[ring.gapToWrite()], 0, ring.gapToWrite());
        }
        int done = 0;
        while (done < source.length()) {
            int count = Math.min(source.length() - done, awaitWritable() / each);
            ring.put(source.part(done, count));
            done += count;
            show(done == source.length());
        }
    }

    private final class Input extends BulkInput {
        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            try {
                return RingStreams.this.read(target, offset, length);
            } catch (InternalError e) {
                throw ring.cut(e);
            }
        }

        @Override
        public void read(Slice target) throws IOException {
            try {
                RingStreams.this.read(target);
            } catch (InternalError e) {
                throw ring.cut(e);
            }
        }

        @Override
        public int available() throws IOException {
            return ring.available();
        }

        @Override
        public void close() {
            ring.close();
        }
    }

    private final class Output extends BulkOutput {
        @Override
        public void write(int one) throws IOException {
            write(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public void write(byte[] source, int offset, int length) throws IOException {
            try {
                RingStreams.this.write(source, offset, length);
            } catch (InternalError e) {
                throw ring.cut(e);
            }
        }

        @Override
        public void write(Slice source) throws IOException {
            try {
                RingStreams.this.write(source);
            } catch (InternalError e) {
                throw ring.cut(e);
            }
        }

        @Override
        public void close() throws IOException {
            ring.close();
        }
    }
}
