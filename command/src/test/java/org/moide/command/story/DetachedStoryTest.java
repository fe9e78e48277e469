package org.moide.command.story;

import static java.nio.file.StandardCopyOption.COPY_ATTRIBUTES;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonParser;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests detached runs: a run is started on a host, its command ends, and another command follows the run. */
class DetachedStoryTest {
    /** The number of tasks: enough for half a minute. */
    private static final int TASKS = 3_000;

    @TempDir
    Path folder;

    private Path home;

    /** The home folder of another user or machine. It contains the same secret and nothing else. */
    private Path elsewhere;

    @BeforeEach
    void makeHomes() throws Exception {
        home = Files.createDirectory(folder.resolve("home"));
        elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
    }

    private void shareSecret() throws Exception {
        Files.createDirectory(elsewhere.resolve(".moide"));
        Files.copy(home.resolve(".moide/secret"), elsewhere.resolve(".moide/secret"), COPY_ATTRIBUTES);
    }

    /** Returns the lines that are the same in every run of this application. */
    private static List<String> certain(List<String> out) {
        return out.stream()
                .filter(line -> !line.startsWith("helped: ") && !line.startsWith("lent: "))
                .toList();
    }

    private static String detached(MoideProcess command) {
        List<String> out = command.awaitSuccess().out();
        assertThat(out).as("the run's ID alone: %s", command).hasSize(1).allMatch(line -> line.matches("[0-9a-z]+"));
        return out.get(0);
    }

    @Test
    void shouldBringTheSameResultsBackAsAnAttachedRun() throws Exception {
        try (Daemon daemon = Daemon.start(home)) {
            shareSecret();
            String[] words = {
                "run",
                "--hosts",
                daemon.address(),
                "--threads",
                "2",
                "--report",
                "run.json",
                "mandelbrot",
                "--size",
                "200",
                "--picture",
                "set.png"
            };
            Path attached = Files.createDirectory(folder.resolve("attached"));
            List<String> results;
            try (MoideProcess run = MoideProcess.start(elsewhere, attached, StoryClasses.java(), words)) {
                results = certain(run.awaitSuccess().out());
            }
            List<String> detach = new ArrayList<>(List.of(words));
            detach.add(1, "--detach");
            Path from = Files.createDirectory(folder.resolve("from"));
            String run;
            try (MoideProcess command =
                    MoideProcess.start(elsewhere, from, StoryClasses.java(), detach.toArray(String[]::new))) {
                run = detached(command);
            }
            Path back = Files.createDirectory(folder.resolve("back"));
            try (MoideProcess attach =
                    MoideProcess.start(home, back, StoryClasses.java(), "attach", run, "--hosts", daemon.address())) {
                assertThat(certain(attach.awaitSuccess().out())).isEqualTo(results);
            }
            assertThat(back.resolve("set.png")).hasSameBinaryContentAs(attached.resolve("set.png"));
            assertThat(back.resolve("run.json")).content().contains("\"application\": \"mandelbrot\"");
            try (MoideProcess again = MoideProcess.start(
                    elsewhere, back, StoryClasses.java(), "fetch", run, "--hosts", daemon.address())) {
                assertThat(again.awaitSuccess().out()).containsExactly("run.json", "set.png");
            }
            Files.writeString(back.resolve("run.json"), "mine");
            try (MoideProcess again = MoideProcess.start(
                    elsewhere, back, StoryClasses.java(), "fetch", run, "--hosts", daemon.address())) {
                assertThat(again.awaitExit()).isEqualTo(1);
                assertThat(again.err())
                        .containsExactly(
                                "moide fetch: left run.json: another file is there already; --force overwrites it");
            }
            assertThat(back.resolve("run.json")).hasContent("mine");
            assertThat(from).as("where the command was given").isEmptyDirectory();
        }
    }

