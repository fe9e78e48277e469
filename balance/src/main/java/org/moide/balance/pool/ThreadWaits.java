package org.moide.balance.pool;

import java.util.concurrent.atomic.AtomicLongArray;
import org.moide.commlib.port.Ticker;

/**
 * The times for which compute threads have no task: which threads wait, since when, and in which round. Each thread
 * writes its own entries; any thread reads them.
 */
final class ThreadWaits {
    /** The distance between array elements of two threads: two cache lines, since processors fetch lines in pairs. */
    private static final int PADDING = 16;

    private static final long NOT_WAITING = -1;
    private static final long LEFT = Long.MAX_VALUE;

    private final int threads;
    private final Ticker ticker;
    private final long startNanos;
    private final AtomicLongArray waitingInRound;
    private final AtomicLongArray waitingSince; // NOT_WAITING if the thread does not wait
    private final AtomicLongArray asideSince; // NOT_WAITING if the thread is not aside
    private final AtomicLongArray withoutTask; // nanoseconds of finished pauses

    ThreadWaits(int threads, Ticker ticker) {
        this.threads = threads;
        this.ticker = ticker;
        this.startNanos = ticker.nanoTime();
        this.waitingInRound = new AtomicLongArray((threads + 1) * PADDING);
        this.waitingSince = new AtomicLongArray((threads + 1) * PADDING);
        this.asideSince = new AtomicLongArray((threads + 1) * PADDING);
        this.withoutTask = new AtomicLongArray((threads + 1) * PADDING);
        for (int thread = 0; thread < threads; thread++) {
            waitingInRound.set(cell(thread), NOT_WAITING);
            waitingSince.set(cell(thread), NOT_WAITING);
            asideSince.set(cell(thread), NOT_WAITING);
        }
    }

    void begin(int thread, long round) {
        waitingSince.set(cell(thread), sinceStart());
        waitingInRound.set(cell(thread), round);
    }

    void end(int thread) {
        waitingInRound.set(cell(thread), NOT_WAITING);
        endOf(waitingSince, thread);
    }

    /**
     * Ends a thread's pause. It adds the pause to the finished ones before it clears its start time, so a concurrent
     * reader may count it twice for a moment. In the other order, a reader might miss the pause, and a {@link
     * org.moide.balance.loan.TaskClock} would take it for a long task.
     */
    private void endOf(AtomicLongArray since, int thread) {
        int cell = cell(thread);
        withoutTask.set(cell, withoutTask.get(cell) + Math.max(0, sinceStart() - since.get(cell)));
        since.set(cell, NOT_WAITING);
    }

    /** Records that a thread has left: it counts as waiting in every round. */
    void leave(int thread) {
        if (asideSince.get(cell(thread)) != NOT_WAITING) {
            endOf(asideSince, thread);
        }
        begin(thread, LEFT);
    }

    boolean hasLeft(int thread) {
        return waitingInRound.get(cell(thread)) == LEFT;
    }

    /** Records that a thread begins or ends work other than executing tasks. */
    void aside(int thread, boolean begins) {
        if (begins) {
            asideSince.set(cell(thread), sinceStart());
        } else {
            endOf(asideSince, thread);
        }
    }

    /** Returns the number of threads that wait in this round or have left. */
    int waiting(long round) {
        int count = 0;
        for (int thread = 0; thread < threads; thread++) {
            long waits = waitingInRound.get(cell(thread));
            if (waits == round || waits == LEFT) {
                count++;
            }
        }
        return count;
    }

    int left() {
        int count = 0;
        for (int thread = 0; thread < threads; thread++) {
            count += hasLeft(thread) ? 1 : 0;
        }
        return count;
    }

    long withoutTaskNanos() {
        long total = 0;
        long now = sinceStart();
        for (int thread = 0; thread < threads; thread++) {
            // In this order: see endOf.
            total += goesOn(waitingSince.get(cell(thread)), now) + goesOn(asideSince.get(cell(thread)), now);
            total += withoutTask.get(cell(thread));
        }
        return total;
    }

    private static long goesOn(long since, long now) {
        return since == NOT_WAITING ? 0 : Math.max(0, now - since);
    }

    /** Returns the nanoseconds since construction. They are never negative, whatever the ticker's first value was. */
    private long sinceStart() {
        return ticker.nanoTime() - startNanos;
    }

    private static int cell(int thread) {
        return (thread + 1) * PADDING - PADDING / 2;
    }
}
