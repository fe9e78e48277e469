package org.moide.coordinator.selection;

import java.util.List;
import java.util.Map;
import org.moide.balance.strategy.Location;
import org.moide.monitor.HostReport;
import org.moide.monitor.NumaNode;

/**
 * A place where an engine could be: one daemon's answer, or this JVM.
 *
 * @param daemon the address of the daemon, as {@code host:port}, or {@code this JVM}
 * @param host the machine's own name, for the user
 * @param machine the identity of the machine, equal for all daemons of one machine
 * @param processors how many threads can run there at once, within the limits of a container
 * @param power work per second of all its processors together, by the calibrated kernel
 * @param workload 1 + runnable work that is not ours / processors; 1 when idle
 * @param memoryBytes the machine's or container's memory
 * @param slots how many threads the user wants there; 0 if that was not given
 * @param labels that its owner has given the host
 * @param nodes its NUMA nodes; none if that is not known
 * @param location the location of its machine, as a topology says
 * @param runs those of others that have threads there: who asks has left out its own
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
        Location location,
        List<HostedRun> runs) {
    /**
     * The greatest workload of a host that counts as idle. Others' work may keep a quarter of its processors busy; an
     * idle system does less than that.
     */
    public static final double IDLE_WORKLOAD = 1.25;

    /** A host has no more; what a daemon says beyond them is not read. */
    public static final int MOST_RUNS = 64;

    public Candidate {
        labels = List.copyOf(labels);
        nodes = List.copyOf(nodes);
        runs = List.copyOf(runs.subList(0, Math.min(MOST_RUNS, runs.size())));
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

    /** Creates a candidate whose host has no labels and no known nodes. */
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

    /** Creates a candidate whose location is not known, and that has no engines of any run. */
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
        this(
                daemon,
                host,
                machine,
                processors,
                power,
                workload,
                memoryBytes,
                slots,
                labels,
                nodes,
                Location.UNKNOWN,
                List.of());
    }

    /**
     * Returns a host's report as a candidate.
     *
     * @param asked the name of the place for the user
     * @param powers the powers that the user gave for some hosts, by daemon or host name
     * @param slots how many threads the user wants there; 0 if that was not given
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

    /** Returns the same candidate with this location. */
    Candidate at(Location there) {
        return new Candidate(
                daemon, host, machine, processors, power, workload, memoryBytes, slots, labels, nodes, there, runs);
    }

    /** Returns the same host, on which these runs have threads. */
    public Candidate with(List<HostedRun> others) {
        return new Candidate(
                daemon,
                host,
                machine,
                processors,
                power,
                workload,
                memoryBytes,
                slots,
                labels,
                nodes,
                location,
                others);
    }

    /** Returns the number of threads that the runs there have. */
    public int taken() {
        return HostedRun.threads(runs);
    }

    /**
     * Returns the performance that a new engine there can count on if no other run is there: power / workload (MOIDE,
     * §3.1.1).
     */
    public double performance() {
        return power / workload;
    }
}
