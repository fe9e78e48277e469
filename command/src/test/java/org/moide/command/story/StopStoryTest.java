package org.moide.command.story;

import static java.nio.file.StandardCopyOption.COPY_ATTRIBUTES;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that another command of its user can end a run. */
class StopStoryTest {
    /** The number of tasks: enough for half a minute. */
    private static final int TASKS = 3_000;

    @TempDir
    Path home;

    @Test
    void shouldEndARunAsCtrlCDoes() throws Exception {
        SleepingTasks tasks = SleepingTasks.compile(home, TASKS);
        try (MoideProcess run = tasks.run("--local-engines", "2")) {
            tasks.awaitBeginOn(1);
            try (MoideProcess stop = MoideProcess.start(home, "stop")) {
                assertThat(stop.awaitSuccess().out())
                        .singleElement()
                        .asString()
                        .matches("run \\w+ has ended; 'moide resume \\w+' goes on with it");
            }
            assertThat(run.awaitExit()).as("%s", run).isEqualTo(130);
            assertThat(run.err())
                    .containsSequence(
                            "moide run: interrupted; the engines end",
                            "moide run: the application had reported this until then:");
            assertThat(run.out()).contains("tasks: " + TASKS);
        }
        try (MoideProcess runs = MoideProcess.start(home, "runs", "--json")) {
            assertThat(runs.awaitSuccess().out()).anyMatch(line -> line.contains("\"state\": \"broken off\""));
        }
    }

    @Test
    void shouldEndARunThroughADaemonFromAnotherPlace() throws Exception {
        Path elsewhere = Files.createDirectory(home.resolve("elsewhere"));
        SleepingTasks tasks = SleepingTasks.compile(home, TASKS);
        try (Daemon daemon = Daemon.start(home);
                MoideProcess run = tasks.run("--hosts", daemon.address())) {
            tasks.awaitBeginOn(1);
            Files.createDirectory(elsewhere.resolve(".moide"));
            Files.copy(home.resolve(".moide/secret"), elsewhere.resolve(".moide/secret"), COPY_ATTRIBUTES);
            String[] words = {"stop", "--hosts", daemon.address()};
            try (MoideProcess stop = MoideProcess.start(elsewhere, words)) {
                assertThat(stop.awaitSuccess().out())
                        .singleElement()
                        .asString()
                        .matches("run \\w+ has ended; 'moide resume \\w+' goes on with it");
            }
            assertThat(run.awaitExit()).as("%s", run).isEqualTo(130);
            assertThat(run.err()).anyMatch(line -> line.contains("interrupted; the engines end"));
            try (MoideProcess again = MoideProcess.start(elsewhere, words)) {
                assertThat(again.awaitExit()).as("%s", again).isEqualTo(2);
                assertThat(again.err()).anyMatch(line -> line.contains("expected a run that goes on, found none"));
            }
        }
    }
}
