package org.moide.command.story;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests what another user of the machine can read of a daemon, of its child process and of a coordinator.
 * Needs root.
 */
@Tag("full")
class OtherUserStoryTest {
    @BeforeAll
    static void needs() throws Exception {
        assertThat(canBeAnotherUser())
                .as("another user: root, and setpriv of util-linux")
                .isTrue();
    }

    private static final List<String> OTHER_USER =
            List.of("setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups");

    /** A text in a task. It is composed of two parts, so that no class file contains it. */
    private static final String MARK = "clear-" + "text-of-task";

    /**
     * The beginning of a shell script that tries to read everything about some processes: the files in their home,
     * their memory, and the files of their JVMs.
     */
    private static final String LOOK = """
            home=$1; shift
            for pid in "$@"; do
                for name in cmdline environ maps smaps auxv io stack syscall; do cat /proc/$pid/$name; done
                ls -l /proc/$pid/fd /proc/$pid/cwd /proc/$pid/map_files
                for open in /proc/$pid/fd/*; do [ -f "$open" ] && head -c 1000000 "$open"; done
                cat /tmp/hsperfdata_*/$pid
            done
            find "$home" /dev/shm /tmp -maxdepth 1 -name 'moide*' -exec ls -ld {} +
            find "$home" /dev/shm -type f -exec head -c 1000000 {} +
            find /tmp -maxdepth 1 -name 'moide*' -type f -exec head -c 1000000 {} +
            true
            """;

    @TempDir
    Path home;

    static boolean canBeAnotherUser() {
        try {
            List<String> command = new ArrayList<>(OTHER_USER);
            command.add("true");
            return new ProcessBuilder(command).start().waitFor() == 0;
        } catch (IOException noSuchCommand) {
            return false;
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private OwnApplication application() throws IOException {
        return OwnApplication.compile(home, "own.Secretive", """
                package own;
                import org.moide.engine.*;
                public final class Secretive implements TaskApplication<String, Long> {
                    public void createTasks(TaskContext<String> context) {
                        for (int task = 0; task < 400; task++) {
                            context.put("clear-".concat("text-of-task ") + task);
                        }
                    }
                    public Long identity() {
                        return 0L;
                    }
                    public Long executeTask(String task, TaskContext<String> context) throws Exception {
                        Thread.sleep(50);
                        return 1L;
                    }
                    public Long merge(Long left, Long right) {
                        return left + right;
                    }
                    public void handleResults(Long sum, Report report) {
                        report.put("sum", sum);
                    }
                }
                """);
    }

    private String look(List<String> as, List<Long> processes) throws IOException {
        List<String> command = new ArrayList<>(as);
        command.addAll(List.of("/bin/sh", "-c", LOOK, "look", home.toString()));
        processes.forEach(pid -> command.add(Long.toString(pid)));
        Process look = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        look.getOutputStream().close();
        return new String(look.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
    }

    @Test
    void shouldShowAnotherUserNothingOfARun() throws IOException {
        OwnApplication application = application();
        Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwxr-xr-x"));
        try (Daemon daemon = Daemon.start(home);
                MoideProcess run = MoideProcess.start(
                        home,
                        "run",
                        "--hosts",
                        daemon.address(),
                        "--engines",
                        "2",
                        "--threads",
                        "1",
                        "--classpath",
                        application.classes().toString(),
                        "own.Secretive")) {
            long child = daemon.process().awaitChildren(1).get(0).pid();
            List<Long> processes = List.of(daemon.process().pid(), child, run.pid());
            String secret = Files.readString(home.resolve(".moide/secret")).strip();
            Awaitility.await("the owner finds the secret and a task")
                    .until(() -> look(List.of(), processes), found -> found.contains(secret) && found.contains(MARK));

            String found = look(OTHER_USER, processes);

            assertThat(found).as("command lines can be read").contains("own.Secretive");
            assertThat(found.contains(secret)).as("the secret").isFalse();
            assertThat(found.contains(MARK)).as("a task").isFalse();
            assertThat(namesOfOthers())
                    .as("files in memory that others may open")
                    .isEmpty();
            run.awaitSuccess();
        }
    }

    /** Returns the files of our processes in shared memory that other users may read. */
    private static List<String> namesOfOthers() throws IOException {
        try (Stream<Path> names = Files.list(Path.of("/dev/shm"))) {
            return names.filter(name -> name.getFileName().toString().startsWith("moide-"))
                    .filter(name -> {
                        try {
                            return !PosixFilePermissions.toString(Files.getPosixFilePermissions(name))
                                    .endsWith("------");
                        } catch (IOException gone) {
                            return false;
                        }
                    })
                    .map(Path::toString)
                    .collect(Collectors.toList());
        }
    }
}
