package org.moide.coordinator.plan;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Parses lists of engine daemons: {@code --hosts a:7101,b}, and host files in mpirun's syntax.
 *
 * <pre>
 * # a comment
 * node1                      one host, the default port, as many threads as it has processors
 * node2:7101 slots=4         another port; an engine of 4 threads
 * node[03-05,7] max_slots=8  node03 node04 node05 node7, at most 8 threads each
 * [fe80::1]:7101             an IPv6 address
 * joe@node8 slots = 2        a login name, used for starting a daemon but not for connecting to a running one
 * </pre>
 *
 * <p>A number after a colon is a port. In MPICH and Intel MPI it is a number of processes, which is small, while
 * ordinary users have ports from 1024 on. A file with a smaller number is therefore refused.
 *
 * <p>A host that is named several times gets one engine with the slots of all its lines together; a line without slots
 * counts as one slot. Batch systems write such lists, with a line for each process.
 */
public final class HostList {
    /**
     * The greatest number of hosts in a list. A list with more is a user's mistake, such as the range
     * {@code node[1-99999]}.
     */
    public static final int MAX_HOSTS = Placement.MAX_ENGINES;

    /** The default port of {@code moide monitor}, and of a monitor that is named without a port. */
    public static final int MONITOR_PORT = 7090;

    /** The greatest number of monitors to which a daemon reports. A second monitor is useful when the first is down. */
    public static final int MOST_MONITORS = 4;

    private HostList() {}

    /**
     * Reads the daemons' addresses from a host file.
     *
     * @throws PlanException if the file has an error; the message has file, line and column
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
     * @param host the name in the user's words, with a login before {@code @} if one was given
     * @param port the port on which the daemon is to listen; 0 if not given
     * @param slots the number of compute threads of the daemon's engine; 0 if not given
     */
    public record NamedHost(String host, int port, int slots) {
        public NamedHost {
            if (host.startsWith("-")) {
                throw new PlanException("expected a host's name, found '" + host + "', which begins like an option");
            }
        }
    }

    /**
     * Reads from a host file the hosts on which daemons are to be started. Each host may be named once.
     *
     * @throws PlanException if the file has an error; the message has file, line and column
     */
    public static List<NamedHost> readFileOfStarted(Path file) {
        Named named = new Named(true);
        readFile(file, 0, named);
        return named.started();
    }

    /** Reads from an option the hosts on which daemons are to be started. Each host may be named once. */
    public static List<NamedHost> readOptionOfStarted(String option, String text) {
        Named named = new Named(true);
        new HostLineReader(option, text, 0).readCommaSeparatedInto(named);
        return named.started();
    }

    /**
     * Reads the value of {@code --hosts}: hosts separated by commas.
     *
     * @throws PlanException if the value has an error; the message has the column
     */
    public static List<DaemonAddress> readOption(String text) {
        Named named = new Named(false);
        new HostLineReader("--hosts", text, DaemonAddress.DEFAULT_PORT).readCommaSeparatedInto(named);
        return named.addresses();
    }

    /**
     * Reads the value of {@code --monitor}: the addresses of cluster monitors, separated by commas.
     *
     * @throws PlanException if the value has an error, or names more than {@link #MOST_MONITORS} monitors
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

    /** The hosts of a list that have been read so far, in order. */
    static final class Named {
        private final Map<String, Entry> hosts = new LinkedHashMap<>();

        private final boolean once;

        private record Entry(String host, int port, int slots, int maxSlots) {}

        /**
         * Creates an empty list.
         *
         * @param once whether a host may be named only once, since a daemon is started on it
         */
        Named(boolean once) {
            this.once = once;
        }

        /**
         * Returns whether a login name before a host has an effect. It has one if the list is of hosts on which daemons
         * are started, and none if it is of daemons to connect to.
         */
        boolean takesLogins() {
            return once;
        }

        /**
         * Returns the hosts with {@code login@} before each name. Returns them unchanged if {@code login} is empty or
         * has no effect in this list.
         */
        List<String> withLogin(String login, List<String> hosts) {
            return login.isEmpty() || !takesLogins()
                    ? hosts
                    : hosts.stream().map(host -> login + "@" + host).toList();
        }

        /**
         * Returns whether naming this host again is an error: the host was named before, and in this list each may be
         * named only once.
         */
        boolean isTwice(String host, int port) {
            return once && hosts.containsKey(host + " " + port);
        }

        /**
         * Adds a host; if the host is already in the list, adds these slots to its slots. Returns false if the list is
         * full.
         */
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
