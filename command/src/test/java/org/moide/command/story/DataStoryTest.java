package org.moide.command.story;

import static org.assertj.core.api.Assertions.assertThat;

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
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests an application with all kinds of data objects: written by {@code initialize} and by tasks, declared,
 * recomputed, moved to disk and released. Processes are killed, and the result equals that of a sequential program.
 */
class DataStoryTest {
    private static final int KILLS = Integer.getInteger("moide.runs", 5);
    private static final long SEED = Long.getLong("moide.seed", 7);

    @TempDir
    Path home;

    private final List<String> told = new ArrayList<>();
    private final SplittableRandom random = new SplittableRandom(SEED);

    private Path folder(String name) throws IOException {
        return Files.createDirectories(home.resolve(name));
    }

    private static void assertEmpty(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).as("%s", folder).isEmpty();
        }
    }

    /**
     * Checks that the data objects that tasks have written, or can recompute, are available when another coordinator
     * resumes the run.
     */
    @Test
    void shouldGoOnWithWhatTasksHadWrittenWhenAnEngineAndThenTheCoordinatorIsKilled() throws IOException {
        WovenCells cells = WovenCells.compile(home);
        Path spill = folder("spill");
        Path written = folder("written");
        String[] options = {"--local-engines", "3", "--data-spill", spill.toString(), "--data-dir", written.toString()};
        try (MoideProcess run = cells.run(WovenCells.FLOW, options)) {
            cells.awaitCreated();
            awaitBytes(written, 300_000);
            cells.hold();
            run.awaitChildren(2).get(0).destroyForcibly();
            run.awaitError("SIGKILL");
            awaitBytes(written, 600_000);
            killWithEngines(run);
        }
        cells.letGo();
        MoideProcess resumed = resume();
        assertThat(resumed.err())
                .anyMatch(
                        line -> line.matches("moide resume: goes on with .* tasks; the results of [1-9].* are there"));
        cells.assertWoven(resumed);
        assertEmpty(spill);
        assertEmpty(written);
    }

    private static void awaitBytes(Path folder, long bytes) {
        Awaitility.await(bytes + " bytes of what tasks have written")
                .pollInterval(Duration.ofMillis(10))
                .until(() -> bytesIn(folder) > bytes);
    }

    private static long bytesIn(Path folder) throws IOException {
        long bytes = 0;
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                bytes += Files.size(file);
            }
        }
        return bytes;
    }

    private static void killWithEngines(MoideProcess run) {
        List<ProcessHandle> engines = run.children();
        run.kill();
        Awaitility.await("its engines are gone").until(() -> engines.stream().noneMatch(ProcessHandle::isAlive));
    }

    private MoideProcess resume() {
        try (MoideProcess resumed = MoideProcess.start(home, "resume")) {
            return resumed.awaitSuccess();
        }
    }

    @Test
    @Tag("full")
    void shouldBeginAnewAndSaySoWhenTheCoordinatorIsKilledBetweenPhases() throws IOException {
        WovenCells cells = WovenCells.compile(home);
        try (MoideProcess run = cells.run(WovenCells.PHASES, "--local-engines", "2")) {
            cells.awaitStep(4);
            killWithEngines(run);
        }
        MoideProcess resumed = resume();
        assertThat(resumed.err())
                .anyMatch(
                        line -> line.contains("begins anew: its coordinator was lost before createTasks had returned"));
        cells.assertWoven(resumed);
    }

    /** Checks that a run whose folder cannot be created says before it computes that it cannot be resumed. */
    @Test
    @Tag("full")
    void shouldSayAtItsStartThatItCannotBeResumed() throws IOException {
        WovenCells cells = WovenCells.compile(home);
        Files.createDirectories(home.resolve(".moide"));
        Files.writeString(home.resolve(".moide/runs"), "in the way");
        try (MoideProcess run = cells.run(WovenCells.FLOW, "--local-engines", "2")) {
            run.awaitError("it can be neither asked nor resumed");
            assertThat(home.resolve("created")).as("before it computes").doesNotExist();
            run.awaitSuccess();
            cells.assertWoven(run);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {WovenCells.FLOW, WovenCells.PHASES})
    @Tag("full")
    void shouldWeaveTheSameWhenAnEngineOrAHostIsKilledAnytime(String way) throws IOException {
        WovenCells cells = WovenCells.compile(home);
        Path spill = folder("spill");
        for (int kill = 0; kill <= KILLS; kill++) {
            try (Daemon first = Daemon.start(home);
                    Daemon second = Daemon.start(home);
                    MoideProcess run = cells.run(
                            way,
                            "--hosts",
                            first.address() + "," + second.address(),
                            "--strategy",
                            kill % 2 == 0 ? "tdc" : "stealing",
                            "--data-spill",
                            spill.toString())) {
                if (kill > 0) {
                    killOne(kill, random.nextBoolean() ? first : second);
                }
                run.awaitSuccess();
                cells.assertWoven(told + "\n" + run);
            }
        }
        System.out.println(way + ", seed " + SEED + "\n" + String.join("\n", told));
        assertThat(told).filteredOn(line -> line.endsWith("too late")).hasSizeLessThan(KILLS);
        assertEmpty(spill);
    }

    /**
     * Kills the engine of a daemon at a random time of the run. In a third of all cases also kills the daemon, as if
     * the host were lost.
     *
     * @param number the number of the kill, for the test's output
     */
    private void killOne(int number, Daemon victim) throws IOException {
        boolean whole = random.nextInt(3) == 0;
        long millis = (long) (1_000 * wallSeconds());
        long after = random.nextLong(millis);
        List<ProcessHandle> engine = victim.process().awaitChildren(1);
        Lapse.of(Duration.ofMillis(after));
        boolean inTime = engine.get(0).isAlive();
        if (whole) {
            victim.process().kill();
        }
        engine.get(0).destroyForcibly();
        told.add(String.format(
                "kill %d: the %s after %d of some %d ms%s",
                number, whole ? "host" : "engine", after, millis, inTime ? "" : ": too late"));
    }

    private double wallSeconds() throws IOException {
        return Json.read(home.resolve("run.json")).get("wallSeconds").getAsDouble();
    }
}
