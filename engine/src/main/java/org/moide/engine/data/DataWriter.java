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
 * Sends the data objects that tasks write to the coordinator, on a thread of its own, while the tasks go on. The
 * coordinator has them before their loans go home, so an engine's death takes no object with it that counts.
 *
 * <p>Concurrency: {@code onTheirWayBytes} is atomic and counts an object from {@link #write} until it is stored; {@code
 * room} is raised when it falls.
 */
final class DataWriter implements AutoCloseable {
    /** The number of threads: one, since the coordinator takes the pieces of an object in their order. */
    private static final int THREADS = 1;

    /**
     * The pause after which the coordinator is asked again while its disk fails; the coordinator's journal tries as
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

    /** An object on its way. */
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
     * Creates the writer without a thread; it starts with the first object.
     *
     * @param role the beginning of the thread's name
     * @param mostBytes the most bytes of objects that are on their way at once, unless a single one is larger
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

    /** Begins to send an object; waits while too many bytes are on their way. Compute threads. */
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

    /**
     * Tells the coordinator to discard an object whose task threw: nobody will ask for it. Compute threads; does not
     * block.
     */
    void discard(WrittenData written) {
        thread.add(() -> answered(() -> {
            space.discard(seat, written.number());
            return true;
        }));
    }

    /** Ends the thread; does not wait for it. Any thread; a second call has no effect. */
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
