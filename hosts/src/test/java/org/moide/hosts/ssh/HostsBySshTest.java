package org.moide.hosts.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.moide.commlib.security.ClusterSecret;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.coordinator.plan.HostList.NamedHost;

/** Tests the script that runs on hosts, and the handling of its output, with a fake ssh that stays on this machine. */
@DisabledOnOs(OS.WINDOWS)
class HostsBySshTest {
    /**
     * The smallest number of hosts for which hosts copy files from each other in these tests. Outside of tests it is
     * 32.
     */
    private static final int FEWEST_FOR_A_TREE = 7;

    private static final String SECRET = "5ec2e7".repeat(10);

    @TempDir
    Path folder;

    private final List<String> said = Collections.synchronizedList(new ArrayList<>());
    private final List<Throwable> faults = Collections.synchronizedList(new ArrayList<>());
    private FakeHosts fakes;
    private StartedDaemons started;
    private HostsBySsh hosts;

    @BeforeEach
    void makeHosts() throws IOException {
        fakes = new FakeHosts(Files.createDirectory(folder.resolve("hosts"))).with("a", "b");
        Files.writeString(folder.resolve("moide.jar"), "a jar");
        started = new StartedDaemons(folder.resolve("up"));
        hosts = hosts(List.of());
    }

    private HostsBySsh hosts(List<String> engineWords) {
        return hosts(engineWords, false, null);
    }

    private HostsBySsh hosts(List<String> engineWords, boolean tunnel, @Nullable Path jdk) {
        return new HostsBySsh(
                new SshSettings(fakes.ssh(), jdk, engineWords, tunnel, ""),
                started,
                new SystemSsh(fakes.ssh(), (where, fault) -> faults.add(fault)),
                List.of(folder.resolve("moide.jar").toString()),
                FEWEST_FOR_A_TREE,
                new SplittableRandom(),
                (where, fault) -> faults.add(fault),
                said::add);
    }

    @AfterEach
    void endAll() throws InterruptedException {
        assertThat(hosts.down(started.all())).isEmpty();
        assertThat(faults).isEmpty();
    }

    @Test
    void shouldStartWhatIsMissingOnceAndLeaveOnlyCopiesBehind() throws Exception {
        HostsBySsh.Outcome outcome = up(hosts(List.of("--label", "it's $HOME")), "a", "b");

        assertThat(outcome.troubles()).isEmpty();
        assertThat(outcome.daemons())
                .extracting(StartedDaemon::address)
                .containsExactly(new DaemonAddress("a.lab", 4711, 0), new DaemonAddress("b.lab", 4711, 0));
        assertThat(started.hostFile()).hasContent("a.lab:4711\nb.lab:4711\n");
        assertThat(fakes.home("a").resolve("said"))
                .content()
                .contains("\n--label\nit's $HOME\n")
                .contains("\n--port\n0\n")
                .as("the secret is neither an argument nor a variable")
                .doesNotContain(SECRET);
        assertThat(fakes.home("a").resolve("heard")).hasContent(SECRET + "\n");
        assertThat(fakes.home("a").resolve("mode")).hasContent("-rw-------\n");
        assertThat(fakes.left("a")).noneMatch(file -> file.endsWith("secret"));

        said.clear();
        assertThat(up(hosts, "a", "b").daemons()).isEqualTo(outcome.daemons());
        assertThat(said)
                .containsExactlyInAnyOrder("a: is up already, at a.lab:4711", "b: is up already, at b.lab:4711");

        assertThat(hosts.down(started.all())).isEmpty();
        assertThat(started.all()).isEmpty();
        assertThat(started.hostFile()).doesNotExist();
        String jar = ".moide/ssh/lib/"
                + OwnJars.of(List.of(folder.resolve("moide.jar").toString()))
                        .digests()
                        .get(0) + ".jar";
        assertThat(fakes.left("a")).containsExactly(jar);

        Files.writeString(fakes.home("a").resolve(jar), "damaged");
        said.clear();
        up(hosts, "a", "b");
        assertThat(said).contains("a: copies MOIDE there, 0.0 MB").doesNotContain("b: copies MOIDE there, 0.0 MB");
        assertThat(fakes.home("a").resolve(jar)).hasContent("a jar");
        assertThat(hosts.purge(List.of("a"))).singleElement().asString().startsWith("a: expected no daemon there");
        hosts.down(started.all());
        assertThat(hosts.purge(List.of("a"))).isEmpty();
        assertThat(fakes.home("a").resolve(".moide")).doesNotExist();
    }

