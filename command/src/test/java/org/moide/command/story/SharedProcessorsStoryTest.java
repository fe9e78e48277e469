package org.moide.command.story;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.moide.commlib.system.SystemHost;

/**
 * Tests two runs at the same time on a daemon with 14 processors, and two on this machine without a daemon. Their tasks
 * sleep, so that the speed of the machine does not matter.
 */
@Tag("full") // some ten seconds each
class SharedProcessorsStoryTest {
    private static final String HOST = SystemHost.name();
    private static final String OWNER = System.getProperty("user.name") + "@" + HOST;
    private static final Pattern RUN = Pattern.compile(".*run ([0-9a-z]+) of .*");

    @TempDir
    Path home;

    private static List<String> javaOf14Processors() {
        List<String> java = new ArrayList<>(StoryClasses.java());
        java.add(1, "-XX:ActiveProcessorCount=14");
        return java;
    }

    private Daemon daemonOf14Processors() {
        return Daemon.of(
                MoideProcess.start(home, home, javaOf14Processors(), "engine", "--bind", "127.0.0.1", "--port", "0"),
                "127.0.0.1");
    }

    private MoideProcess run(SleepingTasks tasks, List<String> java, String report, String... options) {
        List<String> words = new ArrayList<>(List.of("run", "--report", report));
        words.addAll(List.of(options));
        words.addAll(List.of("--classpath", tasks.classes(), "own.Sleeper"));
        return MoideProcess.start(home, home, java, words.toArray(String[]::new));
    }

    /** Returns the line that says what limited a run, the last one that it prints. */
    private static String limit(MoideProcess run) {
        return run.err().stream()
                .filter(line -> line.contains("what limited it: "))
                .reduce((one, other) -> other)
                .orElseThrow(() -> new AssertionError("expected a word about its limit, found " + run));
    }

    private static int threads(JsonObject report) {
        return report.getAsJsonArray("engines").asList().stream()
                .mapToInt(engine ->
                        engine.getAsJsonObject().getAsJsonArray("threads").size())
                .sum();
    }

    private String status(String... words) {
        List<String> all = new ArrayList<>(List.of("status"));
        all.addAll(List.of(words));
        try (MoideProcess status = MoideProcess.start(home, all.toArray(String[]::new))) {
            status.awaitExit(); // a run that has just begun does not answer yet
            return String.join("\n", status.out());
        }
    }

    private String onlyRun() {
        String json = Awaitility.await("the run answers").until(() -> status("--json"), text -> text.startsWith("{"));
        return JsonParser.parseString(json).getAsJsonObject().get("run").getAsString();
    }

    private static String id(String line) {
        Matcher matcher = RUN.matcher(line);
        assertThat(matcher.matches()).as(line).isTrue();
        return matcher.group(1);
    }

    @Test
    void shouldLetTheFirstOfTwoRunsHaveTheProcessorsAlthoughBothBeginAtOnce() throws IOException {
        SleepingTasks tasks = SleepingTasks.compile(home, 300);
        List<String> java = StoryClasses.java();
        for (int time = 0; time < 3; time++) {
            try (Daemon daemon = daemonOf14Processors();
                    MoideProcess one = run(tasks, java, "one.json", "--hosts", daemon.address(), "--no-own-engine");
                    MoideProcess other =
                            run(tasks, java, "other.json", "--hosts", daemon.address(), "--no-own-engine")) {
                one.awaitSuccess();
                other.awaitSuccess();
                List<String> said = new ArrayList<>(one.err());
                said.addAll(other.err());
                assertThat(said)
                        .filteredOn(line -> line.endsWith("has all 14 of its processors; this run has 14 threads there"
                                + " all the same, since no host has a processor that is free"))
                        .as("the second knows the first, and the first not the second: %s %s", one, other)
                        .hasSize(1);
            }
        }
    }

