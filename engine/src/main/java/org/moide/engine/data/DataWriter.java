package org.moide.engine.data;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.moide.balance.data.WrittenObject;
import org.moide.commlib.RemoteCallException;
import org.moide.commlib.port.Signal;
import org.moide.commlib.port.Ticker;
import org.moide.engine.timing.Backoff;
import org.moide.engine.timing.Timing;

/**
 * Sends the data objects that tasks write to the coordinator, on a thread of its own, while the tasks go on. The coordinator has them
 * before their loans go home, so an engine's death takes nothing with it that counts.
 *
 * <p>Concurrency: {@code jobs}, {@code onTheirWayBytes}, {@code started} and {@code closed} are guarded by {@code jobs}; signals
 * are raised without it.
 */
final class DataWriter implements AutoCloseable {
    /** While the coordinator's disk fails, it is asked again after so long, as the coordinator's journal tries. */
    private static final long DISK_PAUSE_NANOS = 1_000_000_000;

    private final String role;
    private final int seat;
    private final DataSpace space;
    private final long mostBytes;
    private final Runnable whenStored;
    private final Consumer<String> whenBroken;
    private final Timing timing;
    private final Ticker ticker;
    private final Signal changed;
    private final Signal room;
    private final ThreadFactory threads;
    private final AtomicLong numbers = new AtomicLong();
    private final Deque<Sending> jobs = new ArrayDeque<>();
    private long onTheirWayBytes;
    private boolean started;
    private boolean closed;

    /** An object on its way, or, without bytes, one that is not wanted after all. */
    private static final class Sending {
        private final long number;
        private final long id;
        private final byte @Nullable [] bytes;
        private volatile @Nullable WrittenObject stored;

        Sending(long number, long id, byte @Nullable [] bytes) {
            this.number = number;
            this.id = id;
            this.bytes = bytes;
        }
    }

    /**
     * Without a thread; it starts with the first object.
     *
     * @param role what its thread's name begins with
     * @param mostBytes of objects that are on their way at once, unless a single one is larger
     * @param whenStored called on the thread when the coordinator has one more object
     * @param whenBroken told why, on the thread, when the coordinator does not answer for too long
     */
    DataWriter(
            String role,
            int seat,
            DataSpace space,
            long mostBytes,
            Runnable whenStored,
            Consumer<String> whenBroken,
            Timing timing,
            Ticker ticker,
            Signal.Factory signals,
            ThreadFactory threads) {
        this.role = role;
        this.seat = seat;
        this.space = space;
        this.mostBytes = mostBytes;
        this.whenStored = whenStored;
        this.whenBroken = whenBroken;
        this.timing = timing;
        this.ticker = ticker;
        this.changed = signals.create();
        this.room = signals.create();
        this.threads = threads;
    }

    /** Begins to send an object; waits while too many bytes are on their way. Compute threads. */
    WrittenData write(long id, byte[] bytes) throws InterruptedException {
        room.await(() -> hasRoom(bytes.length), Long.MAX_VALUE);
        Sending sending = new Sending(numbers.incrementAndGet(), id, bytes);
        add(sending);
        return new WrittenData(sending.number, () -> sending.stored);
    }

    private boolean hasRoom(int bytes) {
        synchronized (jobs) {
            return closed || onTheirWayBytes == 0 || onTheirWayBytes + bytes <= mostBytes;
        }
    }

    /** The task that wrote this object threw: nobody will ask for it. Compute threads; does not block. */
    void discard(WrittenData written) {
        add(new Sending(written.number(), 0, null));
    }

    private void add(Sending sending) {
        boolean first;
        synchronized (jobs) {
            if (closed) {
                return;
            }
            jobs.add(sending);
            byte[] bytes = sending.bytes;
            onTheirWayBytes += bytes == null ? 0 : bytes.length;
            first = !started;
            started = true;
        }
        if (first) {
            Thread thread = threads.newThread(this::work);
            thread.setName(role + "-data-writer");
            thread.start();
        }
        changed.raise();
    }

    /** Ends the thread; does not wait for it. Any thread; again without effect. */
    @Override
    public void close() {
        synchronized (jobs) {
            closed = true;
            jobs.clear();
        }
        changed.raise();
        room.raise();
    }

    // --- the thread -------------------------------------------------------------------------------------------------

    private void work() {
        while (!isClosed()) {
            try {
                changed.await(this::hasWork, Long.MAX_VALUE);
                Sending next = next();
                if (next != null) {
                    send(next);
                }
            } catch (InterruptedException stray) {
                // Closing is seen in any case; an application that shares the process may interrupt any thread.
            } catch (RemoteCallException unreachable) {
                if (!isClosed()) {
                    whenBroken.accept("the coordinator does not take data objects: " + unreachable.getMessage());
                    close();
                }
            }
        }
    }

    private boolean isClosed() {
        synchronized (jobs) {
            return closed;
        }
    }

    private boolean hasWork() {
        synchronized (jobs) {
            return closed || !jobs.isEmpty();
        }
    }

    /** The next stays in the queue until it is sent: whatever interrupts the thread, it is sent whole. */
    private @Nullable Sending next() {
        synchronized (jobs) {
            return jobs.peek();
        }
    }

    private void send(Sending sending) throws InterruptedException {
        byte[] bytes = sending.bytes;
        long place = DataSpace.NOT_WHOLE;
        if (bytes == null) {
            answered(() -> {
                space.discard(seat, sending.number);
                return true;
            });
        } else {
            int at = 0;
            do {
                int offset = at;
                byte[] piece = Arrays.copyOfRange(bytes, at, Math.min(bytes.length, at + DataHolder.PIECE_BYTES));
                do {
                    place = answered(() -> space.store(seat, sending.number, bytes.length, offset, piece));
                } while (place == DataSpace.DISK_FAILS && !changed.await(this::isClosed, DISK_PAUSE_NANOS));
                at += piece.length;
            } while (at < bytes.length && !isClosed());
        }
        if (isClosed()) {
            return;
        }
        if (bytes != null) {
            sending.stored = new WrittenObject(sending.id, seat, place, bytes.length);
        }
        synchronized (jobs) {
            jobs.poll();
            onTheirWayBytes -= bytes == null ? 0 : bytes.length;
        }
        room.raise();
        if (bytes != null) {
            whenStored.run();
        }
    }

    private <V> V answered(Supplier<V> call) throws InterruptedException {
        return new Backoff(timing, ticker).untilAnswered(call, changed, this::isClosed);
    }
}
