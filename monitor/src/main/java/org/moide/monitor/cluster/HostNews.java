package org.moide.monitor.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.handshake.SoftwareVersion;
import org.moide.commlib.wire.ExtensibleRecord;
import org.moide.monitor.HostMoment;
import org.moide.monitor.HostReport;
import org.moide.monitor.NumaNode;
import org.moide.monitor.Pressure;

/**
 * The news that a daemon sends of its host, directly or through other monitors. Received news may have any values:
 * texts are cut to a length on arrival, and {@link Plausible} checks the rest.
 *
 * @param node the daemon's process
 * @param addresses the addresses at which it may be reached, the likeliest first
 * @param port the port at which it listens
 * @param uptimeNanos the daemon's uptime: of two reports by one process, the one with the greater uptime is newer
 * @param host the machine's name
 * @param machine identifies the machine
 * @param processors the processors that may be used there
 * @param memoryBytes the memory that may be used there
 * @param power of all processors, as an index: 1 is about one processor of today
 * @param workload 1 on an idle host
 * @param labels the labels that the host's owner has given it
 * @param moment the host's use in the last second; null if it was not sampled yet
 * @param runs the runs that have engines there
 * @param problem why the host cannot be used; empty if it can
 * @param ageNanos how long ago the daemon sent this news
 * @param through the monitors that passed this news on, from the first to the last
 * @param nodes the host's NUMA nodes, without implausible ones
 * @param software the daemon's version of MOIDE, in the form of handshakes; empty if the daemon did not answer
 */
