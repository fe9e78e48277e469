package org.moide.command.story;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests an attack: another user of the machine listens at a port where processes of MOIDE may look for each other, and
 * forwards the handshake. The attacker can read no byte of a call, and no call of the attacker is answered.
 */
@Tag("full")
class RelayStoryTest {
    @BeforeAll
    static void needs() throws Exception {
        assertThat(Relay.isPossible())
                .as("another user and network namespaces: root, setpriv of util-linux, and ip of iproute2")
                .isTrue();
    }

    private static final String LOOPBACK = "127.0.0.1";
    /** Another loopback address. On it the caller's port number is free. */
    private static final String ALSO_LOOPBACK = "127.0.0.2";

    @TempDir
    Path home;

    @TempDir
    Path open;

    @BeforeEach
    void letOthersIn() throws IOException {
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private MoideProcess run(String daemon, String... options) {
        List<String> words = new ArrayList<>(List.of("run", "--hosts", daemon, "--engines", "2"));
        words.addAll(List.of(options));
        words.add("hello");
        return MoideProcess.start(home, words.toArray(String[]::new));
    }

    @Test
    @SuppressWarnings("try") // the network exists while it is open
    void shouldSayNothingToWhoeverHoldsTheLoopbackPortOfADaemonThatHasAnAddress() throws IOException {
        try (CutNetwork network = CutNetwork.open();
                Daemon daemon = Daemon.start(home, List.of(), CutNetwork.HERE);
                Relay relay = Relay.start(
                        open, List.of(), LOOPBACK, daemon.port(), CutNetwork.HERE, daemon.port(), ALSO_LOOPBACK);
                MoideProcess run = run(daemon.address(), "--bind", CutNetwork.HERE)) {
            int exit = run.awaitExit();
            assertThat(relay.loot()).as("what the relay got: %s", relay).isEmpty();
            assertThat(exit).as("exit code of %s", run).isZero();
        }
    }

    @Test
    void shouldSayNothingToWhoeverHoldsTheLoopbackPortWhenTwoHostsShareAnAddress() throws IOException {
        try (CutNetwork network = CutNetwork.open()) {
            network.share();
            try (Daemon daemon = Daemon.start(home, network.there(), "0.0.0.0");
                    Relay inside = Relay.start(
                            open,
                            network.there(),
                            CutNetwork.THERE,
                            daemon.port() + 1,
                            LOOPBACK,
                            daemon.port(),
                            ALSO_LOOPBACK);
                    Relay relay = Relay.start(
                            open,
                            List.of(),
                            LOOPBACK,
                            daemon.port(),
                            CutNetwork.THERE,
                            daemon.port() + 1,
                            CutNetwork.HERE);
                    MoideProcess run = run(CutNetwork.THERE + ":" + daemon.port())) {
                int exit = run.awaitExit();
                assertThat(relay.loot()).as("what the relay got: %s", relay).isEmpty();
                assertThat(inside.loot())
                        .as("what the relay over there got: %s", inside)
                        .isEmpty();
                assertThat(exit).as("exit code of %s", run).isZero();
            }
        }
    }
}
