package org.moide.balance.pool;

import java.util.concurrent.atomic.AtomicLongArray;
import org.moide.commlib.port.Ticker;

/** Which compute threads have no task, since when, and in which round. Each thread writes its own figures; any reads them. */
final class ThreadWaits {
    /** Array elements between those of two threads: two cache lines, since processors fetch lines in pairs. */
    private static final int PADDING = 16;

    private static final long NOT_WAITING = -1;
    private static final long LEFT = Long.MAX_VALUE;

    private final int threads;
    private final Ticker ticker;
    private final long startNanos;
    private final AtomicLongArray waitingInRound;
    private final AtomicLongArray waitingSince; // NOT_WAITING if it does not
    private final AtomicLongArray withoutTask; // for how long

    ThreadWaits(int threads, Ticker ticker) {
        this.threads = threads;
        this.ticker = ticker;
        this.startNanos = ticker.nanoTime();
        this.waitingInRound = new AtomicLongArray((threads + 1) * PADDING);
        this.waitingSince = new AtomicLongArray((threads + 1) * PADDING);
        this.withoutTask = new AtomicLongArray((threads + 1) * PADDING);
        for (int thread = 0; thread < threads; thread++) {
            waitingInRound.set(cell(thread), NOT_WAITING);
            waitingSince.set(cell(thread), NOT_WAITING);
        }
    }

    void begin(int thread, long round) {
        waitingSince.set(cell(thread), sinceStart());
        waitingInRound.set(cell(thread), round);
    }

    void end(int thread) {
        int cell = cell(thread);
        waitingInRound.set(cell, NOT_WAITING);
        long since = waitingSince.get(cell);
        waitingSince.set(cell, NOT_WAITING);
        withoutTask.set(cell, withoutTask.get(cell) + Math.max(0, sinceStart() - since));
    }

    /** It waits from here on, in every round. */
    void leave(int thread) {
        begin(thread, LEFT);
    }

    boolean hasLeft(int thread) {
        return waitingInRound.get(cell(thread)) == LEFT;
    }

    /** It did something else for so long. */
    void hadNoTask(int thread, long nanos) {
        withoutTask.set(cell(thread), withoutTask.get(cell(thread)) + nanos);
    }

    /** How many wait in this round or have left. */
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
            long since = waitingSince.get(cell(thread));
            total += withoutTask.get(cell(thread)) + (since == NOT_WAITING ? 0 : Math.max(0, now - since));
        }
        return total;
    }

    /** From 0 on, whatever the ticker begins with. */
    private long sinceStart() {
        return ticker.nanoTime() - startNanos;
    }

    private static int cell(int thread) {
        return (thread + 1) * PADDING - PADDING / 2;
    }
}
