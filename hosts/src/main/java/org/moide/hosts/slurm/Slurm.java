package org.moide.hosts.slurm;

import java.util.List;
import java.util.Set;

/** Questions and orders to Slurm. Each call waits for one of its commands. Any thread. */
interface Slurm {
    /**
     * Submits a job with a daemon on each of its nodes.
     *
     * @return the job's number
     * @throws SlurmTroubleException in Slurm's own words
     */
    long submit(int nodes) throws SlurmTroubleException, InterruptedException;

    /** Returns the run's jobs that wait or run, and for some minutes those that have ended. */
    List<QueuedJob> queue() throws SlurmTroubleException, InterruptedException;

    /** Cancels these jobs; nothing happens to those that have ended. */
    void cancel(Set<Long> jobs) throws SlurmTroubleException, InterruptedException;

    /** Cancels all jobs of the run, also one whose number was never heard. */
    void cancelAll() throws SlurmTroubleException, InterruptedException;
}
