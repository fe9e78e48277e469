package org.moide.commlib.carrier;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.SocketException;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/** A ring as two streams that block. One thread at a time reads, one writes; either sleeps with {@code bell} held. */
final class RingStreams {
    /** About two microseconds: an answer to a call that does little comes within this. */
    private static final int SPINS = 100;
    /** How often the second sleeper looks while the first one listens to the socket. */
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
        this.writable = () -> ring.free() > 0;
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
        ring.checkOpen();
        int available = ring.available();
        while (available == 0) {
            if (ring.gone()) {
                // What it wrote before it went has been read.
                return -1;
            }
            await(readable, readPolling);
            available = ring.available();
        }
        int count = Math.min(length, available);
        ring.take(target, offset, count);
        ring.wake(true);
        return count;
    }

    private void write(byte[] source, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, source.length);
        int from = offset;
        int end = offset + length;
        while (from < end) {
            int free = ring.free();
            if (free == 0) {
                if (ring.gone()) {
                    throw new SocketException("Broken pipe: the other end of the ring has closed");
                }
                await(writable, writePolling);
                continue;
            }
            ring.checkOpen();
            int count = Math.min(end - from, Math.min(free, RingEnd.CHUNK_BYTES));
            ring.put(source, from, count);
            ring.show();
            ring.wake(true);
            from += count;
        }
    }

    private final class Input extends InputStream {
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
        public int available() throws IOException {
            return ring.available();
        }

        @Override
        public void close() {
            ring.close();
        }
    }

    private final class Output extends OutputStream {
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
        public void close() throws IOException {
            ring.close();
        }
    }
}
