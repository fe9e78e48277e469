package org.moide.engine.host;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.moide.engine.control.Timing;

/**
 * Decides which runs on a host have lost their coordinator; a stepped core. A run is over when its lifeline, the
 * connection to its coordinator, has been closed for too long. It is also over when its lifeline was not opened soon
 * after its first engine was ordered: the coordinator opens it before the order, but on another connection. Used by one
 * thread, or guarded by its owner's lock.
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

    /**
     * Notes that a coordinator has opened a lifeline, a connection that shows that it lives. A run may have two for a
     * moment, when one replaces the other.
     */
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

    /** Notes that the first engine of a run was ordered. */
    void hosted(String runId, long nowNanos) {
        Run run = runs.computeIfAbsent(runId, unused -> new Run());
        if (!run.hosted) {
            run.hosted = true;
            run.deadlineNanos = nowNanos + firstNanos;
        }
    }

    /** Notes that a run was ended. Its lifeline will close as well. */
    void ended(String runId) {
        Run run = runs.get(runId);
        if (run != null) {
            run.hosted = false;
            if (run.open <= 0) {
                runs.remove(runId);
            }
        }
    }

    /** Returns the runs whose coordinator is lost, each once. */
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

    /** Returns the time by which {@link #expired} must be called again. */
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
