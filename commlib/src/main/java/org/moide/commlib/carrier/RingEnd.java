package org.moide.commlib.carrier;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.invoke.VarHandle;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One end of a ring: two streams through shared memory, and a socket that wakes whoever sleeps and tells of the other's
 * death. Closing the socket closes the ring.
 *
 * <p>Why no wake-up is lost: who goes to sleep says so and then looks again; who has written or read says so and then looks
 * whether the other sleeps; with a full fence between, at least one sees the other. One byte is sent for each time that
 * the other fell asleep, so the socket never fills.
 *
 * <table>
 * <caption>Concurrency</caption>
 * <tr><td>one reading thread</td><td>{@code consumed}, {@code writtenSeen}</td></tr>
 * <tr><td>one writing thread</td><td>{@code produced}, {@code readSeen}</td></tr>
 * <tr><td>either</td><td>{@code gone}; reads the socket with {@code bell} held</td></tr>
 * <tr><td>any</td><td>closes the socket</td></tr>
 * </table>
 */
final class RingEnd {
    static final int CALLER = 0;
    static final int ACCEPTOR = 1;

    /** So much is copied before the other end may begin to copy it on. */
    private static final int CHUNK_BYTES = 32 * 1024;
    /** About two microseconds: an answer to a call that does little comes within this. */
    private static final int SPINS = 100;
    /** How often the second sleeper looks while the first one listens to the socket. */
    private static final long SECOND_SLEEPER_NANOS = 200_000;

    private final RingMemory memory;
    private final int self;
    private final int other;
    private final Socket socket;
    private final InputStream bellIn;
    private final OutputStream bellOut;
    private final Polling readPolling;
    private final Polling writePolling;
    private final Polling.Look readable = this::readable;
    private final Polling.Look writable = () -> free() > 0;
    private final ReentrantLock bell = new ReentrantLock();
    private final byte[] rung = new byte[64];
    private volatile boolean gone;
    private long consumed;
    private long writtenSeen;
    private long produced;
    private long readSeen;

    RingEnd(RingMemory memory, int self, Socket socket, PollPolicy policy) throws IOException {
        this.memory = memory;
        this.self = self;
        this.other = 1 - self;
        this.socket = socket;
        this.bellIn = socket.getInputStream();
        this.bellOut = socket.getOutputStream();
        this.readPolling = new Polling(policy, SPINS);
        this.writePolling = new Polling(policy, SPINS);
    }

    CarrierStreams streams() {
        return new CarrierStreams(new Input(), new Output(), true);
    }

    /** Bytes to be read; what the other end claims must be possible. */
    private int available() throws IOException {
        if (writtenSeen == consumed) {
            long written = memory.get(RingMemory.written(other));
            if (written - consumed < 0 || written - consumed > RingMemory.CAPACITY) {
                throw damaged("written", written, consumed);
            }
            writtenSeen = written;
        }
        return (int) (writtenSeen - consumed);
    }

    private boolean readable() throws IOException {
        return available() > 0;
    }

    /** Bytes that can be written. */
    private int free() throws IOException {
        if (produced - readSeen > RingMemory.CAPACITY - CHUNK_BYTES) {
            long read = memory.get(RingMemory.read(self));
            if (read - readSeen < 0 || produced - read < 0) {
                throw damaged("read", read, produced);
            }
            readSeen = read;
        }
        return RingMemory.CAPACITY - (int) (produced - readSeen);
    }

    private IOException damaged(String what, long found, long own) {
        close();
        return new IOException("expected a ring with at most " + RingMemory.CAPACITY + " bytes, found " + found
                + " bytes " + what + " at " + own + ": the other end has damaged it; closed the connection");
    }

    private void await(Polling.Look look, Polling polling) throws IOException {
        if (socket.isClosed()) {
            throw new SocketException("Socket closed");
        }
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
            memory.set(RingMemory.asleep(self), 1);
            VarHandle.fullFence();
            if (!look.ready() && bellIn.read(rung) < 0) {
                gone = true;
            }
        } catch (SocketTimeoutException e) {
            throw e;
        } catch (IOException e) {
            if (socket.isClosed()) {
                throw e;
            }
            gone = true;
        } finally {
            memory.set(RingMemory.asleep(self), 0);
            bell.unlock();
        }
    }

    /** To be called after the other end was given bytes, or room for bytes. */
    private void wake() throws IOException {
        VarHandle.fullFence();
        if (memory.get(RingMemory.asleep(other)) != 0 && memory.replace(RingMemory.asleep(other), 1, 0)) {
            bellOut.write(1);
        }
    }

    private int read(byte[] target, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, target.length);
        if (length == 0) {
            return 0;
        }
        if (socket.isClosed()) {
            throw new SocketException("Socket closed");
        }
        int available = available();
        while (available == 0) {
            if (gone) {
                // What it wrote before it went has been read.
                return -1;
            }
            await(readable, readPolling);
            available = available();
        }
        int count = Math.min(length, available);
        memory.read(other, consumed, target, offset, count);
        consumed += count;
        memory.set(RingMemory.read(other), consumed);
        wake();
        return count;
    }

    private void write(byte[] source, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, source.length);
        int from = offset;
        int end = offset + length;
        while (from < end) {
            int free = free();
            if (free == 0) {
                if (gone) {
                    throw new SocketException("Broken pipe: the other end of the ring has closed");
                }
                await(writable, writePolling);
                continue;
            }
            if (socket.isClosed()) {
                throw new SocketException("Socket closed");
            }
            int count = Math.min(end - from, Math.min(free, CHUNK_BYTES));
            memory.write(self, produced, source, from, count);
            produced += count;
            memory.set(RingMemory.written(self), produced);
            wake();
            from += count;
        }
    }

    private void close() {
        try {
            socket.close();
        } catch (IOException e) {
            // It is gone, one way or the other.
        }
    }

    /** The memory cannot be reached any more: the other end has cut its file short. */
    private IOException cut(InternalError fault) {
        close();
        return new IOException("the other end has taken the ring's memory away; closed the connection", fault);
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
                return RingEnd.this.read(target, offset, length);
            } catch (InternalError e) {
                throw cut(e);
            }
        }

        @Override
        public int available() throws IOException {
            return RingEnd.this.available();
        }

        @Override
        public void close() {
            RingEnd.this.close();
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
                RingEnd.this.write(source, offset, length);
            } catch (InternalError e) {
                throw cut(e);
            }
        }

        @Override
        public void close() throws IOException {
            RingEnd.this.close();
        }
    }
}