    @Test
    void shouldSayWhatIsWrongWithWhichHostAndForgetWhatNeverWas() throws Exception {
        fakes.with("broken").without("bare");

        HostsBySsh.Outcome outcome = up(hosts, "refused", "a", "bare", "broken");

        assertThat(outcome.daemons()).extracting(StartedDaemon::host).containsExactly("a");
        assertThat(outcome.troubles())
                .containsExactly(
                        "refused: ssh said: ssh: connect to host refused port 22: Connection refused",
                        "bare: expected Java 17 or newer, found none: --with-java copies this machine's, or install one"
                                + " there",
                        "broken: its daemon ended: moide engine: --bind: no such address");
        assertThat(started.all()).extracting(StartedDaemon::host).containsExactly("a");
        assertThat(fakes.left("bare")).isEmpty();
    }

    @Test
    void shouldEndWhatIsJustBeingStarted() throws Exception {
        fakes.with("slow");
        Thread starting = new Thread(
                () -> {
                    try {
                        up(hosts, "a", "slow");
                    } catch (InterruptedException ended) {
                        said.add("ended");
                    }
                },
                "starting");
        starting.start();
        Awaitility.await("both are there")
                .until(() -> said.stream().anyMatch(line -> line.startsWith("a: is up"))
                        && Files.exists(fakes.home("slow").resolve("heard")));

        assertThat(hosts.endAll()).isEmpty();

        starting.join(10_000);
        assertThat(said).endsWith("ended");
        assertThat(started.all()).isEmpty();
        assertThat(fakes.left("slow")).noneMatch(file -> file.contains("daemons"));
        hosts = hosts(List.of());
    }

    @Test
    void shouldCopyFromHostToHostWhereThereAreManyAndFromHereWhereThatCannotBe() throws Exception {
        String[] names = {"a", "b", "c", "d", "e", "f", "g", "closed1", "closed2"};
        fakes.with(names);

        HostsBySsh.Outcome outcome = up(hosts, names);

        assertThat(outcome.troubles()).isEmpty();
        assertThat(outcome.daemons()).hasSize(names.length);
        String jar = OwnJars.of(List.of(folder.resolve("moide.jar").toString()))
                .digests()
                .get(0);
        for (String name : names) {
            assertThat(fakes.home(name).resolve(".moide/ssh/lib/" + jar + ".jar"))
                    .as(name)
                    .hasContent("a jar");
        }
        long fromHere = said.stream()
                .filter(line -> line.contains("copies MOIDE there"))
                .count();
        long between =
                said.stream().filter(line -> line.contains("gets MOIDE from")).count();
        List<String> refused = said.stream()
                .filter(line -> line.contains("so it comes from here"))
                .toList();
        assertThat(fakes.passed()).hasSize((int) between).isNotEmpty();
        assertThat(fromHere).isEqualTo(names.length - between + refused.size());
        assertThat(refused)
                .allMatch(line -> line.matches(
                        "closed.: cannot get MOIDE from (.|closed.) [(]\\1: its ssh said: ssh: connect to host closed. port 22: No"
                                + " route to host[)], so it comes from here"));
        assertThat(fakes.passed().stream().filter(line -> line.contains(" closed")))
                .hasSameSizeAs(refused);
    }

