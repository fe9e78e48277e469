package org.moide.coordinator.reconfigure;

import java.util.ArrayList;
import java.util.List;
import org.moide.coordinator.control.RunStatus;
import org.moide.coordinator.report.WaitLines;

/**
 * The history of a run's engines, for the user: its epochs and the changes of engines. Used by the control thread only.
 */
public final class ChangeHistory {
    private static final double NANOS = 1e9;

    private final long startNanos;
    private final List<RunStatus.Epoch> epochs = new ArrayList<>();
    private final List<RunStatus.Change> changes = new ArrayList<>();

    public ChangeHistory(long startNanos) {
        this.startNanos = startNanos;
    }

    private double seconds(long nowNanos) {
        return Math.max(0, nowNanos - startNanos) / NANOS;
    }

    public void epoch(long number, int engines, String why, long nowNanos) {
        epochs.add(new RunStatus.Epoch(number, seconds(nowNanos), engines, why));
    }

    /**
     * Records a change of engines.
     *
     * @param kind such as "expand"
     * @param sinceNanos when the change began
     * @param what the change in a few words
     * @param why the reason in a few words
     */
    public void changed(String kind, long sinceNanos, String what, String why, long nowNanos) {
        double took = Math.max(0, nowNanos - sinceNanos) / NANOS;
        changes.add(new RunStatus.Change(kind, seconds(sinceNanos), took, what, why));
    }

    /**
     * Returns the status of the run with this history.
     *
     * @param tasksDone the number of a bag's tasks that are done
     * @param tasksKnown the number of all known tasks of a bag, done or not
     */
    public RunStatus status(
            RunStatus.State state,
            long tasksDone,
            long tasksKnown,
            List<RunStatus.EngineStatus> engines,
            long nowNanos) {
        return new RunStatus(state, seconds(nowNanos), tasksDone, tasksKnown, epochs, engines, changes);
    }

    /** Returns an object that describes waiting threads in lines for the user, as of the moment {@code nowNanos}. */
    public WaitLines lines(long nowNanos) {
        return new WaitLines(nowNanos, startNanos);
    }

    /**
     * Returns lines for the user about waiting threads, one line for all threads that wait in the same call. A line
     * names the call, the threads, and how long they have waited.
     */
    public List<String> waits(List<WaitLines.Looked> threads, long nowNanos) {
        return lines(nowNanos).waits(threads);
    }

    /** Returns the changes of engines in the order in which they were made. */
    public List<RunStatus.Change> changes() {
        return List.copyOf(changes);
    }
}
