package org.moide.commlib.carrier;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
        Path own = folder("moide-ring-" + ProcessHandle.current().pid() + "-126", Duration.ZERO);

        RingFiles.sweep(memory, own);

        assertThat(left).doesNotExist();
        assertThat(young).exists();
        assertThat(living).exists();
        assertThat(other).exists();
        assertThat(own.resolve("ring")).exists();
    }

    @Test
    void shouldNotMindWhenThereIsNoSuchFolder() {
        RingFiles.sweep(memory.resolve("none"), memory);
        assertThat(memory).isEmptyDirectory();
    }
}
