package org.moide.hosts.slurm;

import java.util.Set;
import org.moide.coordinator.control.ChangeOrder;

/** Action that {@link JobsCore} wants to be done. */
sealed interface JobStep {
    /**
     * Submission of a job with this number of nodes; {@link JobsCore#submitted} or {@link JobsCore#refused} is to
     * follow.
     */
    record Submit(int nodes) implements JobStep {}

    /** Return of jobs that are not needed any more. */
    record GiveBack(Set<Long> jobs) implements JobStep {
        public GiveBack {
            jobs = Set.copyOf(jobs);
        }
    }

    /**
     * A change of the run's engines; {@link JobsCore#changed} is to follow.
     *
     * @param what is going to be done, for the user
     */
    record Change(ChangeOrder order, String what, String why) implements JobStep {}

    /** A line for the user. */
    record Note(String line) implements JobStep {}
}
