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
 * A daemon's words about its host, on their way to monitors. It may say anything: what is too long is cut where it
 * arrives, and {@link Plausible} says what cannot be.
 *
 * @param node the daemon's process
 * @param addresses under which it may be reached, the likeliest first
 * @param port where it listens
 * @param uptimeNanos of the daemon: of two such words by one process the one with more is newer
 * @param host the machine's name
 * @param machine what tells one machine from another
 * @param processors that may be used there
 * @param memoryBytes that may be used there
 * @param power of all its processors, as an index
 * @param workload 1 on an idle host
 * @param labels that its owner has given it
 * @param moment what it did in the last second; null if nobody has looked yet
 * @param runs those that have engines there
 * @param problem why it cannot be used; empty if it can
 * @param ageNanos how long ago it said this
 * @param through the monitors through which this has come, the first that heard it first
 * @param nodes its NUMA nodes, but for those that cannot be
 * @param software the daemon's version of MOIDE, as handshakes say it; empty if nobody was heard
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

    /** Names of hosts have 253 letters at most. */
    public static final int MOST_LETTERS = 255;

    static final int MOST_ADDRESSES = 8;
    static final int MOST_LABELS = 32;
    static final int MOST_RUNS = 64;

    /** A tree of hundreds of hosts has three levels. */
    static final int MOST_MONITORS = 8;

    /** The character that replaces what a terminal would take for a command. */
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

    /** Cuts a text; one letter more than may be is kept, so that it can be told that there were too many. */
    static String text(@Nullable String any) {
        String said = Objects.requireNonNullElse(any, "");
        StringBuilder kept = new StringBuilder(Math.min(said.length(), MOST_LETTERS + 1));
        for (int i = 0; i < said.length() && i <= MOST_LETTERS; i++) {
            kept.append(isShown(said.charAt(i)) ? said.charAt(i) : REPLACED);
        }
        return kept.toString();
    }

    /** Neither a terminal's commands nor what turns the direction of writing. */
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

    /** The first of these, one more than may be, like {@link #text}. */
    private static <T> List<T> first(@Nullable List<T> any, int most) {
        List<T> all = any == null ? List.of() : any;
        return all.stream().limit(most + 1L).filter(Objects::nonNull).toList();
    }

    /** The first of our own, as many as may be: a host with more networks or runs than that is no nonsense. */
    private static <T> List<T> sayable(List<T> all, int most) {
        return all.subList(0, Math.min(most, all.size()));
    }

    /**
     * A run that has engines on a host.
     *
     * @param id its name
     * @param engines how many
     * @param threads how many these have together
     * @param owner whose it is, as its coordinator claims: {@code anna@laptop}
     * @param heldNanos for how long it has had engines there when this was said
     */
    public record RunThere(String id, int engines, int threads, String owner, long heldNanos)
            implements ExtensibleRecord {
        private static final long serialVersionUID = 1L;

        public RunThere {
            id = text(id);
            owner = text(owner);
        }
    }

    /** A {@link HostMoment} of which nothing is checked. */
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

        /** Returns the same figures in the form in which they are sent. */
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

        /** Makes a look of a moment that can be. */
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

    /** A daemon's word on its host, as it goes out. */
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

    /** Makes the news of a place where a daemon should be, and none answers. */
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

    /** Whether nobody was heard: a monitor says this of a place. */
    public boolean isMissing() {
        return port == 0 && !problem.isEmpty();
    }

    /** The news of this host when it cannot be used from now on. */
    public HostNews ending(String why, long atUptimeNanos) {
        return changed(atUptimeNanos, why, 0, through);
    }

    /** The news as a monitor passes it on that heard it so long ago. */
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

    /** The place of its daemon, as it can be given to {@code --hosts}. */
    public String place() {
        if (isMissing() || addresses.isEmpty()) {
            return addresses.isEmpty() ? node : addresses.get(0);
        }
        String address = addresses.get(0);
        return (address.indexOf(':') < 0 ? address : "[" + address + "]") + ":" + port;
    }
}
