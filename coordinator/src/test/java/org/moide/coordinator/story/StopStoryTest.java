package org.moide.coordinator.story;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A run is ended by another command of its user's. */
@Timeout(120)
class StopStoryTest {
    @TempDir
    Path home;

    @Test
    void shouldEndARunAsCtrlCDoes() throws Exception {
        SleepingTasks tasks = SleepingTasks.compile(home, 100_000);
        try (MoideProcess run = tasks.run("--local-engines", "2")) {
            tasks.awaitBeginOn(1);
            try (MoideProcess stop = MoideProcess.start(home, "stop")) {
                assertThat(stop.awaitSuccess().out())
                        .singleElement()
                        .asString()
                        .matches("run \\w+ has ended; 'moide resume \\w+' goes on with it");
            }
            assertThat(run.awaitExit()).as("%s", run).isEqualTo(130);
            assertThat(run.err()).contains("moide run: interrupted; the engines end");
        }
        try (MoideProcess runs = MoideProcess.start(home, "runs", "--json")) {
            assertThat(runs.awaitSuccess().out()).anyMatch(line -> line.contains("\"state\": \"broken off\""));
        }
    }
}
