package org.moide.hosts.ssh;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.security.ClusterSecret;
import org.moide.commlib.security.Sha256;
import org.moide.commlib.tunnel.TunnelName;
import org.moide.coordinator.copies.CopyTree;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.coordinator.plan.HostList;

/**
 * Starts a daemon on one host: probes the host, copies what it lacks, starts the daemon. Several threads may call it at
 * once, each for its own host.
 */
final class HostStarter {
    /** The time limit of the probe script, long enough for slow disks. */
    static final Duration PROBING = Duration.ofMinutes(1);

    /** The time limit of the start script, which itself waits up to a minute for the JVM. */
    private static final Duration STARTING = Duration.ofSeconds(90);

    private static final int LAST_PORT = 65_535;

    private final SshSettings settings;
    private final RemoteShell shell;
    private final Here here;
    private final Books books;
    private final JarCopies copies;
    private final @Nullable JarCopies jdkCopies;
    private final Consumer<String> console;

    /**
     * The files and facts of this machine.
     *
     * @param jdk the JDK to copy; null if none is copied
     * @param packed the same JDK as one packed file, if hosts are to pass it on to each other; otherwise null
     */
    record Here(
            HostPlan.Here facts,
            OwnJars jars,
            @Nullable OwnJdk jdk,
            @Nullable OwnJars packed,
            ClusterSecret secret) {
        /** Returns the digests of all files that may have to be copied to hosts. */
        List<String> files() {
            List<String> files = new ArrayList<>(facts.jars());
            if (packed != null) {
                files.addAll(packed.digests());
            }
            return files;
        }

        /** Returns one digest over all jars, which tells different builds of MOIDE apart. */
        String code() {
            return HexFormat.of().formatHex(Sha256.of(String.join(" ", facts.jars())));
        }
    }

    /** Keeps the record of the started daemons. Called from several threads. */
    interface Books {
        /** Returns a new unique ID for a daemon or a copy. */
        String newId();

        /** Records a daemon. Called before the daemon is started, and again when its address is known. */
        void put(StartedDaemon daemon) throws InterruptedException;

        /** Removes a daemon that does not run any more from the record. */
        void remove(StartedDaemon daemon);

        /** Notes the version of Java with which the daemon on a host runs. */
        void runs(String host, String javaVersion);
    }

    /**
     * Creates the starter.
     *
     * @param trees creates the {@link CopyTree} for one kind of files
     */
    HostStarter(
            SshSettings settings,
            RemoteShell shell,
            Here here,
            Books books,
            Supplier<CopyTree> trees,
            Consumer<String> console) {
        this.settings = settings;
        this.shell = shell;
        this.here = here;
        this.books = books;
        this.copies = new JarCopies(trees.get(), shell, here.jars(), "MOIDE", books::newId, console);
        this.jdkCopies = here.packed() == null
                ? null
                : new JarCopies(trees.get(), shell, here.packed(), "Java", books::newId, console);
        this.console = console;
    }

    /**
     * Ensures that a daemon is up on a host. Returns a daemon that an earlier call started, or starts a new one.
     *
     * @param known all daemons that were started earlier, on any host
     */
    StartedDaemon up(HostList.NamedHost named, List<StartedDaemon> known)
            throws HostTroubleException, IOException, InterruptedException {
        String host = named.host();
        List<StartedDaemon> earlier = settings.run().isEmpty()
                ? known.stream()
                        .filter(daemon -> daemon.isFor(named, settings.command()))
                        .toList()
                : List.of();
        HostFacts facts = HostFacts.of(
                host,
                shell.run(
                        host,
                        HostScript.probe(
                                        here.files(),
                                        earlier.stream().map(StartedDaemon::id).toList())
                                .text(),
                        RemoteShell.Input.NONE,
                        PROBING));
        for (StartedDaemon daemon : earlier) {
            if (facts.alive().contains(daemon.id())) {
                return found(daemon);
            }
            books.remove(daemon);
        }
        HostPlan plan = HostPlan.of(host, facts, here.facts());
        if (plan.missing().isEmpty()) {
            copies.has(host);
        } else {
            copies.copy(host, plan.missing());
        }
        String javaHome = plan.javaHome() == null ? java(host, plan.javaVersion(), facts) : plan.javaHome();
        books.runs(host, plan.javaVersion());
        return start(named, javaHome, plan.javaVersion());
    }

