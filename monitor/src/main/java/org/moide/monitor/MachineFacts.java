package org.moide.monitor;

import java.util.List;
import org.moide.commlib.wire.ExtensibleRecord;

/**
 * The facts about a machine that do not change, as one process on it sees them.
 *
 * @param hostName the machine's own name
 * @param machineId the same for all processes of one machine, also in containers; different for every other machine
 * @param operatingSystem name, version and architecture
 * @param cpuModel the manufacturer's name for it
 * @param machineProcessors logical processors of the whole machine, independent of a container's limit; at least 1
 * @param memoryBytes memory of the whole machine
 * @param limits the container's limits
 * @param nodes its NUMA nodes, without implausible ones; empty if unknown
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

    /** Creates facts without NUMA nodes. */
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