    @Test
    void shouldGoOnWithoutItsCommandAndItsDaemonAndBeEndedFromElsewhere() throws Exception {
        SleepingTasks tasks = SleepingTasks.compile(home, TASKS);
        String run;
        try (Daemon daemon = Daemon.start(home)) {
            shareSecret();
            try (MoideProcess command = tasks.run("--local-engines", "1", "--detach")) {
                run = detached(command);
            }
            try (MoideProcess runs = MoideProcess.start(elsewhere, "runs", "--hosts", daemon.address())) {
                assertThat(runs.awaitSuccess().out())
                        .anyMatch(line -> line.startsWith(run) && line.contains("detached"));
            }
            try (MoideProcess attach = MoideProcess.start(elsewhere, "attach", run, "--hosts", daemon.address())) {
                try (MoideProcess status = MoideProcess.start(elsewhere, "status", run, "--hosts", daemon.address())) {
                    assertThat(status.awaitSuccess().out()).anyMatch(line -> line.contains("computing"));
                }
                attach.awaitError("moide attach: follows run " + run); // what a slow machine has not reached by now
                attach.interrupt();
                assertThat(attach.awaitExit()).isEqualTo(130);
                assertThat(attach.err())
                        .anyMatch(line -> line.startsWith("moide attach: left run " + run + ", which goes on"));
            }
            daemon.process().kill();
        }
        try (MoideProcess status = MoideProcess.start(home, "status", run)) {
            assertThat(status.awaitSuccess().out()).anyMatch(line -> line.contains("computing"));
        }
        try (MoideProcess follow = MoideProcess.start(home, "logs", run, "-f");
                MoideProcess wait = MoideProcess.start(home, "wait", run);
                MoideProcess stop = MoideProcess.start(home, "stop", run)) {
            stop.awaitSuccess();
            assertThat(wait.awaitExit()).isEqualTo(130);
            follow.awaitSuccess();
            assertThat(follow.err()).contains("moide run: interrupted; the engines end");
        }
    }

    @Test
    void shouldGoOnFromAnotherHostWhenItsCoordinatorWasKilled() throws Exception {
        SleepingTasks tasks = SleepingTasks.compile(home, 300);
        Path back = Files.createDirectory(folder.resolve("back"));
        try (Daemon daemon = Daemon.start(home)) {
            shareSecret();
            String run;
            try (MoideProcess command = tasks.run("--hosts", daemon.address(), "--detach")) {
                run = detached(command);
            }
            String process = Files.readString(home.resolve(".moide/detached/" + run + "/process"));
            ProcessHandle.of(Long.parseLong(process.substring(0, process.indexOf('@'))))
                    .orElseThrow()
                    .destroyForcibly();
            String[] resume = {"resume", run, "--hosts", daemon.address()};
            try (MoideProcess again = MoideProcess.start(elsewhere, back, StoryClasses.java(), resume)) {
                assertThat(again.awaitSuccess().out()).contains("tasks: 300");
                assertThat(again.err())
                        .as("what engines have written elsewhere is named")
                        .anyMatch(line -> line.matches("moide resume: engine-1 on .* has left 1 file in .*: began-1"));
            }
            assertThat(back.resolve("run.json")).content().contains("\"application\": \"own.Sleeper\"");
            try (MoideProcess ended = MoideProcess.start(elsewhere, back, StoryClasses.java(), resume)) {
                assertThat(ended.awaitExit()).isEqualTo(1);
                assertThat(ended.err())
                        .hasSize(1)
                        .allMatch(line -> line.contains("has ended (done") && line.contains("'moide run'"));
            }
            try (MoideProcess history = MoideProcess.start(elsewhere, "history", "--hosts", daemon.address());
                    MoideProcess last = MoideProcess.start(elsewhere, "history", run, "--hosts", daemon.address())) {
                assertThat(history.awaitSuccess().out())
                        .anyMatch(line -> line.startsWith(run) && line.contains(daemon.address()));
                assertThat(last.awaitSuccess().out()).contains("tasks: 300");
            }
        }
    }