    /**
     * Checks that a daemon which an earlier command has started can be used, and returns it.
     *
     * @throws HostTroubleException if it was started from another version of MOIDE, or is reached in another way than
     *     wanted
     */
    private StartedDaemon found(StartedDaemon daemon) throws HostTroubleException {
        if (!daemon.code().equals(here.code()) || daemon.address() == null) {
            throw new HostTroubleException(
                    daemon.host(),
                    "expected a daemon of this version of MOIDE, found one that an earlier 'moide up' has started: end it"
                            + " by 'moide down --hosts " + daemon.host() + "'");
        }
        if (daemon.tunnel().isEmpty() == settings.tunnel()) {
            throw new HostTroubleException(
                    daemon.host(),
                    "expected a daemon "
                            + (settings.tunnel() ? "reached through ssh (--tunnel)" : "reached by the network")
                            + ", found another that an earlier 'moide up' has started: end it by 'moide down --hosts "
                            + daemon.host() + "'");
        }
        console.accept(daemon.host() + ": is up already, at " + daemon.address());
        return daemon;
    }

    /**
     * Copies the JDK to a host and returns its folder there. If hosts pass it on to each other, it arrives as one file
     * and is then unpacked.
     */
    private String java(String host, String version, HostFacts facts)
            throws HostTroubleException, IOException, InterruptedException {
        HostPlan.Carried carried = here.facts().carried();
        if (jdkCopies == null || here.packed() == null || carried == null) {
            return copyJava(host, version);
        }
        String archive = here.packed().digests().get(0);
        if (!facts.jars().contains(archive)) {
            jdkCopies.copy(host, List.of(archive));
        } else {
            jdkCopies.has(host);
        }
        HostScript script = HostScript.unpackJava(books.newId(), carried.digest(), archive);
        return said(host, shell.run(host, script.text(), RemoteShell.Input.NONE, JarCopies.COPYING), "home ");
    }

    private String copyJava(String host, String version) throws HostTroubleException, InterruptedException {
        OwnJdk jdk = here.jdk();
        HostPlan.Carried carried = here.facts().carried();
        if (jdk == null || carried == null) {
            throw new IllegalStateException("expected a JDK to copy, found none");
        }
        console.accept(host + ": copies Java " + version + " there");
        RemoteShell.Answer answer = shell.run(
                host, HostScript.copyJava(books.newId(), carried.digest()).text(), jdk::write, JarCopies.COPYING);
        return said(host, answer, "home ");
    }

    private StartedDaemon start(HostList.NamedHost named, String javaHome, String javaVersion)
            throws HostTroubleException, InterruptedException {
        String host = named.host();
        StartedDaemon daemon = new StartedDaemon(
                books.newId(),
                host,
                named.port(),
                named.slots(),
                settings.command(),
                here.code(),
                "",
                settings.run(),
                null);
        books.put(daemon);
        HostScript script = HostScript.start(
                daemon.id(), javaHome, here.facts().jars(), named.port(), settings.tunnel(), settings.engineWords());
        RemoteShell.Answer answer = shell.run(host, script.text(), this::writeSecret, STARTING);
        if (answer.lines().stream().anyMatch(line -> line.startsWith(HostFacts.FAILURE))) {
            // A script that fails removes what it has begun. Without any word from it, the daemon's state is unknown
            // and the record stays.
            books.remove(daemon);
        }
        String said = said(host, answer, "port ");
        int port = said.matches("[0-9]{1,5}") ? Integer.parseInt(said) : 0;
        if (port < 1 || port > LAST_PORT) {
            throw new HostTroubleException(host, "expected its daemon's port, found '" + said + "'");
        }
        StartedDaemon up = reached(daemon, answer, port);
        books.put(up);
        console.accept(host + ": is up, " + (settings.tunnel() ? "through ssh" : "at " + up.address()) + ", Java "
                + javaVersion);
        return up;
    }

    private StartedDaemon reached(StartedDaemon daemon, RemoteShell.Answer answer, int port)
            throws HostTroubleException, InterruptedException {
        String host = daemon.host();
        if (!settings.tunnel()) {
            return daemon.at(new DaemonAddress(shell.addressOf(host), port, daemon.slots()));
        }
        try {
            return daemon.through(said(host, answer, "tunnel "))
                    .at(new DaemonAddress(new TunnelName(daemon.id(), "").text(), port, daemon.slots()));
        } catch (IllegalArgumentException unusable) {
            throw new HostTroubleException(host, String.valueOf(unusable.getMessage()));
        }
    }

    private void writeSecret(OutputStream to) throws IOException {
        to.write((here.secret().toText() + "\n").getBytes(StandardCharsets.US_ASCII));
    }

    /** Returns the rest of that line of the script's output which begins with {@code word}. */
    private static String said(String host, RemoteShell.Answer answer, String word) throws HostTroubleException {
        HostFacts.requireDone(host, answer);
        return answer.lines().stream()
                .filter(line -> line.startsWith(word))
                .map(line -> line.substring(word.length()))
                .findFirst()
                .orElseThrow(() -> new HostTroubleException(
                        host, "expected a line '" + word + "...', found " + new ArrayList<>(answer.lines())));
    }
}
