package org.moide.command.story;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests a run that changes its engines automatically, in real JVMs on one machine. */
@Tag("full")
class AutomationStoryTest {
    /** The options that make this machine count as idle at any load. */
    private static final String[] ANY_LOAD = {"--idle-workload", "50"};

    @TempDir
    Path home;

    @Test
    void shouldExpandByItselfOnASecondDaemonThatIsIdle() throws Exception {
        SleepingTasks tasks = SleepingTasks.compile(home, 1_200);
        try (Daemon first = Daemon.start(home);
                Daemon second = Daemon.start(home);
                MoideProcess run = tasks.run(
                        "--hosts",
                        first.address() + "," + second.address(),
                        "--no-own-engine",
                        "--elastic",
                        "1:2",
                        ANY_LOAD[0],
                        ANY_LOAD[1])) {
            tasks.awaitBeginOn(1);
            try (MoideProcess status = MoideProcess.start(home, "status")) {
                assertThat(status.awaitSuccess().out())
                        .anyMatch(line -> line.matches("expand .* engine-1 on .*: .* is idle, and [\\d,]+ tasks wait"));
            }
            tasks.assertSumOf(run);
            assertThat(run.err())
                    .anyMatch(line -> line.matches("moide run: one engine more on .* is idle, and [\\d,]+ tasks wait"))
                    .anyMatch(line -> line.contains("engine-1 on ") && line.contains("has joined with 1 thread"));
            JsonArray changes = tasks.report().getAsJsonArray("reconfigurations");
            assertThat(changes).hasSize(1);
            JsonObject change = changes.get(0).getAsJsonObject();
            assertThat(change.get("kind").getAsString()).isEqualTo("expand");
            assertThat(change.get("why").getAsString()).contains("is idle, and ");
            assertThat(tasks.report().getAsJsonArray("engines")).hasSize(2);
        }
    }
}
