package org.moide.hosts.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.coordinator.plan.PlanException;

class StartedDaemonsTest {
    private static final List<String> SSH = List.of("ssh", "-F", "a file");

    @TempDir
    Path folder;

    private StartedDaemons started;

    @BeforeEach
    void open() {
        started = new StartedDaemons(folder.resolve("up"));
    }

    @Test
    void shouldKnowWhatWasWrittenDownAndListWhatIsUpForAll() throws IOException {
        StartedDaemon starting = daemon("0000000000000001", "node2", "");
        StartedDaemon up = daemon("0000000000000002", "node1", "").at(new DaemonAddress("fe80::1", 4711, 4));
        StartedDaemon ofRun = daemon("0000000000000003", "node3", "12 here").at(new DaemonAddress("node3", 4712, 4));
        started.put(starting);
        started.put(up);
        started.put(ofRun);
        started.writeHostFile();

        assertThat(started.all()).containsExactly(up, starting, ofRun);
        assertThat(started.hostFile()).hasContent("[fe80::1]:4711 slots=4\n");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(started.hostFile())))
                .isEqualTo("rw-------");

        List.of(starting, up, ofRun).forEach(started::remove);
        started.writeHostFile();
        assertThat(folder.resolve("up")).doesNotExist();
        assertThat(started.all()).isEmpty();
    }

    @Test
    void shouldLeaveADaemonToTheRunThatHasStartedItWhileThatLives() {
        long alive = ProcessHandle.current().pid();

        assertThat(daemon("0000000000000001", "n", "").isLeft("here")).isTrue();
        assertThat(daemon("0000000000000001", "n", StartedDaemon.owner(alive, "here"))
                        .isLeft("here"))
                .isFalse();
        assertThat(daemon("0000000000000001", "n", StartedDaemon.owner(alive, "there"))
                        .isLeft("here"))
                .as("nothing is known of processes of another host")
                .isFalse();
        assertThat(daemon("0000000000000001", "n", StartedDaemon.owner(Integer.MAX_VALUE, "here"))
                        .isLeft("here"))
                .isTrue();
    }

    @Test
    void shouldSayWhichFileIsNoneOfItsOwn() throws IOException {
        Files.createDirectories(folder.resolve("up"));
        Files.writeString(folder.resolve("up/0000000000000001"), "host=-oProxyCommand=x\nssh=ssh\n");
        assertThatThrownBy(started::all)
                .isInstanceOf(PlanException.class)
                .hasMessageContaining("up/0000000000000001: expected a host's name, found '-oProxyCommand=x'");

        Files.writeString(folder.resolve("up/0000000000000001"), "port=x\n");
        assertThatThrownBy(started::all).isInstanceOf(PlanException.class);
    }

    private static StartedDaemon daemon(String id, String host, String run) {
        return new StartedDaemon(id, host, 0, 4, SSH, "code", "", run, null);
    }
}
