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

/** Starts a daemon on one host after the other: looks what is there, copies what is missing, starts it. Several threads. */
final class HostStarter {
    /** A script that looks around, on a host whose disks are slow. */
    static final Duration PROBING = Duration.ofMinutes(1);

    /** A JVM's start, for which the script waits a minute. */
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
     * What this side has.
     *
     * @param jdk null if none is carried
     * @param packed the same in one file, where hosts are to give it to each other; null elsewhere
     */
    record Here(
            HostPlan.Here facts,
            OwnJars jars,
            @Nullable OwnJdk jdk,
            @Nullable OwnJars packed,
            ClusterSecret secret) {
        /** Digests of all that can be copied. */
        List<String> files() {
            List<String> files = new ArrayList<>(facts.jars());
            if (packed != null) {
                files.addAll(packed.digests());
            }
            return files;
        }

        /** A digest of all jars. */
        String code() {
            return HexFormat.of().formatHex(Sha256.of(String.join(" ", facts.jars())));
        }
    }

    /** Where it is written down. */
    interface Books {
        /** An ID that nobody else has. */
        String newId();

        /** From now on it may be there; or where it is has been found out. */
        void put(StartedDaemon daemon) throws InterruptedException;

        /** It is not there any more. */
        void remove(StartedDaemon daemon);

        /** This version of Java runs there. */
        void runs(String host, String javaVersion);
    }

    /** @param trees makes one that says who gives something to whom */
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
     * A daemon is up there.
     *
     * @param known what was started earlier, on whatever host
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

    /** One that is up already serves, if it is of this MOIDE. */
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

    /** The JDK has come there; as one file if hosts give it to each other, and is then unpacked. */
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
            // The script has put away what it had begun. Where it said nothing at all, nobody knows.
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

    /** What a script says after this word. */
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
