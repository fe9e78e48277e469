package org.moide.monitor;

import java.util.List;
import org.moide.commlib.wire.ExtensibleRecord;

/**
 * A machine as one process on it sees it.
 *
 * @param hostName as the machine calls itself
 * @param machineId the same for all processes of one machine, containers too, and another for every other machine
 * @param operatingSystem name, version and architecture
 * @param cpuModel as its maker calls it
 * @param machineProcessors logical processors of the whole machine, whatever a container may use of them; at least 1
 * @param memoryBytes memory of the whole machine
 * @param limits what the container allows
 * @param nodes its NUMA nodes; none if that is not known. What cannot be is left out
 */
public record MachineFacts(
        String hostName,
        String machineId,
        String operatingSystem,
        String cpuModel,
        int machineProcessors,
        long memoryBytes,
        ContainerLimits limits,
        List<NumaNode> nodes)
        implements ExtensibleRecord {
    private static final long serialVersionUID = 1L;

    public MachineFacts {
        nodes = NumaNode.plausible(nodes);
        if (machineProcessors < 1) {
            throw new IllegalArgumentException("expected at least 1 processor, found " + machineProcessors);
        }
        if (memoryBytes < 1) {
            throw new IllegalArgumentException("expected some bytes of memory, found " + memoryBytes);
        }
    }

    /** The facts of a machine of which no nodes are known. */
    public MachineFacts(
            String hostName,
            String machineId,
            String operatingSystem,
            String cpuModel,
            int machineProcessors,
            long memoryBytes,
            ContainerLimits limits) {
        this(hostName, machineId, operatingSystem, cpuModel, machineProcessors, memoryBytes, limits, List.of());
    }
}
