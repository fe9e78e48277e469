package org.moide.coordinator.selection;

import java.util.List;
import java.util.Map;
import org.moide.balance.strategy.Location;
import org.moide.monitor.HostReport;
import org.moide.monitor.NumaNode;

/**
 * A place where an engine could be: one daemon's answer, or this JVM.
 *
 * @param daemon where it is reached, as {@code host:port}, or {@code this JVM}
 * @param host the machine's own name, for the user
 * @param machine what tells one machine from another: equal for all daemons of one machine
 * @param processors how many threads can run there at once, container limits considered
 * @param power work per second of all its processors together, by the calibrated kernel
 * @param workload 1 + runnable work that is not ours / processors; 1 when idle
 * @param memoryBytes the machine's or container's memory
 * @param slots how many threads the user wants there; 0 if it was not said
 * @param labels that its owner has given the host
 * @param nodes its NUMA nodes; none if that is not known
 * @param location where its machine is, as a topology says
 */
public record Candidate(
        String daemon,
        String host,
        String machine,
        int processors,
        double power,
        double workload,
        long memoryBytes,
        int slots,
        List<String> labels,
        List<NumaNode> nodes,
        Location location) {
    /** Up to this workload a host counts as idle: a quarter of its processors is less than systems do by themselves. */
    public static final double IDLE_WORKLOAD = 1.25;

    public Candidate {
        labels = List.copyOf(labels);
        nodes = List.copyOf(nodes);
        if (processors < 1) {
            throw new IllegalArgumentException(daemon + ": expected at least 1 processor, found " + processors);
        }
        if (!(power > 0 && power < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(daemon + ": expected a power above 0, found " + power);
        }
        if (!(workload >= 1 && workload < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(daemon + ": expected a workload of 1 or more, found " + workload);
        }
        if (memoryBytes < 1) {
            throw new IllegalArgumentException(daemon + ": expected memory, found " + memoryBytes + " bytes");
        }
        if (slots < 0) {
            throw new IllegalArgumentException(daemon + ": expected 0 slots or more, found " + slots);
        }
    }

    /** One whose host has no labels, and no nodes that are known. */
    public Candidate(
            String daemon,
            String host,
            String machine,
            int processors,
            double power,
            double workload,
            long memoryBytes,
            int slots) {
        this(daemon, host, machine, processors, power, workload, memoryBytes, slots, List.of(), List.of());
    }

    /** One of which nobody has said where it is. */
    public Candidate(
            String daemon,
            String host,
            String machine,
            int processors,
            double power,
            double workload,
            long memoryBytes,
            int slots,
            List<String> labels,
            List<NumaNode> nodes) {
        this(daemon, host, machine, processors, power, workload, memoryBytes, slots, labels, nodes, Location.UNKNOWN);
    }

    /**
     * A host's report as a candidate.
     *
     * @param asked how the user, or we, call the place
     * @param powers what the user said of some hosts' power, by daemon or host name
     * @param slots how many threads the user wants there; 0 if it was not said
     */
    public static Candidate of(String asked, HostReport report, Map<String, Double> powers, int slots) {
        Double named = powers.get(asked);
        if (named == null) {
            named = powers.get(asked.substring(0, Math.max(0, asked.lastIndexOf(':'))));
        }
        if (named == null) {
            named = powers.get(report.hostName());
        }
        return new Candidate(
                asked,
                report.hostName(),
                report.machineId(),
                report.processors(),
                named == null ? report.power() : named,
                report.workload(),
                report.memoryBytes(),
                slots,
                report.labels(),
                report.machine().nodes());
    }

    /** The same, of which it is said where it is. */
    Candidate at(Location there) {
        return new Candidate(
                daemon, host, machine, processors, power, workload, memoryBytes, slots, labels, nodes, there);
    }

    /** What a new engine there can count on: power / workload (MOIDE, §3.1.1). */
    public double performance() {
        return power / workload;
    }
}
