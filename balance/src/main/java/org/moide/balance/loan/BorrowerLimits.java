package org.moide.balance.loan;

/**
 * A borrower's times.
 *
 * @param aheadNanos it asks for tasks when what is queued lasts for less than this
 * @param repeatNanos after how long it repeats what was not answered; the pauses grow
 * @param longestRepeatNanos up to this
 * @param settleNanos a loan that is older is returned with what is done so far, so that a death costs no more than this
 * @param patienceNanos while a loan is settled none of its tasks is begun: if those running take longer than this, and
 *     than some mean tasks, it is not settled now but later
 */
public record BorrowerLimits(
        long aheadNanos, long repeatNanos, long longestRepeatNanos, long settleNanos, long patienceNanos) {
    /**
     * Ahead 3 ms: some round trips of a slow network, and little to give back at the end. Repeats from 100 ms, since the
     * transport resends by itself, up to 2 s, so that a healed network is used within seconds. Settling after 10 s, what
     * a dead engine's silence takes to be noticed. Patience 10 ms: as long as an idle thread waits between two tries.
     */
    public static final BorrowerLimits DEFAULT =
            new BorrowerLimits(3_000_000L, 100_000_000L, 2_000_000_000L, 10_000_000_000L, 10_000_000L);

    public BorrowerLimits {
        if (aheadNanos < 0
                || repeatNanos < 1
                || longestRepeatNanos < repeatNanos
                || settleNanos < 1
                || patienceNanos < 1) {
            throw new IllegalArgumentException(
                    "expected positive times and the longest pause no shorter than the first,"
                            + " found ahead " + aheadNanos + " ns, repeat " + repeatNanos + " to " + longestRepeatNanos
                            + " ns, settle " + settleNanos + " ns, patience " + patienceNanos + " ns");
        }
    }
}
