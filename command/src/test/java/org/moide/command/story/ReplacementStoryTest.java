package org.moide.command.story;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that a run automatically replaces an engine whose process gets hardly any processor time by an engine at an
 * idle daemon.
 */
@Tag("tier1")
class ReplacementStoryTest {
    /** The number of tasks. A task takes 0.2 s until the engine is replaced, and 0.02 s afterwards. */
    private static final int TASKS = 1_500;

    private static final String WHY =
            "it does \\d\\d?% of what its power promised, measured by the others, and \\S+ is idle";

    @TempDir
    Path home;

    /**
     * Slows a process down by stopping and continuing it in turn. It is never stopped for 3 s, after which other
     * processes would suspect it, but it runs so little that a replacement pays even on a busy machine.
     */
    private static final class Slowing {
        private static final long STOPPED_MILLIS = 2_800;
        private static final long GOING_MILLIS = 50;

        private final long pid;
        private final CountDownLatch over = new CountDownLatch(1);
        private final Thread thread = new Thread(this::alternate, "slowing");

        Slowing(long pid) {
            this.pid = pid;
            thread.start();
        }

        private void alternate() {
            try {
                boolean ended = false;
                while (!ended && signal("-STOP")) {
                    ended = over.await(STOPPED_MILLIS, TimeUnit.MILLISECONDS);
                    ended |= !signal("-CONT") || over.await(GOING_MILLIS, TimeUnit.MILLISECONDS);
                }
            } catch (IOException | InterruptedException end) {
                Thread.currentThread().interrupt();
            }
        }

        /**
         * Sends a signal to the process.
         *
         * @return false if the process is gone
         */
        private boolean signal(String which) throws IOException, InterruptedException {
            return new ProcessBuilder("kill", which, Long.toString(pid)).start().waitFor() == 0;
        }

        void end() throws InterruptedException {
            over.countDown();
            thread.join();
        }
    }

    @Test
    void shouldReplaceASlowEngineByItselfWhenADaemonIsIdle() throws Exception {
        SleepingTasks tasks = SleepingTasks.compile(home, TASKS);
        tasks.hold();
        try (Daemon first = Daemon.start(home);
                Daemon second = Daemon.start(home);
                MoideProcess run = tasks.run(
                        "--hosts",
                        first.address() + "," + second.address(),
                        "--engines",
                        "2",
                        "--replace-slow",
                        "--idle-workload",
                        "50")) {
            tasks.awaitBeginOn(1);
            List<ProcessHandle> engines = Stream.of(first, second)
                    .flatMap(daemon -> daemon.process().children().stream())
                    .toList();
            assertThat(engines).as("engine JVMs of both daemons").hasSize(1);
            Slowing slowing = new Slowing(engines.get(0).pid());
            try {
                run.awaitError("engine-1 goes from ");
                tasks.awaitBeginOn(2);
                run.awaitError("has given back what it had and left");
            } finally {
                slowing.end();
            }
            try (MoideProcess status = MoideProcess.start(home, "status")) {
                assertThat(status.awaitSuccess().out())
                        .anyMatch(line -> line.matches("replace .* engine-1 by engine-2 on \\S+: " + WHY));
            }
            tasks.letGo();
            tasks.assertSumOf(run);
            assertThat(run.err())
                    .anyMatch(line -> line.matches("moide run: engine-1 goes from \\S+ to \\S+ \\(.*\\): " + WHY));
        }
        assertThat(tasks.report().getAsJsonArray("reconfigurations"))
                .singleElement()
                .satisfies(change -> {
                    JsonObject replaced = change.getAsJsonObject();
                    assertThat(replaced.get("kind").getAsString()).isEqualTo("replace");
                    assertThat(replaced.get("why").getAsString()).matches(WHY);
                });
    }
}
