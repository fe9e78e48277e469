package org.moide.hosts.slurm;

import java.util.Set;
import org.moide.coordinator.control.ChangeOrder;

/** An action that {@link JobsCore} asks its caller to perform. */
sealed interface JobStep {
    /** Submit a job with this number of nodes, then call {@link JobsCore#submitted} or {@link JobsCore#refused}. */
    record Submit(int nodes) implements JobStep {}

    /** Cancel these jobs, which the run does not need any more. */
    record GiveBack(Set<Long> jobs) implements JobStep {
        public GiveBack {
            jobs = Set.copyOf(jobs);
        }
    }

    /**
     * Change the run's engines, then call {@link JobsCore#changed}.
     *
     * @param what describes the change for the user
     * @param why gives the reason for the user
     */
    record Change(ChangeOrder order, String what, String why) implements JobStep {}

    /** Print a line for the user. */
    record Note(String line) implements JobStep {}
}
