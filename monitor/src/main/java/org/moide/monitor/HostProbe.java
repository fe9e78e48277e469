package org.moide.monitor;

import java.util.Set;

/**
 * Reads the host; the port behind which OSHI and {@code /proc} are. Any thread, one at a time; may take some hundred
 * milliseconds the first time.
 */
public interface HostProbe {
    /** The facts that do not change while this process lives. */
    MachineFacts facts();

    /**
     * Samples the machine now.
     *
     * @param ourProcesses the process IDs whose work counts as ours; those that are gone are skipped
     */
    LoadSample sample(Set<Long> ourProcesses);

    /** Counts who wants to run at this moment, like {@link #sample}, but looks at each thread of ours. */
    RunQueue runQueue(Set<Long> ourProcesses);
}
