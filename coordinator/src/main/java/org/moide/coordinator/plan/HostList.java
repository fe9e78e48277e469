package org.moide.coordinator.plan;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads where the engine daemons are: {@code --hosts a:7101,b} and host files in mpirun's syntax.
 *
 * <pre>
 * # a comment
 * node1                      one host, the default port, as many threads as it has processors
 * node2:7101 slots=4         another port; an engine of 4 threads
 * node[03-05,7] max_slots=8  node03 node04 node05 node7, at most 8 threads each
 * [fe80::1]:7101             an IPv6 address
 * joe@node8 slots = 2        a login, by which daemons are started; those that are up are reached without
 * </pre>
 *
 * <p>A number after a colon is a port. MPICH and Intel MPI mean processes by it; since those are few and ports of users
 * begin at 1024, a file in which one is below that is refused rather than misread.
 *
 * <p>A host that is named more than once is one engine with the slots of all its lines together, where a line without
 * slots counts one; so lists that batch systems write, with a line for each process, mean what they say.
 */
public final class HostList {
    /**
     * The most hosts. A range such as {@code node[1-99999]} is a mistake, and so is a connection to each of that many
     * hosts.
     */
    public static final int MAX_HOSTS = Placement.MAX_ENGINES;

    /** The port of {@code moide monitor} if it is given none, and of a monitor that is named without a port. */
    public static final int MONITOR_PORT = 7090;

    /** The most monitors. A second one is for when the first is down. */
    public static final int MOST_MONITORS = 4;

    private HostList() {}

    /**
     * Reads a host file.
     *
     * @throws PlanException naming the file, with line and column
     */
    public static List<DaemonAddress> readFile(Path file) {
        Named named = new Named(false);
        readFile(file, DaemonAddress.DEFAULT_PORT, named);
        return named.addresses();
    }

    private static void readFile(Path file, int usualPort, Named named) {
        List<String> lines = TextFile.read(file, "--hostfile: expected a text file of hosts, ")
                .lines()
                .toList();
        for (int i = 0; i < lines.size(); i++) {
            new HostLineReader(file + ", line " + (i + 1), lines.get(i), usualPort).readInto(named);
        }
        if (named.hosts.isEmpty()) {
            throw new PlanException(file + ": expected a host on at least one line, found none");
        }
    }

    /**
     * A host on which a daemon is to be started.
     *
     * @param host as it was written
     * @param port the port on which its daemon is to listen; 0 if it was not given
     * @param slots the number of compute threads that its engine is to have; 0 if it was not given
     */
    public record NamedHost(String host, int port, int slots) {
        public NamedHost {
            if (host.startsWith("-")) {
                throw new PlanException("expected a host's name, found '" + host + "', which begins like an option");
            }
        }
    }

    /**
     * Reads a host file like {@link #readFile}; daemons are to be started on these hosts, so each is named once.
     *
     * @throws PlanException naming the file, with line and column
     */
    public static List<NamedHost> readFileOfStarted(Path file) {
        Named named = new Named(true);
        readFile(file, 0, named);
        return named.started();
    }

    /**
     * Reads the value of an option like {@link #readOption}; daemons are to be started on these hosts, so each is named
     * once.
     */
    public static List<NamedHost> readOptionOfStarted(String option, String text) {
        Named named = new Named(true);
        new HostLineReader(option, text, 0).readCommaSeparatedInto(named);
        return named.started();
    }

    /**
     * Reads the value of {@code --hosts}: hosts with commas between them.
     *
     * @throws PlanException with the column
     */
    public static List<DaemonAddress> readOption(String text) {
        Named named = new Named(false);
        new HostLineReader("--hosts", text, DaemonAddress.DEFAULT_PORT).readCommaSeparatedInto(named);
        return named.addresses();
    }

    /**
     * Reads the value of {@code --monitor}: the addresses of cluster monitors, with commas between them.
     *
     * @throws PlanException with the column, or if there are more than {@link #MOST_MONITORS}
     */
    public static List<DaemonAddress> readMonitors(String text) {
        Named named = new Named(false);
        new HostLineReader("--monitor", text, MONITOR_PORT).readCommaSeparatedInto(named);
        List<DaemonAddress> monitors = named.addresses();
        if (monitors.size() > MOST_MONITORS) {
            throw new PlanException(
                    "--monitor: expected at most " + MOST_MONITORS + " monitors, found " + monitors.size());
        }
        return monitors;
    }

    /** The hosts that have been named so far, in order. */
    static final class Named {
        private final Map<String, Entry> hosts = new LinkedHashMap<>();

        private final boolean once;

        private record Entry(String host, int port, int slots, int maxSlots) {}

        /** @param once whether no host may be named twice */
        Named(boolean once) {
            this.once = once;
        }

        /** Returns whether a login has an effect. Daemons are started with a login and reached without one. */
        boolean takesLogins() {
            return once;
        }

        /** Returns hosts as they are kept: with the login for starting a daemon there, if one was named. */
        List<String> withLogin(String login, List<String> hosts) {
            return login.isEmpty() || !takesLogins()
                    ? hosts
                    : hosts.stream().map(host -> login + "@" + host).toList();
        }

        /** Returns whether this host was named before and may be named only once. */
        boolean isTwice(String host, int port) {
            return once && hosts.containsKey(host + " " + port);
        }

        /** Adds a host. Returns false if there are too many. */
        boolean add(String host, int port, int slots, int maxSlots) {
            String key = host + " " + port;
            Entry before = hosts.get(key);
            if (before == null) {
                hosts.put(key, new Entry(host, port, slots, maxSlots));
            } else {
                hosts.put(
                        key,
                        new Entry(
                                host,
                                port,
                                Math.max(1, before.slots) + Math.max(1, slots),
                                Math.max(before.maxSlots, maxSlots)));
            }
            return hosts.size() <= MAX_HOSTS;
        }

        List<DaemonAddress> addresses() {
            List<DaemonAddress> addresses = new ArrayList<>();
            for (Entry entry : hosts.values()) {
                addresses.add(new DaemonAddress(entry.host, entry.port, slots(entry)));
            }
            return addresses;
        }

        List<NamedHost> started() {
            return hosts.values().stream()
                    .map(entry -> new NamedHost(entry.host, entry.port, slots(entry)))
                    .toList();
        }

        private static int slots(Entry entry) {
            return entry.maxSlots == 0 ? entry.slots : Math.min(entry.slots, entry.maxSlots);
        }
    }
}
