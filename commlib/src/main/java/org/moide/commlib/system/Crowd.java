package org.moide.commlib.system;

/**
 * Whether others compute on this processor, as far as threads that wait can tell. The kernel lets one who computes run for milliseconds
 * before it comes back to one who has yielded to it, and what was waited for has come long before. So nobody yields for some waits after
 * a yield that took long: who waits spins, as long as the answer comes meanwhile, and else sleeps, from which the kernel wakes it sooner.
 *
 * <p>For threads that have a processor each. Any thread, without a lock: a race loses only a step.
 */
final class Crowd {
    /** A yield that took longer was no matter of two threads that wait for each other. */
    private static final long CROWDED_NANOS = 100_000;

    /** So many waits do without yielding; each time that a yield still takes long, twice as many ... */
    private static final int FIRST_WAITS = 16;

    /** ... up to this: yielding in vain then costs a percent or two. */
    private static final int MOST_WAITS = 1024;

    /** Spinning in vain is cut to a 16th at most: who is waited for may have to run here. */
    private static final int MOST_SHORTENED = 4;

    private int waits;
    private int nextWaits = FIRST_WAITS;
    private int shortened;

    /** Whether this wait is not to yield. */
    boolean isHere() {
        return waits > 0;
    }

    /** How long such a wait spins. */
    long spinNanos(long mostNanos) {
        return mostNanos >> shortened;
    }

    /** Such a wait is over. */
    void spun(boolean inTime) {
        waits--;
        shortened = inTime ? 0 : Math.min(shortened + 1, MOST_SHORTENED);
    }

    /** A yield took so long; returns whether that was too long. */
    boolean yielded(long nanos) {
        if (nanos <= CROWDED_NANOS) {
            return false;
        }
        waits = nextWaits;
        nextWaits = Math.min(2 * nextWaits, MOST_WAITS);
        return true;
    }

    /** What was waited for has come while a thread yielded, and no yield took long. */
    void helped() {
        nextWaits = Math.max(FIRST_WAITS, nextWaits - 1);
    }
}
