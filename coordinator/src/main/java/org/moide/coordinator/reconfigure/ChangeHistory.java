package org.moide.coordinator.reconfigure;

import java.util.ArrayList;
import java.util.List;
import org.moide.coordinator.control.RunStatus;
import org.moide.coordinator.report.WaitLines;

/** The history of a run's engines for the user: its epochs and reconfigurations. Used by the control thread only. */
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

    /** Notes that an epoch begins. */
    public void epoch(long number, int engines, String why, long nowNanos) {
        epochs.add(new RunStatus.Epoch(number, seconds(nowNanos), engines, why));
    }

    /**
     * Notes a reconfiguration.
     *
     * @param kind such as "expand"
     * @param sinceNanos when the change began
     * @param what the change in some words
     * @param why the reason in some words
     */
    public void changed(String kind, long sinceNanos, String what, String why, long nowNanos) {
        double took = Math.max(0, nowNanos - sinceNanos) / NANOS;
        changes.add(new RunStatus.Change(kind, seconds(sinceNanos), took, what, why));
    }

    /**
     * Returns the status of the run with this history, for the user.
     *
     * @param state what the run does
     * @param tasksDone the tasks of a bag that are done
     * @param tasksKnown all known tasks of a bag, done or not
     */
    public RunStatus status(
            RunStatus.State state,
            long tasksDone,
            long tasksKnown,
            List<RunStatus.EngineStatus> engines,
            long nowNanos) {
        return new RunStatus(state, seconds(nowNanos), tasksDone, tasksKnown, epochs, engines, changes);
    }

    /** Returns the writer of lines about waits at this moment. */
    public WaitLines lines(long nowNanos) {
        return new WaitLines(nowNanos, startNanos);
    }

    /** Returns which threads wait in what, and for how long: one line for all that wait in the same call. */
    public List<String> waits(List<WaitLines.Looked> threads, long nowNanos) {
        return lines(nowNanos).waits(threads);
    }

    /** Returns the reconfigurations in the order in which they were done. */
    public List<RunStatus.Change> changes() {
        return List.copyOf(changes);
    }
}
