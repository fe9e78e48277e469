package org.moide.hosts.slurm;

import java.util.List;
import java.util.Set;

/** What is asked of Slurm. Each call waits for one of its commands. Any thread. */
interface Slurm {
    /**
     * Submits a job with a daemon on each of so many nodes.
     *
     * @return its number
     * @throws SlurmTroubleException in Slurm's own words
     */
    long submit(int nodes) throws SlurmTroubleException, InterruptedException;

    /** The run's jobs that wait or run, and for some minutes those that have ended. */
    List<QueuedJob> queue() throws SlurmTroubleException, InterruptedException;

    /** Cancels these; those that have ended are none. */
    void cancel(Set<Long> jobs) throws SlurmTroubleException, InterruptedException;

    /** Cancels all of the run, also one whose number was never heard. */
    void cancelAll() throws SlurmTroubleException, InterruptedException;
}
