package org.moide.hosts.slurm;

import java.util.List;
import java.util.Set;

/**
 * Access to Slurm's queue for the jobs of one run. Each call blocks until one of Slurm's commands has ended.
 * Thread-safe.
 */
interface Slurm {
    /**
     * Submits a job with a daemon on each of its nodes.
     *
     * @return the job's number
     * @throws SlurmTroubleException if Slurm refuses, in Slurm's own words
     */
    long submit(int nodes) throws SlurmTroubleException, InterruptedException;

    /** Returns the run's jobs that wait or run, and those that ended in the last minutes. */
    List<QueuedJob> queue() throws SlurmTroubleException, InterruptedException;

    /** Cancels these jobs. Jobs that have ended are skipped. */
    void cancel(Set<Long> jobs) throws SlurmTroubleException, InterruptedException;

    /** Cancels all jobs that have the run's name. This includes a job whose number this process never received. */
    void cancelAll() throws SlurmTroubleException, InterruptedException;
}
