package org.moide.hosts.ssh;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ThreadFactory;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.moide.commlib.port.FaultHandler;
import org.moide.commlib.security.ClusterSecret;
import org.moide.commlib.system.DaemonThreads;
import org.moide.commlib.system.OwnClassPath;
import org.moide.coordinator.copies.CopyTree;
import org.moide.coordinator.plan.HostList;

/**
 * Starts and ends daemons on other hosts by ssh. Each daemon is recorded in a file before it is started.
 *
 * <table>
 * <caption>Concurrency</caption>
 * <tr><td>{@link #up}, {@link #down}, {@link #purge}</td><td>called by one thread</td></tr>
 * <tr><td>{@link #endAll}</td><td>called by any thread, also during the calls above; no daemon is
 * started then</td></tr>
 * <tr><td>{@code hosts-by-ssh-n}</td><td>each works at one host and writes the record of daemons</td></tr>
 * </table>
 */
public final class HostsBySsh {
    /**
     * The time limit of the stop script. The script itself waits up to 40 s for the daemon's engines to hand over their
     * tasks.
     */
    private static final Duration STOPPING = Duration.ofSeconds(70);

    private static final int ID_BYTES = 8;

    /** The limit on the number of hosts that one line of a message names. */
    private static final int MOST_NAMED = 3;

    private final SshSettings settings;
    private final StartedDaemons started;
    private final RemoteShell shell;
    private final List<String> classPath;
    private final int fewestForATree;
    private final RandomGenerator randomness;
    private final Consumer<String> console;
    private final ThreadFactory threads;
    private final AtOnce atOnce;
    private final Map<String, String> versions = new ConcurrentSkipListMap<>();
    private final Set<String> ours = ConcurrentHashMap.newKeySet();
    private volatile boolean ending;

    /**
     * Creates the object.
     *
     * @param console receives lines for the user about what is done
     */
    public HostsBySsh(
            SshSettings settings,
            StartedDaemons started,
            RandomGenerator randomness,
            FaultHandler faults,
            Consumer<String> console) {
        this(
                settings,
                started,
                new SystemSsh(settings.command(), faults),
                OwnClassPath.entries(),
                CopyTree.FEWEST_HOSTS,
                randomness,
                faults,
                console);
    }

    HostsBySsh(
            SshSettings settings,
            StartedDaemons started,
            RemoteShell shell,
            List<String> classPath,
            int fewestForATree,
            RandomGenerator randomness,
            FaultHandler faults,
            Consumer<String> console) {
        this.settings = settings;
        this.started = started;
        this.shell = shell;
        this.classPath = List.copyOf(classPath);
        this.fewestForATree = fewestForATree;
        this.randomness = randomness;
        this.console = console;
        this.threads = new DaemonThreads("hosts-by-ssh", faults);
        this.atOnce = new AtOnce(threads);
    }

    /**
     * The outcome of starting daemons.
     *
     * @param daemons the daemons that are up now
     * @param troubles a line for each other host, which begins with the host's name and says what failed
     */
    public record Outcome(List<StartedDaemon> daemons, List<String> troubles) {
        public Outcome {
            daemons = List.copyOf(daemons);
            troubles = List.copyOf(troubles);
        }
    }

    /**
     * Starts a daemon on each host on which none of this user's is up.
     *
     * @throws UncheckedIOException if local files cannot be read, or the record of daemons cannot be written
     */
    public Outcome up(List<HostList.NamedHost> hosts, ClusterSecret secret) throws InterruptedException {
        List<StartedDaemon> known = started.all();
        OwnJdk jdk = settings.jdk() == null ? null : new OwnJdk(settings.jdk());
        try (OwnJars jars = OwnJars.of(classPath);
                OwnJars packed = jdk == null || hosts.size() < fewestForATree ? null : OwnJars.packed(jdk)) {
            HostPlan.Here facts = new HostPlan.Here(
                    jars.digests(), version(), Runtime.version().feature(), jdk == null ? null : jdk.describe());
            HostStarter starter = new HostStarter(
                    settings,
                    shell,
                    new HostStarter.Here(facts, jars, jdk, packed, secret),
                    new OurBooks(),
                    () -> new CopyTree(hosts.size(), fewestForATree),
                    console);
            AtOnce.Outcome<StartedDaemon> done = atOnce.each(hosts, host -> starter.up(host, known));
            started.writeHostFile();
            return new Outcome(done.results(), done.troubles());
        } catch (IOException unreadable) {
            throw new UncheckedIOException("cannot read what is to be copied: " + unreadable.getMessage(), unreadable);
        }
    }

