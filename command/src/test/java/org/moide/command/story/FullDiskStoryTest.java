package org.moide.command.story;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests runs at whose end the disk with the runs' folders is full. The disk is a small file system of the test's own.
 */
@Tag("full")
class FullDiskStoryTest {
    @BeforeAll
    static void needs() throws Exception {
        assertThat(isPossible())
                .as("a small disk of its own: root, mount and umount")
                .isTrue();
    }

    private static final String WAITS = """
            package own;
            import java.nio.file.*;
            import org.moide.engine.*;
            public final class Waits implements TaskApplication<Integer, Integer> {
                public void createTasks(TaskContext<Integer> context) {
                    context.put(1);
                }
                public Integer identity() {
                    return 0;
                }
                public Integer executeTask(Integer task, TaskContext<Integer> context) {
                    return task;
                }
                public Integer merge(Integer left, Integer right) {
                    return left + right;
                }
                public void handleResults(Integer sum, Report report) throws Exception {
                    Files.createFile(Path.of("handling"));
                    while (Files.notExists(Path.of("go"))) {
                        Thread.sleep(10);
                    }
                    report.put("sum", sum);
                }
            }
            """;

    @TempDir
    Path home;

    private Path disk;

    /** Returns whether this process may mount file systems. */
    static boolean isPossible() throws IOException, InterruptedException {
        Path place = Files.createTempDirectory("moide-full");
        try {
            return mount(place) && exit("umount", place.toString());
        } finally {
            Files.delete(place);
        }
    }

    private static boolean mount(Path place) throws IOException, InterruptedException {
        return mount(place, "256k");
    }

    private static boolean mount(Path place, String size) throws IOException, InterruptedException {
        return exit("mount", "-t", "tmpfs", "-o", "mode=700,size=" + size, "none", place.toString());
    }

    private static boolean exit(String... words) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(words)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        return process.waitFor(100, TimeUnit.SECONDS) && process.exitValue() == 0;
    }

    @BeforeEach
    void mountDisk() throws IOException, InterruptedException {
        disk = Files.createDirectory(home.resolve(".moide"));
        assertThat(mount(disk)).isTrue();
    }

    @AfterEach
    void unmountDisk() throws IOException, InterruptedException {
        assertThat(exit("umount", disk.toString())).isTrue();
    }

    private void fillDisk() throws IOException {
        try (OutputStream all = Files.newOutputStream(disk.resolve("filler"))) {
            while (true) {
                all.write(1);
            }
        } catch (IOException full) {
            assertThat(full).hasMessageContaining("No space left");
        }
    }

    @Test
    void shouldSayThatADetachedRunCannotBeKept() throws Exception {
        fillDisk();
        try (MoideProcess run = MoideProcess.start(home, "run", "--detach", "pi", "--tasks", "20")) {
            assertThat(run.awaitExit()).isEqualTo(1);
            assertThat(run.out()).isEmpty();
            assertThat(run.err())
                    .singleElement()
                    .asString()
                    .matches(
                            "moide run: cannot keep run [0-9a-z]+ on this machine: jar .* has room for 0; MOIDE_HOME names"
                                    + " another place");
        }
        assertThat(disk.resolve("detached"))
                .satisfiesAnyOf(
                        folder -> assertThat(folder).doesNotExist(),
                        folder -> assertThat(folder).isEmptyDirectory());
    }

    @Test
    void shouldSayThatWhatADetachedRunPrintsIsLost() throws Exception {
        assertThat(exit("umount", disk.toString())).isTrue();
        assertThat(mount(disk, "8m")).isTrue(); // its jar takes some of that
        Path classes = OwnApplication.compile(home, "own.Waits", WAITS).classes();
        String run;
        try (MoideProcess command =
                MoideProcess.start(home, "run", "--detach", "--classpath", classes.toString(), "own.Waits")) {
            run = command.awaitSuccess().out().get(0);
        }
        Path work = disk.resolve("detached").resolve(run).resolve("work");
        Awaitility.await("the handling of results").until(() -> Files.exists(work.resolve("handling")));
        Files.createFile(work.resolve("go.made"));
        fillDisk();
        Files.move(work.resolve("go.made"), work.resolve("go"));
        try (MoideProcess wait = MoideProcess.start(home, "wait", run);
                MoideProcess attach = MoideProcess.start(home, "attach", run)) {
            assertThat(wait.awaitExit()).isEqualTo(1);
            assertThat(attach.awaitExit()).isEqualTo(1);
            assertThat(attach.err())
                    .contains("moide attach: run " + run + ": what it was to print is lost: No space left on device");
        }
        try (MoideProcess runs = MoideProcess.start(home, "runs")) {
            assertThat(runs.awaitSuccess().out())
                    .anyMatch(line -> line.contains("done after")
                            && line.contains("what it was to print is lost: No space left on device"));
        }
    }

    @Test
    void shouldShowThatARunHasEndedWhenTheDiskIsFullByThen() throws IOException {
        Path classes = OwnApplication.compile(home, "own.Waits", WAITS).classes();
        try (MoideProcess run =
                MoideProcess.start(home, "run", "--threads", "1", "--classpath", classes.toString(), "own.Waits")) {
            Awaitility.await("the handling of results: " + run).until(() -> Files.exists(home.resolve("handling")));
            fillDisk();
            Files.createFile(home.resolve("go"));
            run.awaitSuccess();
        }
        try (MoideProcess runs = MoideProcess.start(home, "runs")) {
            runs.awaitSuccess();
            assertThat(runs.out()).anyMatch(line -> line.contains("done after") && line.contains("own.Waits"));
        }
        try (MoideProcess resume = MoideProcess.start(home, "resume")) {
            assertThat(resume.awaitExit()).isEqualTo(2);
            assertThat(resume.err().get(0)).contains("expected a run that is broken off on this machine, found none");
        }
    }
}