    @Test
    void shouldTakeTheProcessorsOfADaemonThatAreFreeAndSayWhoHasTheOthers() throws IOException {
        SleepingTasks tasks = SleepingTasks.compile(home, 2_000);
        tasks.hold();
        List<String> java = StoryClasses.java();
        try (Daemon daemon = daemonOf14Processors();
                MoideProcess first = run(
                        tasks, java, "first.json", "--hosts", daemon.address(), "--no-own-engine", "--threads", "7")) {
            tasks.awaitBegin(1);
            String firstId = onlyRun();
            try (MoideProcess second =
                    run(tasks, java, "second.json", "--hosts", daemon.address(), "--no-own-engine")) {
                second.awaitError("has 7 of its 14 processors");
                assertThat(second.err())
                        .contains("moide run: " + HOST + ": run " + firstId + " of " + OWNER
                                + " has 7 of its 14 processors; this run takes the other 7");
                Awaitility.await("the first knows the second")
                        .until(() -> status(firstId).contains(" of " + OWNER + " has 7 of its 14 processors since "));
                try (MoideProcess third = run(
                        tasks, java, "third.json", "--hosts", daemon.address(), "--no-own-engine", "--overcommit")) {
                    third.awaitError("this run has 14 threads there all the same (--overcommit)");
                    try (MoideProcess hosts = MoideProcess.start(home, "hosts", "--hosts", daemon.address())) {
                        assertThat(hosts.awaitSuccess().out())
                                .anyMatch(line -> line.contains(
                                        "run " + firstId + " of " + OWNER + ": 1 engine, 7 threads since "));
                    }
                    tasks.letGo();
                    third.awaitSuccess();
                    assertThat(threads(Json.read(home.resolve("third.json")))).isEqualTo(14);
                }
                second.awaitSuccess();
                assertThat(threads(Json.read(home.resolve("second.json")))).isEqualTo(7);
                assertThat(limit(second))
                        .containsPattern("what limited it: Run " + firstId + " of " + Pattern.quote(OWNER)
                                + " (has had|had) half of " + Pattern.quote(HOST) + " (since|from) ");
            }
            first.awaitSuccess();
            assertThat(threads(Json.read(home.resolve("first.json")))).isEqualTo(7);
            assertThat(limit(first))
                    .as("it had what it wanted: its tasks slept")
                    .contains("what limited it: Threads waited for something outside MOIDE");
            assertThat(Json.read(home.resolve("first.json")).getAsJsonArray("sharedHosts"))
                    .as("those who came later")
                    .hasSize(1);
        }
    }

    @Test
    void shouldShareThisMachineWithAnotherRunOfTheSameUserWithoutADaemon() throws IOException {
        SleepingTasks tasks = SleepingTasks.compile(home, 2_000);
        tasks.hold();
        List<String> java = javaOf14Processors();
        try (MoideProcess first = run(tasks, java, "first.json", "--threads", "6")) {
            tasks.awaitBegin(1);
            Awaitility.await("the first's folder says what it has")
                    .until(() -> status("--json").contains("\"threads\": 6"));
            try (MoideProcess second = run(tasks, java, "second.json", "--local-engines", "2")) {
                second.awaitError("has 6 of its 14 processors; this run takes the other 8");
                String firstId = id(second.err().stream()
                        .filter(line -> line.contains("has 6 of its 14"))
                        .findFirst()
                        .orElseThrow());
                Awaitility.await("the first knows the second")
                        .until(() -> status(firstId).contains(" of " + OWNER + " has 8 of its 14 processors since "));
                tasks.letGo();
                second.awaitSuccess();
                assertThat(threads(Json.read(home.resolve("second.json")))).isEqualTo(8);
                assertThat(limit(second))
                        .contains("Run " + firstId + " of " + OWNER)
                        .contains("43% of " + HOST);
            }
            first.awaitSuccess();
            assertThat(limit(first)).contains("Threads waited for something outside MOIDE");
            assertThat(Json.read(home.resolve("first.json")).getAsJsonArray("sharedHosts"))
                    .hasSize(1);
        }
    }
}
