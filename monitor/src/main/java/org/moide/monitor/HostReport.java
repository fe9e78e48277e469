package org.moide.monitor;

import java.util.List;
import java.util.Locale;
import org.moide.commlib.wire.ExtensibleRecord;

/**
 * A host's report by one process of ours: by this the coordinator selects hosts and cuts shares (MOIDE, §3.1: host
 * selection by power and workload).
 *
 * @param machine what the host is; processes with the same {@link MachineFacts#machineId} share it
 * @param jvm vendor and version of the JVM that measured the power: it is part of the host's power
 * @param processors those this process may use: within affinity and the container's quota, at least 1
 * @param availableMemoryBytes what new processes could have now
 * @param load runnable work of the whole machine, in processors, ours included; smoothed
 * @param ourLoad the part of it that is ours
 * @param power work per second of all usable processors, as an index: 1 is about one processor of today ({@link
 *     org.moide.monitor.power.PowerKernel}), and a container that may use half of one has half of its power
 * @param workload 1 + (runnable work that is not ours) / processors of the machine; 1 on an idle host, never less
 * @param labels that its owner has given the host
 */
public record HostReport(
        MachineFacts machine,
        String jvm,
        int processors,
        long availableMemoryBytes,
        double load,
        double ourLoad,
        double power,
        double workload,
        List<String> labels)
        implements ExtensibleRecord {
    private static final long serialVersionUID = 1L;

    public HostReport {
        labels = List.copyOf(labels);
        if (processors < 1) {
            throw new IllegalArgumentException("expected at least 1 usable processor, found " + processors);
        }
        if (!(power > 0) || Double.isInfinite(power)) {
            throw new IllegalArgumentException("expected a positive power, found " + power);
        }
        if (!(workload >= 1) || Double.isInfinite(workload)) {
            throw new IllegalArgumentException("expected a workload from 1 on, found " + workload);
        }
        if (!(load >= 0) || !(ourLoad >= 0)) {
            throw new IllegalArgumentException("expected loads from 0 on, found " + load + " and " + ourLoad);
        }
    }

    /** Adds labels to the report. */
    public HostReport labelled(List<String> with) {
        return new HostReport(machine, jvm, processors, availableMemoryBytes, load, ourLoad, power, workload, with);
    }

    /** The same, where so many threads of others' runs are known: what these do is counted among ours, and not twice. */
    public HostReport knowing(int threads) {
        double known = Math.min(threads, Math.max(0, load - ourLoad));
        double others = Math.max(0, load - ourLoad - known);
        return new HostReport(
                machine,
                jvm,
                processors,
                availableMemoryBytes,
                load,
                ourLoad + known,
                power,
                1 + others / machine.machineProcessors(),
                labels);
    }

    public String hostName() {
        return machine.hostName();
    }

    public String machineId() {
        return machine.machineId();
    }

    /** The figure by which hosts are ranked: power / workload. */
    public double performance() {
        return power / workload;
    }

    /** The memory there is to share out: the machine's, or the container's limit if that is less. */
    public long memoryBytes() {
        return Math.min(machine.memoryBytes(), machine.limits().memoryBytes());
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%s: %d of %d processors (%s), %s, %d MiB, power %.2f, workload %.2f, performance %.2f",
                hostName(),
                processors,
                machine.machineProcessors(),
                machine.cpuModel(),
                jvm,
                memoryBytes() >> 20,
                power,
                workload,
                performance());
    }
}
