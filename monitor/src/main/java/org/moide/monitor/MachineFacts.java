package org.moide.monitor;

import java.io.Serializable;

/**
 * What a machine is, as one process on it sees it.
 *
 * @param hostName as the machine calls itself
 * @param machineId the same for all processes of one machine, containers too, and another for every other machine
 * @param operatingSystem name, version and architecture
 * @param cpuModel as its maker calls it
 * @param machineProcessors logical processors of the whole machine, whatever a container may use of them; at least 1
 * @param memoryBytes memory of the whole machine
 * @param limits what the container allows
 */
public record MachineFacts(
        String hostName,
        String machineId,
        String operatingSystem,
        String cpuModel,
        int machineProcessors,
        long memoryBytes,
        ContainerLimits limits)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    public MachineFacts {
        if (machineProcessors < 1) {
            throw new IllegalArgumentException("expected at least 1 processor, found " + machineProcessors);
        }
        if (memoryBytes < 1) {
            throw new IllegalArgumentException("expected some bytes of memory, found " + memoryBytes);
        }
    }
}
