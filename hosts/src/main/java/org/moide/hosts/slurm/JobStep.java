package org.moide.hosts.slurm;

import java.util.Set;
import org.moide.coordinator.control.ChangeOrder;

/** An action that {@link JobsCore} asks its caller to perform. */
sealed interface JobStep {
    /**
     * The step to submit a job with this number of nodes. The caller then calls {@link JobsCore#submitted} or
     * {@link JobsCore#refused}.
     */
    record Submit(int nodes) implements JobStep {}

    /** The step to cancel these jobs, whose nodes the run does not need any more. */
    record GiveBack(Set<Long> jobs) implements JobStep {
        public GiveBack {
            jobs = Set.copyOf(jobs);
        }
    }

    /**
     * The step to change the run's engines. The caller then calls {@link JobsCore#changed}.
     *
     * @param what the change in words for the user
     * @param why the reason in words for the user
     */
    record Change(ChangeOrder order, String what, String why) implements JobStep {}

    /** The step to show a line to the user. */
    record Note(String line) implements JobStep {}
}
