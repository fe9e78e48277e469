package org.moide.commlib.carrier;

import java.io.IOException;

/**
 * One direction of one connection: looks for a while whether what is waited for has come. Polling that does not help stops
 * by itself: after each wait that was too long for it, ever more waits block at once, until one of them turns out to have
 * been short. A processor on which others want to run is left to them. Used by one thread at a time.
 */
final class Polling {
    /** A look at whether what is waited for has come. */
    interface Look {
        boolean ready() throws IOException;
    }

    /** About what blocking and waking cost: having polled so long in vain, a wait costs at most twice what it must. */
    private static final long POLL_NANOS = 60_000;
    /** A wait that blocked, waking included, and was not longer than this might have been spared by polling. */
    private static final long SHORT_NANOS = 150_000;
    /**
     * Yielding for longer than this means that somebody computes on this processor. The kernel lets one who computes run
     * for milliseconds before one who yields, but wakes one who sleeps at once.
     */
    private static final long CROWDED_NANOS = 100_000;
    /** Waits that block after a processor was found to be wanted by others; each time that it still is, twice as many … */
    private static final int FIRST_CROWDED_WAITS = 16;
    /** … up to this: polling in vain then costs a percent or two. */
    private static final int MOST_CROWDED_WAITS = 1024;
    /**
     * The most waits that miss in a row, as a power of two: at most 2^6 - 1 waits block between two that poll in vain.
     */
    private static final int MOST_MISSES = 6;

    private final PollPolicy policy;
    private final int spins;
    private int misses;
    private int blockingWaits;
    private boolean crowded;
    private int crowdedWaits = FIRST_CROWDED_WAITS;

    /** @param spins looks before the processor is offered to others between any two */
    Polling(PollPolicy policy, int spins) {
        this.policy = policy;
        this.spins = spins;
    }

    /** True when it has come; false when it is time to block. */
    boolean poll(Look look) throws IOException {
        if (look.ready()) {
            return true;
        }
        if (!policy.mayPoll()) {
            return false;
        }
        if (blockingWaits > 0) {
            blockingWaits--;
            return false;
        }
        crowded = false;
        for (int spin = 0; spin < spins; spin++) {
            Thread.onSpinWait();
            if (look.ready()) {
                helped();
                return true;
            }
        }
        return yieldUntil(look);
    }

    @SuppressWarnings("ThreadPriorityCheck") // correct without the yield, which only lets the awaited thread run sooner
    private boolean yieldUntil(Look look) throws IOException {
        long start = policy.nanoTime();
        long before = start;
        while (before - start < POLL_NANOS) {
            Thread.yield();
            long now = policy.nanoTime();
            if (now - before > CROWDED_NANOS) {
                crowded = true;
                blockingWaits = crowdedWaits;
                crowdedWaits = Math.min(2 * crowdedWaits, MOST_CROWDED_WAITS);
                return look.ready();
            }
            if (look.ready()) {
                helped();
                return true;
            }
            before = now;
        }
        misses = Math.min(misses + 1, MOST_MISSES);
        blockingWaits = (1 << misses) - 1;
        return false;
    }

    private void helped() {
        misses = 0;
        crowdedWaits = Math.max(FIRST_CROWDED_WAITS, crowdedWaits - 1);
    }

    /** Tells how long a wait took that blocked. */
    void blocked(long nanos) {
        if (nanos < SHORT_NANOS && !crowded) {
            blockingWaits = 0;
        }
    }

    long nanoTime() {
        return policy.nanoTime();
    }
}
