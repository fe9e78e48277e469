package org.moide.balance.strategy;

import java.util.List;

/**
 * Tells when an engine's own tasks will not last for long, and how many more it could use. It asks ahead of need, by
 * the time that answers take, as measured: on a busy or distant machine that is many times what it is at best.
 */
final class Supply {
    /** An answer that took longer had to wait for tasks, not for the network. */
    private static final long LONGEST_LATENCY_NANOS = 200_000_000;

    /** Nearly all answers come within this multiple of the usual latency. */
    private static final int LATENCIES_AHEAD = 2;

    private final long aheadNanos;
    private boolean asked;
    private long askedNanos;
    private long latencyNanos;

    /** Reads {@code aheadMillis}: what is queued should last for longer. */
    Supply(Parameters parameters) {
        // Some round trips of a slow network, and little to give back at the end.
        this(parameters.nanos("aheadMillis", 3));
    }

    /** Supplies so that what is queued lasts for longer than this. */
    Supply(long aheadNanos) {
        this.aheadNanos = aheadNanos;
    }

    /** Returns whether what is queued will last for a while. */
    boolean isEnough(MemberView view) {
        long mean = view.meanTaskNanos();
        double lastsNanos = (double) view.queuedTasks() * mean / view.threads();
        return view.queuedTasks() >= view.threads() && (mean == 0 || lastsNanos >= reachNanos());
    }

    /** Asks the root for more when it is time, with a request that waits there until there are some. */
    List<Decision> askRoot(MemberView view) {
        return ask(Membership.ROOT, view);
    }

    /** Asks like {@link #askRoot}, another member; the same one each time. */
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

    private long reachNanos() {
        return Math.max(aheadNanos, LATENCIES_AHEAD * latencyNanos);
    }

    /** The number of tasks that last until the answer to the next request is here. */
    private long wanted(MemberView view) {
        long mean = view.meanTaskNanos();
        return mean == 0 ? view.threads() : Math.max(view.threads(), reachNanos() * view.threads() / mean);
    }

    // A late answer counts at once, early ones little by little.
    private void measure(long nanos) {
        if (nanos <= LONGEST_LATENCY_NANOS) {
            latencyNanos = nanos > latencyNanos ? nanos : (7 * latencyNanos + nanos) / 8;
        }
    }
}
