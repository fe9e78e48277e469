package org.moide.monitor;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.moide.commlib.wire.ExtensibleRecord;

/**
 * A report of a host by one of MOIDE's processes. From such reports the coordinator selects hosts and assigns shares of
 * work (MOIDE, §3.1: host selection by power and workload).
 *
 * @param machine the facts about the machine; processes with the same {@link MachineFacts#machineId} share it
 * @param jvm vendor and version of the JVM that measured the power, which depends on it
 * @param processors the processors that this process may use, as far as its affinity and the container's quota allow;
 *     at least 1
 * @param availableMemoryBytes the memory that new processes could have now
 * @param load runnable work of the whole machine, MOIDE's included, in processors; smoothed
 * @param ourLoad the part of the load that belongs to MOIDE's processes
 * @param power work per second of all usable processors, as an index: 1 is about one processor of today
 *     ({@link org.moide.monitor.power.PowerKernel}), and a container that may use half of one has half of its power
 * @param workload 1 + (runnable work that is not MOIDE's) / (processors of the machine); 1 on an idle host, never less
 * @param labels the labels that the host's owner has given it
 * @param use what was used of the whole machine since the monitor began; not smoothed
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
        List<String> labels,
        HostUse use)
        implements ExtensibleRecord {
    private static final long serialVersionUID = 1L;

    public HostReport {
        labels = List.copyOf(labels);
        use = Objects.requireNonNullElse(use, HostUse.UNKNOWN); // another version's report has none
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

    /** Returns the same report with other labels, the host owner's own marks. */
    public HostReport labelled(List<String> with) {
        return new HostReport(
                machine, jvm, processors, availableMemoryBytes, load, ourLoad, power, workload, with, use);
    }

    /**
     * Returns the same report, with the threads of other runs on this host counted as MOIDE's load instead of foreign
     * load.
     *
     * @param threads the number of these threads
     */
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
                labels,
                use);
    }

    public String hostName() {
        return machine.hostName();
    }

    public String machineId() {
        return machine.machineId();
    }

    /** Returns the figure by which hosts are ranked: power / workload. */
    public double performance() {
        return power / workload;
    }

    /** Returns the memory that can be distributed: the machine's, or the container's limit if that is less. */
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