public record HostNews(
        String node,
        List<String> addresses,
        int port,
        long uptimeNanos,
        String host,
        String machine,
        int processors,
        long memoryBytes,
        double power,
        double workload,
        List<String> labels,
        @Nullable Moment moment,
        List<RunThere> runs,
        String problem,
        long ageNanos,
        List<String> through,
        List<NumaNode> nodes,
        String software)
        implements ExtensibleRecord {
    private static final long serialVersionUID = 1L;

    /** The greatest number of characters of a text in news: host names have at most 253. */
    public static final int MOST_LETTERS = 255;

    static final int MOST_ADDRESSES = 8;
    static final int MOST_LABELS = 32;
    static final int MOST_RUNS = 64;

    /** The greatest number of monitors that news passes through: a tree for hundreds of hosts has three levels. */
    static final int MOST_MONITORS = 8;

    /** The replacement of characters that a terminal would interpret. */
    static final char REPLACED = '\uFFFD';

    public HostNews {
        node = text(node);
        addresses = texts(addresses, MOST_ADDRESSES);
        host = text(host);
        machine = text(machine);
        labels = texts(labels, MOST_LABELS);
        runs = first(runs, MOST_RUNS);
        problem = text(problem);
        through = texts(through, MOST_MONITORS);
        nodes = NumaNode.plausible(nodes);
        software = text(software);
    }

    /**
     * Returns a text cut to the longest allowed length plus one letter, so that an excess can be reported, and without
     * characters that a terminal would interpret.
     */
    static String text(@Nullable String any) {
        String said = Objects.requireNonNullElse(any, "");
        StringBuilder kept = new StringBuilder(Math.min(said.length(), MOST_LETTERS + 1));
        for (int i = 0; i < said.length() && i <= MOST_LETTERS; i++) {
            kept.append(isShown(said.charAt(i)) ? said.charAt(i) : REPLACED);
        }
        return kept.toString();
    }

    /** Returns whether a character is safe to show: neither a terminal's command nor a change of writing direction. */
    private static boolean isShown(char letter) {
        int type = Character.getType(letter);
        return type != Character.CONTROL
                && type != Character.FORMAT
                && type != Character.LINE_SEPARATOR
                && type != Character.PARAGRAPH_SEPARATOR
                && type != Character.SURROGATE;
    }

    private static List<String> texts(@Nullable List<String> any, int most) {
        return first(any, most).stream().map(HostNews::text).toList();
    }

    /** Returns the first elements, one more than allowed, so that an excess can be reported. */
    private static <T> List<T> first(@Nullable List<T> any, int most) {
        List<T> all = any == null ? List.of() : any;
        return all.stream().limit(most + 1L).filter(Objects::nonNull).toList();
    }

    /**
     * Returns the first elements, at most as many as allowed. A host's own lists may be longer, since it may have many
     * networks or runs.
     */
    private static <T> List<T> sayable(List<T> all, int most) {
        return all.subList(0, Math.min(most, all.size()));
    }

    /**
     * A run that has engines on a host.
     *
     * @param id the run's name
     * @param engines the number of its engines there
     * @param threads the number of their threads
     * @param owner the run's owner, as its coordinator claims: {@code anna@laptop}
     * @param heldNanos how long it has had engines there when the news was sent
     */
    public record RunThere(String id, int engines, int threads, String owner, long heldNanos)
            implements ExtensibleRecord {
        private static final long serialVersionUID = 1L;

        public RunThere {
            id = text(id);
            owner = text(owner);
        }
    }

    /** The values of a {@link HostMoment} (a host's use in about a second) as they are sent; they are not checked. */
    public record Moment(
            double seconds,
            double load,
            double ourLoad,
            double busiestProcessor,
            long availableMemoryBytes,
            double receivedBytes,
            double sentBytes,
            double processorPressure,
            double memoryPressure,
            double ioPressure)
            implements ExtensibleRecord {
        private static final long serialVersionUID = 1L;

        /** Returns the values of a moment in the form in which they are sent. */
        public static Moment of(HostMoment look) {
            return new Moment(
                    look.seconds(),
                    look.load(),
                    look.ourLoad(),
                    look.busiestProcessor(),
                    look.availableMemoryBytes(),
                    look.receivedBytes(),
                    look.sentBytes(),
                    look.pressure().processor(),
                    look.pressure().memory(),
                    look.pressure().io());
        }

        /** Returns these values as a {@link HostMoment}, which checks them; they must be plausible. */
        public HostMoment look() {
            return new HostMoment(
                    seconds,
                    load,
                    ourLoad,
                    busiestProcessor,
                    availableMemoryBytes,
                    receivedBytes,
                    sentBytes,
                    new Pressure(processorPressure, memoryPressure, ioPressure));
        }
    }

    /** Creates the news that a daemon sends of its own host. */
    public static HostNews of(
            String node,
            List<String> addresses,
            int port,
            long uptimeNanos,
            HostReport report,
            @Nullable HostMoment moment,
            List<RunThere> runs) {
        return new HostNews(
                node,
                sayable(addresses, MOST_ADDRESSES),
                port,
                uptimeNanos,
                report.hostName(),
                report.machineId(),
                report.processors(),
                report.memoryBytes(),
                report.power(),
                report.workload(),
                sayable(report.labels(), MOST_LABELS),
                moment == null ? null : Moment.of(moment),
                sayable(runs, MOST_RUNS),
                "",
                0,
                List.of(),
                report.machine().nodes(),
                SoftwareVersion.travelling());
    }

    /** Creates the news of an address at which no daemon answers, although one should. */
    public static HostNews missing(String asked, String problem, long uptimeNanos) {
        return new HostNews(
                "at " + asked,
                List.of(asked),
                0,
                uptimeNanos,
                "",
                "",
                0,
                0,
                0,
                0,
                List.of(),
                null,
                List.of(),
                problem,
                0,
                List.of(),
                List.of(),
                "");
    }

    /** Returns whether a monitor itself made this news, because no daemon answers at an address. */
    public boolean isMissing() {
        return port == 0 && !problem.isEmpty();
    }

    /** Returns the news of this host at the end of its daemon: it says that the host cannot be used from now on. */
    public HostNews ending(String why, long atUptimeNanos) {
        return changed(atUptimeNanos, why, 0, through);
    }

    /**
     * Returns this news as the monitor of this name passes it on to another one.
     *
     * @param age how long ago the daemon sent it, in nanoseconds
     */
    HostNews passedOn(String monitor, long age) {
        List<String> by = new ArrayList<>(through);
        by.add(monitor);
        return changed(uptimeNanos, problem, age, by);
    }

    private HostNews changed(long uptime, String why, long age, List<String> by) {
        return new HostNews(
                node,
                addresses,
                port,
                uptime,
                host,
                machine,
                processors,
                memoryBytes,
                power,
                workload,
                labels,
                moment,
                runs,
                why,
                age,
                by,
                nodes,
                software);
    }

    /** Returns the daemon's address in the form that the option {@code --hosts} accepts. */
    public String place() {
        if (isMissing() || addresses.isEmpty()) {
            return addresses.isEmpty() ? node : addresses.get(0);
        }
        String address = addresses.get(0);
        return (address.indexOf(':') < 0 ? address : "[" + address + "]") + ":" + port;
    }
}
