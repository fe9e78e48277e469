package org.moide.commlib.carrier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

@Tag("jdk")
class RingFilesTest {
    @TempDir
    Path memory;

    private static long deadPid() throws Exception {
        Process process = new ProcessBuilder("true").start();
        process.waitFor();
        return process.pid();
    }

    private Path folder(String name, Duration age) throws IOException {
        Path folder = Files.createDirectory(memory.resolve(name));
        Files.createFile(folder.resolve("ring"));
        Files.setLastModifiedTime(folder, FileTime.from(Instant.now().minus(age)));
        return folder;
    }

    @Test
    void shouldRemoveWhatKilledProcessesLeftAndNothingElse() throws Exception {
        Duration old = Duration.ofMinutes(5);
        long dead = deadPid();
        Path left = folder("moide-ring-" + dead + "-123", old);
        Path young = folder("moide-ring-" + dead + "-124", Duration.ZERO);
        Path living = folder("moide-ring-" + ProcessHandle.current().pid() + "-125", old);
        Path other = folder("moide-rings", old);
        Path tasks = Files.createFile(memory.resolve("moide-tasks-" + dead + "-127"));
        Files.setLastModifiedTime(tasks, FileTime.from(Instant.now().minus(old)));
        Path own = folder("moide-ring-" + ProcessHandle.current().pid() + "-126", Duration.ZERO);

        MemoryNames.sweep(memory, own);

        assertThat(left).doesNotExist();
        assertThat(tasks).doesNotExist();
        assertThat(young).exists();
        assertThat(living).exists();
        assertThat(other).exists();
        assertThat(own.resolve("ring")).exists();
    }

    @Test
    void shouldNotMindWhenThereIsNoSuchFolder() {
        MemoryNames.sweep(memory.resolve("none"), memory);
        assertThat(memory).isEmptyDirectory();
    }

    @Test
    void shouldRemoveAtOnceWhatAProcessLeftWhenItsParentHasSeenItsEnd() throws Exception {
        long dead = deadPid();
        Path ring = folder("moide-ring-" + dead + "-1", Duration.ZERO);
        Path tasks = Files.createFile(memory.resolve("moide-tasks-" + dead + "-2"));
        Path living = folder("moide-ring-" + ProcessHandle.current().pid() + "-3", Duration.ofMinutes(5));
        Path foreign = Files.createFile(memory.resolve("moide-other-" + dead + "-4"));

        MemoryNames.removeAfter(memory, dead);

        assertThat(ring).doesNotExist();
        assertThat(tasks).doesNotExist();
        assertThat(living).exists();
        assertThat(foreign).exists();
    }

    static boolean mayGiveFilesAway() {
        return "root".equals(System.getProperty("user.name"));
    }

    @Test
    @EnabledIf("mayGiveFilesAway")
    void shouldRefuseARingThatBelongsToAnotherUser() throws Exception {
        RingFiles rings = new RingFiles(new SecureRandom());
        try (RingFiles.Made made = rings.makeRing()) {
            assertThat(rings.openRing(made.name(), made.token())).isNotNull();
            Files.setAttribute(Path.of(made.name()), "unix:uid", 65534);
            assertThatThrownBy(() -> rings.openRing(made.name(), made.token()))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("expected a file of this user");
        }
    }
}
