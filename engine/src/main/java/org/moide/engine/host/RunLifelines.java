package org.moide.engine.host;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.moide.engine.control.Timing;

/**
 * The runs that still have a coordinator: a stepped core. A run is over when its lifeline has been closed for so long
 * that it will not come back. It is also over when its lifeline was not opened soon after its first engine was ordered:
 * the coordinator opens the lifeline before, but on another connection. Confined to one thread, or guarded by its
 * owner's lock.
 */
final class RunLifelines {
    private final long backNanos;
    private final long firstNanos;
    private final Map<String, Run> runs = new HashMap<>();

    RunLifelines(Timing timing) {
        this.backNanos = timing.lifelineBack().toNanos();
        this.firstNanos = timing.call().toNanos();
    }

    private static final class Run {
        private int open;
        private boolean hosted;
        private long deadlineNanos;
    }

    /** Notes that a coordinator opened a lifeline; there may be two for a moment when one is replaced. */
    void opened(String runId) {
        runs.computeIfAbsent(runId, unused -> new Run()).open++;
    }

    void closed(String runId, long nowNanos) {
        Run run = runs.get(runId);
        if (run == null) {
            return;
        }
        run.open--;
        run.deadlineNanos = nowNanos + backNanos;
        if (run.open <= 0 && !run.hosted) {
            runs.remove(runId);
        }
    }

    /** Notes that the run's first engine was ordered. */
    void hosted(String runId, long nowNanos) {
        Run run = runs.computeIfAbsent(runId, unused -> new Run());
        if (!run.hosted) {
            run.hosted = true;
            run.deadlineNanos = nowNanos + firstNanos;
        }
    }

    /** Notes that the run was ended; its lifeline will close too. */
    void ended(String runId) {
        Run run = runs.get(runId);
        if (run != null) {
            run.hosted = false;
            if (run.open <= 0) {
                runs.remove(runId);
            }
        }
    }

    /** Returns the runs that are over; each is told once. */
    List<String> expired(long nowNanos) {
        List<String> expired = new ArrayList<>();
        for (Map.Entry<String, Run> entry : runs.entrySet()) {
            Run run = entry.getValue();
            if (run.hosted && run.open <= 0 && nowNanos - run.deadlineNanos >= 0) {
                expired.add(entry.getKey());
            }
        }
        runs.keySet().removeAll(expired);
        return expired;
    }

    /** Returns the time at which {@link #expired} should be called again at the latest. */
    long nextNanos(long nowNanos) {
        long next = nowNanos + firstNanos;
        for (Run run : runs.values()) {
            if (run.hosted && run.open <= 0) {
                next = Math.min(next, run.deadlineNanos);
            }
        }
        return next;
    }
}
