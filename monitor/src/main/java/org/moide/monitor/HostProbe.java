package org.moide.monitor;

import java.util.Set;

/**
 * The interface through which the host's facts and load are read, from OSHI and {@code /proc}. Any thread may call it,
 * one at a time; the first call may take some hundred milliseconds.
 */
public interface HostProbe {
    /** Returns the facts that do not change while this process lives. */
    MachineFacts facts();

    /**
     * Samples the machine now.
     *
     * @param ourProcesses the process IDs whose load counts as MOIDE's own; processes that have ended are skipped
     */
    LoadSample sample(Set<Long> ourProcesses);

    /**
     * Counts the runnable threads of the machine and of these processes at this moment. It examines each thread of the
     * processes, which {@link #sample} does not.
     */
    RunQueue runQueue(Set<Long> ourProcesses);
}
