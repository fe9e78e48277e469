package org.moide.command.story;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests runs over three hosts with TLS. One host has two networks, and some hosts advertise wrong addresses. */
@Tag("full")
class ThreeHostsStoryTest {
    /** An address of the network that is reserved for documentation, where no host exists. */
    private static final String NOWHERE = "192.0.2.7";

    @BeforeAll
    static void needs() throws Exception {
        assertThat(CutNetwork.isPossible())
                .as("network namespaces: root, and ip of iproute2")
                .isTrue();
    }

    @TempDir
    Path home;

    private ThreeHosts hosts;
    private final List<Daemon> daemons = new ArrayList<>();

    @BeforeEach
    void open() throws IOException {
        hosts = ThreeHosts.open();
    }

    @AfterEach
    void close() throws IOException {
        daemons.forEach(Daemon::close);
        hosts.close();
    }

    /**
     * Starts a daemon that listens on all networks of a host.
     *
     * @return the address at which the other hosts reach it
     */
    private String daemon(int host, String... options) {
        Daemon daemon = Daemon.start(home, ThreeHosts.on(host), "0.0.0.0", options);
        daemons.add(daemon);
        return ThreeHosts.address(host) + ":" + daemon.port();
    }

    private MoideProcess run(int host, String hostsWord, String... words) {
        List<String> all = new ArrayList<>(List.of("run", "--no-progress", "--hosts", hostsWord, "--engines", "3"));
        all.addAll(List.of(words));
        return MoideProcess.start(home, ThreeHosts.on(host), all.toArray(String[]::new));
    }

    @Test
    void shouldRunOverThreeHostsWhenTheCoordinatorsHasTwoNetworks() {
        try (MoideProcess run = run(0, daemon(1) + "," + daemon(2), "cg", "--class", "S")) {
            run.awaitSuccess();
        }
    }

    @Test
    void shouldRunOverThreeHostsWhenAnEnginesHasTwoNetworks() {
        try (MoideProcess run = run(1, daemon(0) + "," + daemon(2), "cg", "--class", "S")) {
            run.awaitSuccess();
        }
    }

    @Test
    void shouldNameTheAddressThatWasTriedWhenADaemonAdvertisesAWrongOne() {
        try (MoideProcess run = run(1, daemon(0, "--advertise", NOWHERE) + "," + daemon(2), "hello")) {
            assertThat(run.awaitExit()).as("exit code of %s", run).isNotZero();
            assertThat(String.join("\n", run.err())).as("%s", run).contains(NOWHERE);
        }
    }

    @Test
    void shouldNameTheAddressThatWasTriedWhenTheCoordinatorAdvertisesAWrongOne() {
        try (MoideProcess run = run(0, daemon(1) + "," + daemon(2), "--advertise", NOWHERE, "hello")) {
            assertThat(run.awaitExit()).as("exit code of %s", run).isNotZero();
            assertThat(String.join("\n", run.err())).as("%s", run).contains(NOWHERE, "--advertise");
        }
    }
}
