package org.moide.command.story;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests a run whose engines join, leave and are replaced, and whose coordinator is lost. The run counts the nodes of a
 * known tree, and the count must be exact.
 */
@Timeout(600)
class ElasticStoryTest {
    /**
     * Whether the run counts the whole tree T1L, for which the number of nodes is published. Otherwise it leaves out
     * the last level; the expected number was then computed by one thread.
     */
    private static final boolean WHOLE = Integer.getInteger("moide.tier", 0) > 0;

    private static final long NODES = WHOLE ? 102_181_082L : 25_545_416L;

    /** The application's arguments: some seconds of work, so that all changes happen in the middle of it. */
    private static final String[] TREE = {
        "--report",
        "run.json",
        "uts",
        "--type",
        "geo",
        "--shape",
        "fixed",
        "--b0",
        "4",
        "--seed",
        "29",
        "--depth",
        WHOLE ? "13" : "12"
    };

    private static final long LAST_KILL_MILLIS = WHOLE ? 3_000 : 1_000;

    private static final Duration LONGEST = Duration.ofMinutes(3);

    @TempDir
    Path home;

    private MoideProcess run(String... options) {
        List<String> words = new ArrayList<>(List.of("run"));
        words.addAll(List.of(options));
        words.addAll(List.of(TREE));
        return MoideProcess.start(home, words.toArray(String[]::new));
    }

    private MoideProcess moide(String... words) {
        try (MoideProcess command = MoideProcess.start(home, words)) {
            return command.awaitSuccess();
        }
    }

    /** Waits until the journal of the only run in the home folder exceeds this size. */
    private void awaitJournal(long bytes) {
        Awaitility.await("a journal of " + bytes + " bytes").atMost(LONGEST).until(() -> journalBytes() > bytes);
    }

    private long journalBytes() throws IOException {
        Path runs = home.resolve(".moide/runs");
        if (!Files.isDirectory(runs)) {
            return 0;
        }
        try (Stream<Path> folders = Files.list(runs)) {
            Path journal = folders.map(run -> run.resolve("journal"))
                    .filter(Files::exists)
                    .findFirst()
                    .orElse(null);
            return journal == null ? 0 : Files.size(journal);
        }
    }

    private JsonObject report() throws IOException {
        return Json.read(home.resolve("run.json"));
    }

    private void assertExact() throws IOException {
        JsonObject report = report();
        assertThat(report.getAsJsonObject("result").get("nodes").getAsLong()).isEqualTo(NODES);
        JsonObject tasks = report.getAsJsonObject("tasks");
        assertThat(tasks.get("counted").getAsLong())
                .isEqualTo(tasks.get("put").getAsLong() + tasks.get("created").getAsLong());
    }

    @Test
    @Tag("full") // DataStoryTest resumes a bag in the default build
    void shouldCountEveryNodeOnceWhenTheCoordinatorIsKilledAndTheRunResumed() throws IOException {
        int rounds = WHOLE ? 5 : 1;
        SplittableRandom random = new SplittableRandom(Long.getLong("moide.seed", 7));
        for (int round = 0; round < rounds; round++) {
            // With guided, loans return early, so the journal has results to resume from.
            Duration killAfter = Duration.ofMillis(random.nextLong(0, LAST_KILL_MILLIS));
            try (MoideProcess run = run("--local-engines", "2", "--threads", "1", "--strategy", "guided")) {
                awaitJournal(1_000);
                Lapse.of(killAfter);
                List<ProcessHandle> engines = run.children();
                run.kill();
                Awaitility.await("its engines are gone")
                        .until(() -> engines.stream().noneMatch(ProcessHandle::isAlive));
            }
            assertThat(moide("runs").out()).anyMatch(line -> line.contains("broken off") && line.contains("uts"));
            MoideProcess resumed = moide("resume");
            assertThat(resumed.err())
                    .as("round %s, killed %s after the first return", round, killAfter)
                    .anyMatch(line ->
                            line.matches("moide resume: goes on with .* tasks; the results of [1-9].* are there"));
            assertExact();
            assertThat(moide("runs").out()).noneMatch(line -> line.contains("broken off"));
        }
    }

    @Test
    @Tag("full")
    void shouldCountEveryTaskOnceWhileEnginesComeGoAndAreSwapped() throws Exception {
        SleepingTasks tasks = SleepingTasks.compile(home, 3_000);
        try (Daemon first = Daemon.start(home);
                Daemon second = Daemon.start(home);
                MoideProcess run = tasks.run("--hosts", first.address(), "--engines", "1")) {
            tasks.awaitBeginOn(0);
            assertThat(moide("expand", "--hosts", first.address() + "," + second.address())
                            .out())
                    .hasSize(2)
                    .allMatch(line -> line.contains("has joined with 1 thread"));
            assertThat(moide("status").out())
                    .anyMatch(line -> line.startsWith("computing for "))
                    .anyMatch(line -> line.matches(" +3 .* 3 +engine-[12] on .* came"))
                    .anyMatch(line -> line.startsWith("expand"));
            assertThat(moide("replace", "--engine", "1").out())
                    .anyMatch(line -> line.startsWith("engine-3 on ") && line.contains("has joined"))
                    .anyMatch(line -> line.startsWith("engine-1 on ") && line.contains("left after"));
            second.process().terminate();
            second.process().awaitExit();
            assertThat(second.process().err()).anyMatch(line -> line.contains("given back what they have"));
            tasks.assertSumOf(run);
            List<String> kinds = new ArrayList<>();
            for (JsonElement change : report().getAsJsonArray("reconfigurations")) {
                kinds.add(change.getAsJsonObject().get("kind").getAsString());
            }
            assertThat(kinds).containsExactly("expand", "expand", "replace", "drain");
        }
    }

    @Test
    @Tag("full")
    void shouldSayWhatIsWrongWithARunThatIsNoMore() {
        try (MoideProcess run = MoideProcess.start(home, "run", "uts", "--tree", "T1", "--depth", "3")) {
            run.awaitExit();
        }
        for (String command : List.of("status", "expand", "resume")) {
            try (MoideProcess asked = MoideProcess.start(home, command)) {
                assertThat(asked.awaitExit()).as(asked.toString()).isEqualTo(2);
                assertThat(asked.err())
                        .singleElement()
                        .satisfies(line -> assertThat(line)
                                .startsWith("moide " + command + ": expected a run that ")
                                .contains("found none"));
            }
        }
    }
}
