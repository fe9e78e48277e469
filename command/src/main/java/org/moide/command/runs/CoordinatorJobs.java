package org.moide.command.runs;

import java.util.List;
import org.moide.coordinator.folder.DetachedFolder;
import org.moide.coordinator.plan.RunPlan;

/**
 * The jobs of a batch system in which coordinators of detached runs are. Any thread; blocks for as long as the system
 * takes.
 */
public interface CoordinatorJobs {
    /** Returns whether the coordinator of this plan is to be in a job. */
    boolean isFor(RunPlan plan);

    /**
     * Submits a job.
     *
     * @param command that starts a coordinator, without what it is told
     * @param how the word that it is told behind the run's ID; empty for none
     * @return the job's number
     */
    long submit(DetachedFolder folder, RunPlan plan, List<String> command, String how) throws InterruptedException;

    /** Returns whether the run's job is still there, waiting or running, as the system has said in the last seconds. */
    boolean isThere(String run, long job) throws InterruptedException;

    /** Ends the run's job. */
    void cancel(String run, long job) throws InterruptedException;
}
