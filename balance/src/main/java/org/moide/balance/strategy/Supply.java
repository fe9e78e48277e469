package org.moide.balance.strategy;

import java.util.List;

/** When an engine's own tasks will not last for long, and how many more it could do with. */
final class Supply {
    private final long aheadNanos;

    /** Reads {@code aheadMillis}: what is queued should last for longer. */
    Supply(Parameters parameters) {
        // Some round trips of a slow network, and little to give back at the end.
        this.aheadNanos = parameters.nanos("aheadMillis", 3);
    }

    /** Whether what is queued will last for a while. */
    boolean isEnough(MemberView view) {
        long mean = view.meanTaskNanos();
        double lastsNanos = (double) view.queuedTasks() * mean / view.threads();
        return view.queuedTasks() >= view.threads() && (mean == 0 || lastsNanos >= aheadNanos);
    }

    /** Asks the root for more when it is time, as one who waits there until it gets some. */
    List<Decision> askRoot(MemberView view) {
        if (isEnough(view) || view.peer(Membership.ROOT).asked()) {
            return List.of();
        }
        return List.of(new Decision.Ask(Membership.ROOT, view.threads(), true));
    }
}
