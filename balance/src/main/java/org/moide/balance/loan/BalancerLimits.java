package org.moide.balance.loan;

import java.time.Duration;

/**
 * The timeouts and sizes by which one member lends and borrows tasks.
 *
 * @param repeatNanos pause before the first repeat of an unanswered message; later pauses grow
 * @param longestRepeatNanos the longest pause between repeats
 * @param settleNanos age at which a loan is settled: returned with the results so far, so that a death loses no more
 *     work than this
 * @param patienceNanos how long a member that settles a loan waits for the loan's running tasks, while it begins no
 *     others of that loan. If they take longer than this and than a few mean tasks, the member settles the loan later
 * @param silenceNanos silence after which a borrower loses its loans; {@link Long#MAX_VALUE} if another component
 *     watches borrowers
 * @param latenessNanos a member whose balancer was not called for longer than this was itself suspended, and counts
 *     nobody's silence in that time
 * @param bundleBytes the most bytes of tasks in one grant, and of the result in one part of a return, unless a single
 *     task is larger
 * @param bundleTasks the most tasks in one grant
 * @param resultBytes result size at which a loan is returned with the results so far
 * @param roomBytes the most bytes of results, sent in parts, that wait at the root. An engine begins no task while as
 *     many bytes of its results wait to be sent. A single larger result is always accepted
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
    /** The default of {@code roomBytes}: room for two results of the largest size that a loan may keep. */
    private static final long ROOM_BYTES = 32 << 20;

    /**
     * The defaults. Repeats begin after 100 ms, since the transport resends by itself. The pauses grow to 2 s, so that
     * a repaired network is used within seconds. Loans settle after 10 s, the time in which a dead engine's silence is
     * noticed. The patience is 10 ms, the pause of an idle thread between two tries. Grants and parts have at most 1
     * MiB: one chunk of the transport, well under its limit for a request. Grants have at most 65,536 tasks: more would
     * not balance better, and would take milliseconds to decode. Results have at most 16 MiB, so that some dozens fit
     * into any heap. Callers that know the heap set the room by {@link #withRoom}.
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

    /**
     * Returns these limits with other values of {@code silenceNanos} and {@code latenessNanos}, for a lender that
     * watches its borrowers.
     */
    public BalancerLimits with(Duration silence, Duration lateness) {
        return with(silence.toNanos(), lateness.toNanos(), roomBytes);
    }

    /** Returns these limits without a limit of silence, for a lender that need not watch its borrowers. */
    public BalancerLimits withoutSilence() {
        return with(Long.MAX_VALUE, latenessNanos, roomBytes);
    }

    /** Returns these limits with {@code bytes} of room for results that are sent in parts. */
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
