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
import org.moide.monitor.HostFigures;
import org.moide.monitor.LoadSample;
import org.moide.monitor.Pressure;
import org.moide.monitor.RunQueue;

/** Tests the reading of /proc with files recorded on a real machine. */
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

        assertThat(sample.busySeconds()).isEqualTo(153.69);
        assertThat(sample.ourSeconds()).isEqualTo(Map.of(7166L, 3.0));
        assertThat(sample.figures()).isEqualTo(new HostFigures(List.of(73.78, 79.88), 0, 0, Pressure.NONE));
        assertThat(files.runQueue(Set.of(7166L, 9999L))).isEqualTo(new RunQueue(3, 1));
        assertThat(files.residentBytes(7166)).isEqualTo(2 << 20);
        assertThat(files.residentBytes(9999)).isZero();
    }

    @Test
    void shouldReadNetworksAndPressure() throws IOException {
        write("proc/stat", STAT);
        write("proc/net/dev", """
                Inter-|   Receive                                                |  Transmit
                 face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs
                    lo: 8076594061 4711586    0    0    0     0          0         0 8076594061 4711586    0
                  eth0:    1000       7    0    0    0     0          0         0       30       1    0
                  eth1: 20 7 0 0 0 0 0 0 5 1 0
                """);
        write(
                "proc/pressure/cpu",
                "some avg10=25.00 avg60=88.97 avg300=86.75 total=9946242896\nfull avg10=1.00 avg60=0");
        write("proc/pressure/io", "some avg10=x avg60=1");

        assertThat(new ProcFiles(root).sample(Set.of(), 1).figures())
                .isEqualTo(new HostFigures(List.of(73.78, 79.88), 1_020, 35, new Pressure(0.25, 0, 0)));
    }

    private void write(String file, String text) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.resolve("..").normalize());
        Files.writeString(path, text);
    }
}