    @Test
    void shouldGiveAJdkFromHostToHostToThoseThatLackItAndLookAtItThere() throws Exception {
        Path jdk = folder.resolve("jdk");
        FakeHosts.jdk(jdk, "25.0.9");
        String[] names = {"a", "b", "c", "d", "e", "f", "g", "h", "closed1", "same1", "same2"};
        for (String name : names) {
            fakes.without(name);
        }
        for (String name : List.of("same1", "same2")) {
            FakeHosts.jdk(fakes.home(name).resolve("jdk"), "25.0.9");
        }
        hosts = hosts(List.of(), false, jdk);

        HostsBySsh.Outcome outcome = up(hosts, names);

        assertThat(outcome.troubles()).isEmpty();
        assertThat(outcome.daemons()).hasSize(names.length);
        String archive;
        try (OwnJars packed = OwnJars.packed(new OwnJdk(jdk))) {
            archive = packed.digests().get(0);
        }
        for (String name : names) {
            boolean given = !name.startsWith("same");
            assertThat(Files.exists(fakes.home(name).resolve(".moide/ssh/lib/" + archive + ".jar")))
                    .as(name)
                    .isEqualTo(given);
            assertThat(fakes.left(name).stream().filter(file -> file.endsWith("/bin/java")))
                    .as(name)
                    .hasSize(given ? 1 : 0);
        }
        long fromHere =
                said.stream().filter(line -> line.contains("copies Java there")).count();
        long between =
                said.stream().filter(line -> line.contains("gets Java from")).count();
        assertThat(said)
                .as("only who has the packed one gives it")
                .noneMatch(line -> line.contains("gets Java from same"));
        assertThat(between).isPositive();
        assertThat(fromHere)
                .isEqualTo(names.length
                        - 2
                        - between
                        + said.stream()
                                .filter(line -> line.contains("cannot get Java"))
                                .count());
        hosts.down(started.all());

        // A damaged archive is neither unpacked nor passed on.
        Files.writeString(fakes.home("a").resolve(".moide/ssh/lib/" + archive + ".jar"), "damaged");
        try (Stream<Path> copied = Files.walk(fakes.home("a").resolve(".moide/ssh/java"))) {
            copied.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        }
        said.clear();
        assertThat(up(hosts, names).troubles()).isEmpty();
        assertThat(said).anyMatch(line -> line.matches("a: (gets Java from .*|copies Java there, .*)"));
        assertThat(fakes.left("a").stream().filter(file -> file.endsWith("/bin/java")))
                .hasSize(1);
    }

    @Test
    void shouldStartDaemonsThatAreReachedThroughSsh() throws Exception {
        HostsBySsh.Outcome outcome = up(hosts(List.of(), true, null), "a");

        assertThat(outcome.troubles()).isEmpty();
        StartedDaemon daemon = outcome.daemons().get(0);
        Path sockets = fakes.home("a").resolve(".moide/ssh/daemons/" + daemon.id() + "/t");
        assertThat(daemon.address()).isEqualTo(new DaemonAddress(daemon.id() + ".tunnel.invalid", 4711, 0));
        assertThat(daemon.tunnel()).isEqualTo(sockets.toString());
        assertThat(started.all()).as("as it is written down").containsExactly(daemon);
        assertThat(fakes.home("a").resolve("said"))
                .content()
                .contains("\n--tunnel\n" + daemon.id() + ":" + sockets + "\n");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(sockets)))
                .isEqualTo("rwx------");
        assertThat(up(hosts(List.of(), true, null), "a").daemons()).containsExactly(daemon);
        assertThat(up(hosts, "a").troubles())
                .containsExactly(
                        "a: expected a daemon reached by the network, found another that an earlier 'moide up' has"
                                + " started: end it by 'moide down --hosts a'");

        // This ssh forwards nothing, like one whose server forbids forwarding.
        TunnelSsh deaf = TunnelSsh.start(
                daemon,
                new TunnelSsh.Ends("0123abcd", 1, folder.resolve("to"), folder.resolve("from")),
                task -> new Thread(task));
        assertThatIOException()
                .isThrownBy(() -> deaf.awaitUp(Duration.ofSeconds(20)))
                .withMessageStartingWith("a: expected that its sshd forwards Unix sockets, found that it does not")
                .withMessageContaining("'AllowStreamLocalForwarding yes'");
        deaf.end(Duration.ofSeconds(5));

        assertThat(hosts.down(started.all())).isEmpty();
        assertThat(fakes.left("a")).noneMatch(file -> file.contains("daemons"));
        assertThatIOException()
                .isThrownBy(() -> TunnelSsh.start(
                                daemon,
                                new TunnelSsh.Ends("0123abcd", 2, folder.resolve("to"), folder.resolve("from")),
                                task -> new Thread(task))
                        .awaitUp(Duration.ofSeconds(20)))
                .withMessageStartingWith("a: expected its daemon, found that it has ended");
    }

    @Test
    void shouldSayWhichFolderIsTooLongForSockets() throws Exception {
        String deep = "deep/" + "x".repeat(90);
        fakes.with(deep);
        assertThat(up(hosts(List.of(), true, null), deep).troubles())
                .singleElement()
                .asString()
                .startsWith(deep + ": expected a path of at most 107 bytes for sockets, found the folder ")
                .endsWith("set MOIDE_HOME to a shorter one there, or do without --tunnel");
        assertThat(fakes.left(deep)).noneMatch(file -> file.contains("daemons"));
    }

    private static HostsBySsh.Outcome up(HostsBySsh by, String... names) throws InterruptedException {
        return by.up(
                List.of(names).stream().map(name -> new NamedHost(name, 0, 0)).toList(),
                ClusterSecret.fromText(SECRET));
    }
}
