package org.moide.engine.data;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.moide.balance.data.WrittenObject;
import org.moide.commlib.port.Signal;
import org.moide.commlib.port.Surroundings;
import org.moide.commlib.port.Ticker;
import org.moide.engine.control.Backoff;
import org.moide.engine.control.Timing;

/**
 * Sends the data objects that tasks write to the coordinator, on its own thread, while the tasks continue. The
 * coordinator has an object before it gets the result of the task, so the loss of an engine loses no object of a task
 * that counts.
 *
 * <p>Concurrency: {@code onTheirWayBytes} is atomic and includes an object from {@link #write} until the coordinator
 * has stored it; the signal {@code room} is raised when it decreases.
 */
final class DataWriter implements AutoCloseable {
    /** One thread, because the coordinator takes the pieces of an object in their order. */
    private static final int THREADS = 1;

    /**
     * Pause before an object is offered again while the coordinator's disk fails. The coordinator's journal retries as
     * often.
     */
    private static final long DISK_PAUSE_NANOS = 1_000_000_000;

    private final int seat;
    private final DataSpace space;
    private final long mostBytes;
    private final Runnable whenStored;
    private final Timing timing;
    private final Ticker ticker;
    private final DataThreads thread;
    private final Signal room;
    private final AtomicLong numbers = new AtomicLong();
    private final AtomicLong onTheirWayBytes = new AtomicLong();

    private static final class Sending {
        private final long number;
        private final long id;
        private final byte[] bytes;
        private volatile @Nullable WrittenObject stored;

        Sending(long number, long id, byte[] bytes) {
            this.number = number;
            this.id = id;
            this.bytes = bytes;
        }
    }

    /**
     * Creates the writer. Its thread starts with the first object.
     *
     * @param role the prefix of the thread's name
     * @param mostBytes the limit on the bytes of objects in transit; a single object may be larger
     * @param whenStored called on the thread each time the coordinator has stored an object
     * @param whenBroken called on the thread with the reason, when the coordinator has not answered for too long
     */
    DataWriter(
            String role,
            int seat,
            DataSpace space,
            long mostBytes,
            Runnable whenStored,
            Consumer<String> whenBroken,
            Timing timing,
            Surroundings around) {
        this.seat = seat;
        this.space = space;
        this.mostBytes = mostBytes;
        this.whenStored = whenStored;
        this.timing = timing;
        this.ticker = around.ticker();
        this.room = around.signals().create();
        this.thread = new DataThreads(
                role + "-data-writer",
                THREADS,
                why -> {
                    whenBroken.accept("the coordinator does not take data objects: " + why.getMessage());
                    close();
                },
                around);
    }

    /** Queues an object for sending. Blocks while too many bytes are in transit. Called by compute threads. */
    WrittenData write(long id, byte[] bytes) throws InterruptedException {
        room.await(() -> hasRoom(bytes.length), Long.MAX_VALUE);
        Sending sending = new Sending(numbers.incrementAndGet(), id, bytes);
        onTheirWayBytes.addAndGet(bytes.length);
        thread.add(() -> send(sending));
        return new WrittenData(sending.number, () -> sending.stored);
    }

    private boolean hasRoom(int bytes) {
        long others = onTheirWayBytes.get();
        return thread.isClosed() || others == 0 || others + bytes <= mostBytes;
    }

    /** Tells the coordinator to discard an object whose task threw. Called by compute threads; does not block. */
    void discard(WrittenData written) {
        thread.add(() -> answered(() -> {
            space.discard(seat, written.number());
            return true;
        }));
    }

    /** Ends the thread, without waiting for it. Any thread; a second call has no effect. */
    @Override
    public void close() {
        thread.close();
        room.raise();
    }

    // --- the thread -------------------------------------------------------------------------------------------------

    private void send(Sending sending) throws InterruptedException {
        byte[] bytes = sending.bytes;
        long place;
        int at = 0;
        do {
            byte[] piece = Arrays.copyOfRange(bytes, at, Math.min(bytes.length, at + DataHolder.PIECE_BYTES));
            place = stored(sending, at, piece);
            at += piece.length;
        } while (at < bytes.length && !thread.isClosed());
        if (thread.isClosed()) {
            return;
        }
        sending.stored = new WrittenObject(sending.id, seat, place, bytes.length);
        onTheirWayBytes.addAndGet(-bytes.length);
        room.raise();
        whenStored.run();
    }

    private long stored(Sending sending, int offset, byte[] piece) throws InterruptedException {
        while (true) {
            long place = answered(() -> space.store(seat, sending.number, sending.bytes.length, offset, piece));
            if (place != DataSpace.DISK_FAILS || thread.isClosed()) {
                return place;
            }
            thread.rest(DISK_PAUSE_NANOS);
        }
    }

    private <V> V answered(Supplier<V> call) throws InterruptedException {
        return thread.answered(call, new Backoff(timing, ticker), () -> false);
    }
}
