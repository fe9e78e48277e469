package org.moide.commlib.contract;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.moide.commlib.Slice;
import org.moide.commlib.port.DataConnection;

/** In-memory data connections that break after some bytes; bytes under way are then lost. */
public final class BreakingConnections {
    private static final int CAPACITY = DataConnection.LEAST_ROOM;

    private final Random random;
    private final int mostBytes;
    private final boolean gathering;
    private final AtomicInteger broken = new AtomicInteger();

    /**
     * Creates an object that makes pairs of connected ends.
     *
     * @param mostBytes the greatest number of bytes that a connection carries in both directions together
     * @param gathering whether written bytes stay in the writer's buffer until they are published
     */
    public BreakingConnections(long seed, int mostBytes, boolean gathering) {
        this.gathering = gathering;
        this.random = new Random(seed);
        this.mostBytes = mostBytes;
    }

    /** Returns the number of connections that have broken by themselves. */
    public int broken() {
        return broken.get();
    }

    /** Returns the two ends of a new connection, which will break. */
    public DataConnection[] connect() {
        Wire wire = new Wire();
        synchronized (random) {
            wire.left = random.nextInt(mostBytes);
        }
        return new DataConnection[] {wire.new End(0), wire.new End(1)};
    }

    /** The state that the two ends of a connection share; its lock guards it. */
    private final class Wire {
        private final byte[][] bytes = new byte[2][CAPACITY];
        private final long[] written = new long[2];
        private final long[] shown = new long[2];
        private final long[] read = new long[2];
        private final boolean[] rung = new boolean[2];
        private int left;
        private boolean closed;

        private void carry(int count) throws IOException {
            check();
            left -= count;
            if (left < 0) {
                closed = true;
                broken.incrementAndGet();
                notifyAll();
                throw new IOException("broken on purpose");
            }
        }

        private void check() throws IOException {
            if (closed) {
                throw new EOFException("closed");
            }
        }

        private final class End implements DataConnection {
            private final int self;
            private final int other;

            End(int self) {
                this.self = self;
                this.other = 1 - self;
            }

            @Override
            public boolean hasNews() {
                synchronized (Wire.this) {
                    return closed || shown[other] > read[other];
                }
            }

            @Override
            public int readable() throws IOException {
                synchronized (Wire.this) {
                    check();
                    return (int) (shown[other] - read[other]);
                }
            }

            @Override
            public void read(byte[] target, int offset, int count) throws IOException {
                synchronized (Wire.this) {
                    check();
                    for (int i = 0; i < count; i++) {
                        target[offset + i] = bytes[other][(int) (read[other]++ % CAPACITY)];
                    }
                    Wire.this.notifyAll();
                }
            }

            @Override
            public void read(Slice target) throws IOException {
                byte[] found = new byte[(int) target.bytes()];
                read(found, 0, found.length);
                target.fill(ByteBuffer.wrap(found), 0);
            }

            @Override
            public void write(Slice source) throws IOException {
                byte[] put = new byte[(int) source.bytes()];
                source.copyTo(ByteBuffer.wrap(put), 0);
                write(put, 0, put.length);
            }

            @Override
            public int writable() throws IOException {
                synchronized (Wire.this) {
                    check();
                    return CAPACITY - (int) (written[self] - read[self]);
                }
            }

            @Override
            public void write(byte[] source, int offset, int count) throws IOException {
                synchronized (Wire.this) {
                    carry(count);
                    for (int i = 0; i < count; i++) {
                        bytes[self][(int) (written[self]++ % CAPACITY)] = source[offset + i];
                    }
                }
            }

            @Override
            public void publish(boolean urgent) {
                synchronized (Wire.this) {
                    shown[self] = written[self];
                    Wire.this.notifyAll();
                }
            }

            @Override
            public void ring(boolean urgent) {
                synchronized (Wire.this) {
                    rung[other] = true;
                    Wire.this.notifyAll();
                }
            }

            @Override
            public void attention(Attention wanted) {
                // Every change wakes all sleeping threads.
            }

            @Override
            public boolean heedsAttention() {
                return !gathering;
            }

            @Override
            public int unsent() {
                synchronized (Wire.this) {
                    return gathering ? (int) (written[self] - shown[self]) : 0;
                }
            }

            @Override
            public void wake() {
                synchronized (Wire.this) {
                    rung[self] = true;
                    Wire.this.notifyAll();
                }
            }

            @Override
            public void awaitReadable() {
                synchronized (Wire.this) {
                    try {
                        while (!closed && !rung[self] && shown[other] == read[other]) {
                            Wire.this.wait();
                        }
                        rung[self] = false;
                    } catch (InterruptedException stop) {
                        Thread.currentThread().interrupt();
                    }
                }
            }

            @Override
            public void close() {
                synchronized (Wire.this) {
                    closed = true;
                    Wire.this.notifyAll();
                }
            }
        }
    }

    /** Wraps an end of a connection as the acceptor gets it. */
    public static DataConnection.Arriving arriving(DataConnection end) {
        return new DataConnection.Arriving() {
            @Override
            public DataConnection open() {
                return end;
            }

            @Override
            public void close() {
                end.close();
            }
        };
    }
}
