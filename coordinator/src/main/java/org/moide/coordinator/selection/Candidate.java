package org.moide.coordinator.selection;

import java.util.List;
import java.util.Map;
import org.moide.balance.strategy.Location;
import org.moide.monitor.HostReport;
import org.moide.monitor.NumaNode;

/**
 * A place where a run could start an engine: the host of one daemon, or this JVM.
 *
 * @param daemon the daemon's address as {@code host:port}, or {@code this JVM}
 * @param host the machine's own name, for the user
 * @param machine the machine's identity, which is equal for all daemons on one machine
 * @param processors how many threads can run there at once; a container may limit this
 * @param power the work per second of all its processors together, measured with the calibrated kernel
 * @param workload 1 + (runnable threads of other programs) / processors; 1 on an idle host
 * @param memoryBytes the memory of the machine or container
 * @param slots the number of threads that the user wants there; 0 if not given
 * @param labels the labels that the host's owner has given it
 * @param nodes its NUMA nodes; empty if unknown
 * @param location the machine's place in the topology
 * @param runs the other runs that have threads there; the run that asks is not among them
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
     * The workload up to which a host counts as idle, unless the user sets another limit. With this limit other
     * programs may keep a quarter of the host's processors busy. The system alone keeps fewer busy.
     */
    public static final double IDLE_WORKLOAD = 1.25;

    /** The limit on the number of runs that are read from a daemon's answer. Further runs are ignored. */
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

    /** Creates a candidate without labels and with unknown NUMA nodes. */
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

    /** Creates a candidate with an unknown location, on which no run has threads. */
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
     * Creates a candidate from a host's report.
     *
     * @param asked the daemon in the user's words
     * @param powers the powers that the user gave for some hosts, by daemon or host name
     * @param slots the number of threads that the user wants there; 0 if not given
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

    /** Returns a copy of this candidate with this location. */
    Candidate at(Location there) {
        return new Candidate(
                daemon, host, machine, processors, power, workload, memoryBytes, slots, labels, nodes, there, runs);
    }

    /** Returns a copy of this candidate on which these other runs have threads. */
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

    /** Returns the number of threads that other runs have at this place. */
    public int taken() {
        return HostedRun.threads(runs);
    }

    /**
     * Returns the performance of a new engine at this place if no other run computes there: power / workload (MOIDE,
     * §3.1.1).
     */
    public double performance() {
        return power / workload;
    }
}
