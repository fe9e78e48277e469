package org.moide.monitor;

import java.util.Set;

/**
 * Reads the host; the port behind which OSHI and {@code /proc} are. Any thread, one at a time; may take some hundred
 * milliseconds the first time.
 */
public interface HostProbe {
    /** What does not change while this process lives. */
    MachineFacts facts();

    /**
     * What the machine does now.
     *
     * @param ourProcesses the process IDs whose work counts as ours; those that are gone are skipped
     */
    LoadSample sample(Set<Long> ourProcesses);

    /** Who wants to run at this moment; as {@link #sample}, but looks at each thread of ours. */
    RunQueue runQueue(Set<Long> ourProcesses);
}
