package org.moide.commlib.carrier;

import java.io.IOException;

/**
 * The polling of one direction of a connection before a thread blocks. It adapts: each time that polling did not help,
 * more of the following waits block at once, until one of those waits turns out to be short. It stops early if another
 * thread wants the processor. One thread at a time may use it.
 */
final class Polling {
    /** A check whether the awaited event has happened. */
    interface Look {
        boolean ready() throws IOException;
    }

    /**
     * How long to poll before blocking: about as long as it takes to block and to be woken. So a wait that polls this
     * long in vain costs at most twice as much as one that blocks at once.
     */
    private static final long POLL_NANOS = 60_000;
    /** The longest blocked wait, waking included, that polling might have replaced. */
    private static final long SHORT_NANOS = 150_000;
    /**
     * A yield that takes longer than this means that another thread computes on this processor. The kernel lets a
     * computing thread run for milliseconds before a yielding one, but wakes a sleeping thread at once.
     */
    private static final long CROWDED_NANOS = 100_000;
    /**
     * The number of waits that block at once after another thread wanted the processor. The number doubles each time
     * that a later poll finds the same.
     */
    private static final int FIRST_CROWDED_WAITS = 16;
    /**
     * The upper bound of the number of waits that block at once because another thread wanted the processor. At this
     * bound, polling in vain costs a percent or two.
     */
    private static final int MOST_CROWDED_WAITS = 1024;
    /**
     * The greatest number of consecutive polls in vain that is counted. After n of them, 2^n - 1 waits block at once
     * before the next poll.
     */
    private static final int MOST_MISSES = 6;

    private final PollPolicy policy;
    private final int spins;
    private int misses;
    private int blockingWaits;
    private boolean crowded;
    private int crowdedWaits = FIRST_CROWDED_WAITS;

    /**
     * Creates the polling of one direction of a connection.
     *
     * @param spins the number of checks before the first yield
     */
    Polling(PollPolicy policy, int spins) {
        this.policy = policy;
        this.spins = spins;
    }

    /** Polls until the event has happened. Returns false when it is time to block. */
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

    /**
     * Takes the length of a wait that blocked. After a short one the next wait polls again, unless another thread
     * wanted the processor.
     */
    void blocked(long nanos) {
        if (nanos < SHORT_NANOS && !crowded) {
            blockingWaits = 0;
        }
    }

    long nanoTime() {
        return policy.nanoTime();
    }
}
