package org.moide.command.runs;

import java.util.List;
import org.moide.coordinator.folder.DetachedFolder;
import org.moide.coordinator.plan.RunPlan;

/**
 * The jobs of a batch system in which the coordinators of detached runs execute. Thread-safe; methods block until the
 * batch system has answered.
 */
public interface CoordinatorJobs {
    /** Returns whether the coordinator of a run with this plan is to execute in a batch job. */
    boolean isFor(RunPlan plan);

    /**
     * Submits a job with the coordinator of a run.
     *
     * @param folder the run's folder
     * @param command the command that starts a coordinator; the run's ID and {@code how} are appended to it
     * @param how the coordinator's last argument; may be empty
     * @return the job's number
     */
    long submit(DetachedFolder folder, RunPlan plan, List<String> command, String how) throws InterruptedException;

    /**
     * Returns whether the job still exists, waiting or running, according to an answer of the batch system in the last
     * seconds.
     */
    boolean isThere(String run, long job) throws InterruptedException;

    /** Cancels the job of a run's coordinator. */
    void cancel(String run, long job) throws InterruptedException;
}