    /** Returns the version of this JVM in the form that the file {@code release} of a JDK has. */
    private static String version() {
        return System.getProperty("java.version", "").replaceFirst("[^0-9.].*", "");
    }

    /**
     * The record of the daemons that this object starts, as {@link HostStarter} needs it. Called from several threads.
     */
    private final class OurBooks implements HostStarter.Books {
        @Override
        public String newId() {
            byte[] bytes = new byte[ID_BYTES];
            synchronized (randomness) {
                randomness.nextBytes(bytes);
            }
            return HexFormat.of().formatHex(bytes);
        }

        @Override
        public void put(StartedDaemon daemon) throws InterruptedException {
            ours.add(daemon.id());
            started.put(daemon);
            if (ending) {
                throw new InterruptedException("told to end");
            }
        }

        @Override
        public void remove(StartedDaemon daemon) {
            started.remove(daemon);
        }

        @Override
        public void runs(String host, String javaVersion) {
            versions.put(host, javaVersion);
        }
    }

    /**
     * Returns a line that says which hosts run which Java, if their feature versions differ from each other or from
     * this JVM's; otherwise an empty text.
     */
    public String mixture() {
        Map<Integer, List<String>> byFeature = new TreeMap<>();
        byFeature
                .computeIfAbsent(Runtime.version().feature(), none -> new ArrayList<>())
                .add("this machine");
        versions.forEach((host, version) -> byFeature
                .computeIfAbsent(Integer.valueOf(version.replaceFirst("[.].*", "")), none -> new ArrayList<>())
                .add(host));
        if (byFeature.size() < 2) {
            return "";
        }
        List<String> parts = new ArrayList<>();
        byFeature.forEach((feature, hosts) -> parts.add(feature + " on " + few(hosts)));
        return "expected one version of Java, found " + String.join(", ", parts)
                + ": what is compiled for the newer does not run on the older; --with-java gives all hosts this machine's";
    }

    private static String few(List<String> hosts) {
        return String.join(", ", hosts.subList(0, Math.min(MOST_NAMED, hosts.size())))
                + (hosts.size() > MOST_NAMED ? " and " + (hosts.size() - MOST_NAMED) + " more" : "");
    }

    /**
     * Ends these daemons and removes them from the record. Returns a line for each host where this failed. The daemon
     * of such a host stays in the record.
     */
    public List<String> down(List<StartedDaemon> daemons) throws InterruptedException {
        return ended(daemons, atOnce);
    }

    private List<String> ended(List<StartedDaemon> daemons, AtOnce by) throws InterruptedException {
        List<String> troubles = by.each(daemons, daemon -> {
                    done(daemon.host(), HostScript.stop(daemon.id()));
                    started.remove(daemon);
                    return daemon;
                })
                .troubles();
        started.writeHostFile();
        return troubles;
    }

    private void done(String host, HostScript script) throws HostTroubleException, InterruptedException {
        HostFacts.requireDone(host, shell.run(host, script.text(), RemoteShell.Input.NONE, STOPPING));
    }

    /** Removes everything that MOIDE has copied to these hosts. Returns a line for each host where this failed. */
    public List<String> purge(List<String> hosts) throws InterruptedException {
        return atOnce.each(hosts, host -> {
                    done(host, HostScript.purge());
                    return host;
                })
                .troubles();
    }

    /**
     * Breaks off running calls and ends all daemons that this object has started. Called when this process ends.
     * Returns a line for each host where ending failed.
     */
    public List<String> endAll() throws InterruptedException {
        ending = true;
        atOnce.end();
        List<StartedDaemon> left = started.all().stream()
                .filter(daemon -> ours.contains(daemon.id()))
                .toList();
        AtOnce last = new AtOnce(threads);
        try {
            return ended(left, last);
        } finally {
            last.end();
        }
    }
}
