package org.moide.balance.strategy;

import java.util.List;

/**
 * A rule that decides when an engine asks for more tasks, and for how many. The engine asks before its queue is empty:
 * it takes into account how long answers have taken, which on a busy or distant machine is much longer than in the best
 * case.
 */
final class Supply {
    /**
     * The longest time of an answer that is counted. An answer that took longer waited for tasks, not for the network.
     */
    private static final long LONGEST_LATENCY_NANOS = 200_000_000;

    /**
     * The multiple of the usual answer time for which the queued tasks should last. Nearly all answers come within that
     * time.
     */
    private static final int LATENCIES_AHEAD = 2;

    /** The time from which on answers count as slow: the lender, or its network connection, is busy. */
    private static final long SLOW_NANOS = 5_000_000;

    private final long aheadNanos;
    private boolean asked;
    private long askedNanos;
    private long latencyNanos;

    /**
     * Creates the rule with the strategy's parameter {@code aheadMillis}, the time for which the queued tasks should
     * last.
     */
    Supply(Parameters parameters) {
        // Some round trips of a slow network, and few tasks to give back at the end.
        this(parameters.nanos("aheadMillis", 3));
    }

    /**
     * Creates the rule.
     * @param aheadNanos the time for which the queued tasks should last
     */
    Supply(long aheadNanos) {
        this.aheadNanos = aheadNanos;
    }

    /** Returns whether the queued tasks will last until the answer to a request made now would arrive. */
    boolean isEnough(MemberView view) {
        long mean = view.meanTaskNanos();
        double lastsNanos = (double) view.queuedTasks() * mean / view.threads();
        return view.queuedTasks() >= view.threads() && (mean == 0 || lastsNanos >= reachNanos());
    }

    /**
     * Decides to ask the root (the member where tasks come from) for tasks if the queue may soon be empty. The request
     * waits at the root until the root has tasks.
     */
    List<Decision> askRoot(MemberView view) {
        return ask(Membership.ROOT, view);
    }

    /**
     * Decides to ask {@code lender} for tasks if the queue may soon be empty, like {@link #askRoot}. The lender must be
     * the same in each call.
     */
    List<Decision> ask(int lender, MemberView view) {
        boolean waiting = view.peer(lender).asked();
        if (asked && !waiting) {
            measure(view.nowNanos() - askedNanos);
        }
        asked = waiting;
        if (waiting || isEnough(view)) {
            return List.of();
        }
        asked = true;
        askedNanos = view.nowNanos();
        return List.of(new Decision.Ask(lender, wanted(view), true));
    }

    /**
     * Returns the time until which tasks of the root are likely to come, though its answers are slow: this member has
     * asked it, and it has not said since that it has none left. Otherwise returns a time that is over.
     */
    long expectedUntilNanos(MemberView view) {
        PeerView root = view.peer(Membership.ROOT);
        MemberView.Telling told = root.told();
        boolean isDry = told != null && told.queuedTasks() == 0 && told.heardNanos() >= askedNanos;
        boolean isExpected = asked && root.asked() && latencyNanos >= SLOW_NANOS && !isDry;
        return isExpected ? askedNanos + LATENCIES_AHEAD * latencyNanos : Long.MIN_VALUE;
    }

    private long reachNanos() {
        return Math.max(aheadNanos, LATENCIES_AHEAD * latencyNanos);
    }

    /** Returns the number of tasks that last until the answer to the next request comes. */
    private long wanted(MemberView view) {
        long mean = view.meanTaskNanos();
        return mean == 0 ? view.threads() : Math.max(view.threads(), reachNanos() * view.threads() / mean);
    }

    // A slow answer raises the estimate at once, a fast one lowers it by half the difference.
    private void measure(long nanos) {
        if (nanos <= LONGEST_LATENCY_NANOS) {
            latencyNanos = nanos > latencyNanos ? nanos : (7 * latencyNanos + nanos) / 8;
        }
    }
}
