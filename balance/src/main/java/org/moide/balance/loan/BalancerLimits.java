package org.moide.balance.loan;

import java.time.Duration;

/**
 * The times and sizes of one member's balancing.
 *
 * @param repeatNanos after how long it repeats what was not answered; the pauses grow
 * @param longestRepeatNanos up to this
 * @param settleNanos an older loan is returned with what is done so far, so that a death costs no more work than this
 * @param patienceNanos while a loan is settled none of its tasks is begun: if those running take longer than this, and
 *     than some mean tasks, it is not settled now but later
 * @param silenceNanos a borrower that is silent for this long loses its loans; {@link Long#MAX_VALUE} if somebody else
 *     watches
 * @param latenessNanos a member that was not stepped for longer than this was itself asleep, and blames nobody for that
 *     time
 * @param bundleBytes how many bytes of tasks one grant carries, and of result one part of a return, at most, unless a
 *     single task is larger
 * @param bundleTasks how many tasks one grant carries, at most
 * @param resultBytes a loan whose result is larger is returned with what is done so far
 * @param roomBytes how many bytes of results, of those that go in parts, wait at a time at the root, on their way or to be
 *     taken; an engine begins no task while as many wait here to go home. One has room however large it is
 */
public record BalancerLimits(
        long repeatNanos,
        long longestRepeatNanos,
        long settleNanos,
        long patienceNanos,
        long silenceNanos,
        long latenessNanos,
        int bundleBytes,
        int bundleTasks,
        long resultBytes,
        long roomBytes) {
    /** Two results of the largest loan that is not returned early. */
    private static final long ROOM_BYTES = 32 << 20;

    /**
     * Repeats from 100 ms, since the transport resends by itself, up to 2 s, so that a healed network is used within
     * seconds. Settling after 10 s, what a dead engine's silence takes to be noticed. Patience 10 ms: as long as an idle
     * thread waits between two tries. Bundles and parts of 1 MiB, a chunk of the transport, well under its cap per
     * request; of 65,536 tasks: more would not be balanced any better, and take milliseconds to decode. Results of 16 MiB:
     * some dozens at once still fit into any heap. Room as {@link #withRoom} says, where the heap is known.
     */
    public static final BalancerLimits DEFAULT = new BalancerLimits(
            100_000_000L,
            2_000_000_000L,
            10_000_000_000L,
            10_000_000L,
            10_000_000_000L,
            2_000_000_000L,
            1 << 20,
            1 << 16,
            16 << 20,
            ROOM_BYTES);

    public BalancerLimits {
        if (repeatNanos < 1
                || longestRepeatNanos < repeatNanos
                || settleNanos < 1
                || patienceNanos < 1
                || silenceNanos < 1
                || latenessNanos < 1) {
            throw new IllegalArgumentException(
                    "expected positive times and the longest pause no shorter than the first, found repeat "
                            + repeatNanos + " to " + longestRepeatNanos + " ns, settle " + settleNanos
                            + " ns, patience " + patienceNanos + " ns, silence " + silenceNanos + " ns, lateness "
                            + latenessNanos + " ns");
        }
        if (bundleBytes < 1 || bundleTasks < 1 || resultBytes < 1 || roomBytes < 1) {
            throw new IllegalArgumentException("expected at least 1 byte and 1 task, found bundles of " + bundleBytes
                    + " bytes and " + bundleTasks + " tasks, results of " + resultBytes + " bytes, room for "
                    + roomBytes
                    + " bytes");
        }
    }

    /** Makes the limits of a lender that judges its borrowers by these times. */
    public BalancerLimits with(Duration silence, Duration lateness) {
        return with(silence.toNanos(), lateness.toNanos(), roomBytes);
    }

    /** Makes the limits of a lender that does not watch its borrowers' silence: nobody does, or somebody else. */
    public BalancerLimits withoutSilence() {
        return with(Long.MAX_VALUE, latenessNanos, roomBytes);
    }

    /** Returns limits that differ in the room for results only. */
    public BalancerLimits withRoom(long bytes) {
        return with(silenceNanos, latenessNanos, bytes);
    }

    private BalancerLimits with(long silence, long lateness, long room) {
        return new BalancerLimits(
                repeatNanos,
                longestRepeatNanos,
                settleNanos,
                patienceNanos,
                silence,
                lateness,
                bundleBytes,
                bundleTasks,
                resultBytes,
                room);
    }
}