    @Test
    void shouldDoWhatIsWantedAtTheEndOfTheRun() throws Exception {
        String run;
        try (MoideProcess command = MoideProcess.start(
                home,
                "run",
                "--detach",
                "--on-end",
                "echo $MOIDE_RUN $MOIDE_EXIT_CODE > ended; echo it is over; exit 3",
                "pi",
                "--tasks",
                "20")) {
            run = detached(command);
        }
        try (MoideProcess attach = MoideProcess.start(home, "attach", run)) {
            assertThat(attach.awaitSuccess().out()).contains("it is over");
            assertThat(attach.err())
                    .anyMatch(line -> line.startsWith("moide run: --on-end: ") && line.endsWith("exit code 3"));
        }
        assertThat(home.resolve("ended")).hasContent(run + " 0");
    }

    @Test
    void shouldSayWhyARunDoesNotBegin() throws Exception {
        try (MoideProcess command = MoideProcess.start(home, "run", "--detach", "cg", "--class", "X")) {
            assertThat(command.awaitExit()).as("%s", command).isEqualTo(2);
            assertThat(command.out()).isEmpty();
            assertThat(command.err()).anyMatch(line -> line.contains("--class"));
        }
    }

    @Test
    void shouldNameTheWayToGoOnWhenTheTerminalOfAnAttachedRunGoes() throws Exception {
        SleepingTasks tasks = SleepingTasks.compile(home, TASKS);
        try (MoideProcess run = tasks.run("--local-engines", "2")) {
            tasks.awaitBeginOn(1);
            run.signal("-HUP");
            assertThat(run.awaitExit()).isEqualTo(129);
            assertThat(run.err())
                    .contains(
                            "moide run: the terminal has gone, and the run ends with it; 'moide run --detach' starts one that"
                                    + " goes on without");
        }
    }

    /**
     * Checks that a detached run exists once or not at all, whenever the command that starts it is killed.
     */
    @Test
    @Tag("full")
    void shouldBeThereOnceOrNotAtAllWheneverItsCommandIsKilled() throws Exception {
        SleepingTasks tasks = SleepingTasks.compile(home, 60);
        Random random = new Random(Long.getLong("moide.seed", 7));
        int there = 0;
        try (Daemon daemon = Daemon.start(home)) {
            for (int kill = 0; kill < 20; kill++) {
                Set<String> before = runs(daemon);
                String said;
                try (MoideProcess command = tasks.run("--hosts", daemon.address(), "--detach")) {
                    Lapse.of(Duration.ofMillis(200 + random.nextInt(2_200)));
                    command.kill();
                    command.awaitExit();
                    said = String.join("", command.out());
                }
                Lapse.of(Duration.ofMillis(300));
                Set<String> now = runs(daemon);
                now.removeAll(before);
                assertThat(now.size())
                        .as("runs of one command, which said '%s': %s", said, now)
                        .isLessThanOrEqualTo(1);
                if (!said.isEmpty()) {
                    assertThat(now).as("the run that the command has named").containsExactly(said);
                }
                there += now.size();
                for (String run : now) {
                    try (MoideProcess wait = MoideProcess.start(home, "wait", run, "--hosts", daemon.address());
                            MoideProcess logs =
                                    MoideProcess.start(home, "logs", run, "-f", "--hosts", daemon.address())) {
                        assertThat(wait.awaitExit()).as("%s", logs).isZero();
                        assertThat(logs.awaitSuccess().out()).contains("tasks: 60");
                    }
                }
            }
        }
        assertThat(there).as("of 20 runs, those that were there").isBetween(1, 20);
    }

    private Set<String> runs(Daemon daemon) {
        try (MoideProcess runs = MoideProcess.start(home, "runs", "--json", "--hosts", daemon.address())) {
            String text = String.join("\n", runs.awaitSuccess().out());
            Set<String> ids = new TreeSet<>();
            JsonParser.parseString(text)
                    .getAsJsonObject()
                    .getAsJsonArray("runs")
                    .forEach(run -> ids.add(run.getAsJsonObject().get("run").getAsString()));
            return ids;
        }
    }
}
