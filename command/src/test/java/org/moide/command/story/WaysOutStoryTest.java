package org.moide.command.story;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that exit code 0 means that the result is complete, however a JVM, a thread or a stream ended. The cases are
 * all such ends, in the coordinator's own engine and in another one, for a bag of tasks and for an SPMD application.
 */
class WaysOutStoryTest {
    /**
     * The time limit of a case on a busy machine. A frozen engine costs 10 s of silence, then 2 s, then the time to end
     * it.
     */
    private static final Duration LONGEST = Duration.ofSeconds(100);

    private static final int OWN = 0;
    private static final int OTHER = 1;

    @TempDir
    static Path home;

    private static WaysOut application;

    /** The expected end of a run as the user sees it. */
    private enum Ending {
        /** Exit code 0 with the result. */
        RESULT,
        /** Exit code 1 with a line that names the caller of {@code System.exit}. */
        EXITED,
        /** Exit code 1 with a line that names the thread that threw. */
        THREW,
        /** Exit code 1, because standard output is closed, so that the result cannot be printed. */
        UNWRITTEN,
        /** Either the result, or exit code 1 with the reason. Both are possible. */
        RESULT_OR_WHY
    }

    /**
     * A case of the test.
     *
     * @param application the application
     * @param way the action that may end a thread, a JVM or a stream
     * @param engine the number of the engine that performs it
     * @param ending the expected end of the run
     */
    record Cell(String application, String way, int engine, Ending ending) {
        @Override
        public String toString() {
            return application + ", " + way + ", " + (engine == OWN ? "own engine" : "other engine");
        }
    }

    @BeforeAll
    static void compile() throws IOException {
        application = WaysOut.compile(home);
    }

    private static Stream<Cell> row(String way, Ending bagOwn, Ending bagOther, Ending spmdOwn, Ending spmdOther) {
        return Stream.of(
                new Cell("Bag", way, OWN, bagOwn),
                new Cell("Bag", way, OTHER, bagOther),
                new Cell("Spmd", way, OWN, spmdOwn),
                new Cell("Spmd", way, OTHER, spmdOther));
    }

    /** Returns the cases in which a JVM ends. If it is not the coordinator's, other engines do its work. */
    private static Stream<Cell> ofJvms() {
        Stream<Cell> exits = Stream.of("exit-0", "exit-42", "exit-elsewhere", "exit-while-a-hook-hangs")
                .flatMap(way -> row(way, Ending.EXITED, Ending.RESULT, Ending.EXITED, Ending.RESULT));
        // A halt of the coordinator's own JVM ends everything without a report.
        Stream<Cell> others = Stream.of(
                new Cell("Bag", "halt", OTHER, Ending.RESULT),
                new Cell("Spmd", "halt", OTHER, Ending.RESULT),
                new Cell("Bag", "freeze", OTHER, Ending.RESULT));
        // In a bag the memory is freed when the task fails, but another thread of the JVM may run out of it first.
        Stream<Cell> memory = row("heap", Ending.RESULT_OR_WHY, Ending.RESULT, Ending.RESULT_OR_WHY, Ending.RESULT);
        return Stream.of(exits, others, memory).flatMap(cells -> cells);
    }

    /**
     * Returns the cases in which a thread ends. A task is tried again; a thread of an SPMD application cannot be
     * replaced.
     */
    private static Stream<Cell> ofThreads() {
        Stream<Cell> thrown = Stream.of(
                        "exception",
                        "assertion",
                        "stack",
                        "direct-memory",
                        "metaspace",
                        "native-thread",
                        "linkage",
                        "initializer",
                        "thread-death",
                        "internal",
                        "mute",
                        "stubborn",
                        "unsendable",
                        "security-manager",
                        "own-interrupt-and-sleep")
                .flatMap(way -> row(way, Ending.RESULT, Ending.RESULT, Ending.THREW, Ending.THREW));
        // An interrupted thread of an SPMD application cannot wait for others, but may not have to.
        Stream<Cell> interrupted = Stream.of("own-interrupt", "interrupt-computing", "interrupt-all")
                .flatMap(way -> row(way, Ending.RESULT, Ending.RESULT, Ending.RESULT_OR_WHY, Ending.RESULT_OR_WHY));
        return Stream.concat(thrown, interrupted);
    }

    private static Stream<Cell> ofStreams() {
        Stream<Cell> harmless = Stream.of(
                        "none",
                        "hook-that-hangs",
                        "close-streams",
                        "replace-streams",
                        "close-input",
                        "thread-left",
                        "thread-dies")
                .flatMap(way -> row(way, Ending.RESULT, Ending.RESULT, Ending.RESULT, Ending.RESULT));
        return Stream.concat(
                harmless, row("close-output", Ending.UNWRITTEN, Ending.RESULT, Ending.UNWRITTEN, Ending.RESULT));
    }

    static Stream<Cell> all() {
        return Stream.of(ofJvms(), ofThreads(), ofStreams()).flatMap(cells -> cells);
    }

    /** Returns one case of each kind. */
    static Stream<Cell> some() {
        List<String> chosen = List.of(
                "Bag, exit-0, own engine",
                "Bag, hook-that-hangs, own engine",
                "Bag, direct-memory, other engine",
                "Spmd, stubborn, other engine",
                "Bag, close-output, own engine");
        return all().filter(cell -> chosen.contains(cell.toString()));
    }

    @ParameterizedTest
    @MethodSource("some")
    void shouldEndWithTheResultOrSayWhyNot(Cell cell) throws IOException {
        go(cell);
    }

    @ParameterizedTest
    @MethodSource("all")
    @Tag("tier1")
    void shouldEndWithTheResultOrSayWhyNotWhicheverTheWay(Cell cell) throws IOException {
        go(cell);
    }

    private static void go(Cell cell) throws IOException {
        Path folder = Files.createTempDirectory(home, "way-"); // each run needs its own folder for what is done once
        try (MoideProcess run = application.run(folder, cell.application(), cell.way(), cell.engine())) {
            Awaitility.await("the end of " + cell).atMost(LONGEST).until(() -> !run.isAlive());
            int exit = run.awaitExit();
            boolean result = run.out().contains("sum: " + WaysOut.SUM);
            String said = String.join("\n", run.err());
            switch (cell.ending()) {
                case RESULT ->
                    assertThat(exit == 0 && result)
                            .as("exit code 0 and the result: %s", run)
                            .isTrue();
                case RESULT_OR_WHY ->
                    assertThat(exit == 0 ? result : exit == 1 && said.contains("\nmoide"))
                            .as("exit code 0 and the result, or 1 and why: %s", run)
                            .isTrue();
                default -> assertThat(exit).as("exit code of %s", run).isEqualTo(1);
            }
            if (cell.ending() == Ending.EXITED) {
                assertThat(said)
                        .contains("the application called System.exit in ")
                        .contains(" at own.");
            } else if (cell.ending() == Ending.THREW) {
                assertThat(said).contains("the application failed in ID " + cell.engine() + " on ");
            } else if (cell.ending() == Ending.UNWRITTEN) {
                assertThat(said).contains("standard output");
            }
            assertThat(run.children()).as("processes that are left").isEmpty();
        }
    }
}
