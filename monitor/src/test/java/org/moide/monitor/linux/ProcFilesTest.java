package org.moide.monitor.linux;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.moide.monitor.LoadSample;

/** On texts recorded from a real machine. */
final class ProcFilesTest {
    private static final String STAT = """
            cpu  12940 20 2375 207020 157 5 29 13 0 0
            cpu0 6335 10 1027 103877 19 0 6 4 0 0
            cpu1 6604 10 1347 103142 138 5 22 9 0 0
            intr 259903 0 0 0
            ctxt 646482
            btime 1767225600
            processes 7166
            procs_running 3
            procs_blocked 0
            """;
    private static final String EVIL_NAME =
            "7166 (java) R 1 (x) S 7155 7155 2618 0 -1 4194304 101 0 0 0 250 50 0 0 20 0 1 0 111567 3133440 411";

    @TempDir
    Path root;

    @Test
    void shouldCountAsBusyNeitherIdleNorWaitingForDiskNorStolenTime() {
        assertThat(ProcFiles.busySeconds(STAT.lines().toList())).isEqualTo(153.69);
        assertThat(ProcFiles.busySeconds(List.of())).isZero();
    }

    @Test
    void shouldReadRunnableThreads() {
        assertThat(ProcFiles.runnableOnMachine(STAT.lines().toList())).isEqualTo(3);
        assertThat(ProcFiles.runnableOnMachine(List.of("procs_running x"))).isNaN();
        assertThat(ProcFiles.runnableOnMachine(List.of())).isNaN();
    }

    @Test
    void shouldNotBeFooledByAProcessName() {
        assertThat(ProcFiles.processSeconds(EVIL_NAME)).isEqualTo(3.0);
        assertThat(ProcFiles.isRunnable(EVIL_NAME)).isFalse();
        assertThat(ProcFiles.isRunnable("1 (S) R 2")).isTrue();
        assertThat(ProcFiles.processSeconds("garbage")).isZero();
    }

    @Test
    void shouldAddUpOurProcessesAndSkipThoseGone() throws IOException {
        write("proc/stat", STAT);
        write("proc/7166/stat", EVIL_NAME);
        write("proc/7166/task/7166/stat", "7166 (java) S 1");
        write("proc/7166/task/7167/stat", "7167 (engine-0-comput) R 1");
        write("proc/7166/status", "Name:\tjava\nVmRSS:\t    2048 kB\nThreads:\t2\n");
        ProcFiles files = new ProcFiles(root);

        LoadSample sample = files.sample(Set.of(7166L, 9999L), 1_000);

        assertThat(sample).isEqualTo(new LoadSample(153.69, Map.of(7166L, 3.0), 3, 1, 1_000));
        assertThat(files.residentBytes(7166)).isEqualTo(2 << 20);
        assertThat(files.residentBytes(9999)).isZero();
    }

    private void write(String file, String text) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.resolve("..").normalize());
        Files.writeString(path, text);
    }
}
