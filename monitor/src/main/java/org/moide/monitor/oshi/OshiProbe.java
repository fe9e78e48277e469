package org.moide.monitor.oshi;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.moide.commlib.system.SystemHost;
import org.moide.monitor.ContainerLimits;
import org.moide.monitor.HostFigures;
import org.moide.monitor.HostProbe;
import org.moide.monitor.LoadSample;
import org.moide.monitor.MachineFacts;
import org.moide.monitor.NumaNode;
import org.moide.monitor.RunQueue;
import org.moide.monitor.linux.ControlGroups;
import org.moide.monitor.linux.NumaFiles;
import org.moide.monitor.linux.ProcFiles;
import oshi.SystemInfo;
import oshi.hardware.CentralProcessor;
import oshi.hardware.CentralProcessor.TickType;
import oshi.hardware.GlobalMemory;
import oshi.software.os.OSProcess;
import oshi.software.os.OperatingSystem;

/**
 * Reads the host with OSHI. OSHI sees the machine, while the JDK and the control groups see the container; both are
 * needed. On Linux the load comes from {@code /proc}, which has the runnable threads of one process.
 */
public final class OshiProbe implements HostProbe {
    private final OperatingSystem system;
    private final CentralProcessor processor;
    private final GlobalMemory memory;
    private final ProcFiles files;
    private final ControlGroups groups;
    private final NumaFiles numa;

    /** Creates a probe. Takes some hundred milliseconds, because OSHI loads its native library. */
    public OshiProbe() {
        SystemInfo info = new SystemInfo();
        this.system = info.getOperatingSystem();
        this.processor = info.getHardware().getProcessor();
        this.memory = info.getHardware().getMemory();
        this.files = new ProcFiles(Path.of("/"));
        this.groups = new ControlGroups(Path.of("/"));
        this.numa = new NumaFiles(Path.of("/"));
    }

    @Override
    public MachineFacts facts() {
        return new MachineFacts(
                SystemHost.name(),
                machineId(),
                system.getFamily() + " " + system.getVersionInfo() + " " + System.getProperty("os.arch", ""),
                processor.getProcessorIdentifier().getName().strip(),
                Math.max(1, processor.getLogicalProcessorCount()),
                memory.getTotal(),
                files.present() ? groups.limits() : ContainerLimits.NONE,
                files.present() ? numa.nodes() : nodes());
    }

    /**
     * Returns the NUMA nodes on a system that has no files about them: the processors of each node, without its memory.
     */
    private List<NumaNode> nodes() {
        Map<Integer, List<Integer>> nodes = new TreeMap<>();
        for (CentralProcessor.LogicalProcessor one : processor.getLogicalProcessors()) {
            nodes.computeIfAbsent(one.getNumaNode(), none -> new ArrayList<>()).add(one.getProcessorNumber());
        }
        return nodes.entrySet().stream()
                .map(node -> NumaNode.of(
                        node.getKey(),
                        node.getValue().stream().map(String::valueOf).collect(Collectors.joining(",")),
                        0))
                .toList();
    }

    private String machineId() {
        String bootId = files.bootId();
        if (!bootId.isEmpty()) {
            return bootId;
        }
        // On other systems, containers do not share the kernel, and a name is unique enough among one user's hosts.
        return SystemHost.name();
    }

    @Override
    public RunQueue runQueue(Set<Long> ourProcesses) {
        return files.present() ? files.runQueue(ourProcesses) : RunQueue.UNKNOWN;
    }

    @Override
    public LoadSample sample(Set<Long> ourProcesses) {
        if (files.present()) {
            return files.sample(ourProcesses, memory.getAvailable());
        }
        long[] ticks = processor.getSystemCpuLoadTicks();
        double busyMillis = 0;
        for (TickType type : TickType.values()) {
            boolean busy = type != TickType.IDLE && type != TickType.IOWAIT && type != TickType.STEAL;
            busyMillis += busy ? ticks[type.getIndex()] : 0;
        }
        Map<Long, Double> seconds = new HashMap<>();
        for (long id : ourProcesses) {
            OSProcess process = system.getProcess((int) id);
            if (process != null) {
                seconds.put(id, (process.getKernelTime() + process.getUserTime()) / 1e3);
            }
        }
        return new LoadSample(busyMillis / 1e3, seconds, memory.getAvailable(), HostFigures.NONE);
    }
}
