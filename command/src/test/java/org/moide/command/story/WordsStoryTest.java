package org.moide.command.story;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Tests the lines that a command prints when its process meets an error that has nothing to do with its arguments. */
@EnabledOnOs(OS.LINUX)
class WordsStoryTest {
    @TempDir
    Path home;

    @Test
    @Tag("full")
    void shouldSayInItsOwnNameThatItWasInterrupted() throws Exception {
        List<String> with = WholeSamples.in(home.resolve("samples"));
        try (MoideProcess bench = MoideProcess.start(
                home, with, "bench", "comm", "--milliseconds", "60000", "--local-engines", "2", "--threads", "1")) {
            bench.awaitChildren(1);
            bench.interrupt();
            assertThat(bench.awaitExit()).as("%s", bench).isEqualTo(130);
            // On a loaded host a starting engine may end later than this process waits.
            assertThat(bench.err()).hasSizeBetween(1, 2).allMatch(line -> line.startsWith("moide bench comm: "));
        }
    }

    @Test
    void shouldFailWhenWhatItPrintedWasLost() {
        List<String> toFull = List.of("sh", "-c", "exec \"$@\" >/dev/full", "sh");
        try (MoideProcess full = MoideProcess.start(home, toFull, "samples")) {
            assertThat(full.awaitExit()).as("%s", full).isEqualTo(1);
            assertThat(full.err())
                    .containsExactly("moide: cannot write to standard output: No space left on device;"
                            + " what it was to show is lost");
        }
    }

    @Test
    void shouldSayNothingWhenItsReaderHasSeenEnough() {
        List<String> toHead = List.of("bash", "-c", "\"$@\" | head -1; exit ${PIPESTATUS[0]}", "bash");
        try (MoideProcess headed = MoideProcess.start(home, toHead, "completion")) {
            assertThat(headed.awaitExit()).as("%s", headed).isZero();
            assertThat(headed.err()).isEmpty();
            assertThat(headed.out()).hasSize(1);
        }
    }

    @Test
    void shouldSayOnceHowToEndItWhenItsReaderHasGoneWhileItRuns() {
        List<String> toNobody = List.of("bash", "-c", "\"$@\" | true; exit ${PIPESTATUS[0]}", "bash");
        try (MoideProcess unread = MoideProcess.start(home, toNobody, "run", "--threads", "4", "hello")) {
            assertThat(unread.awaitExit()).as("%s", unread).isZero();
            assertThat(unread.err())
                    .filteredOn(line -> line.contains("standard output"))
                    .singleElement()
                    .asString()
                    .matches("moide run: cannot write to standard output: its reader has gone;"
                            + " the run goes on without, and 'moide stop [0-9a-z]+' ends it");
        }
    }

    @Test
    void shouldPromiseAReportOnlyWhenItIsKept() throws Exception {
        try (MoideProcess run = MoideProcess.start(home, "run", "hello")) {
            run.awaitSuccess();
            assertThat(run.err()).anyMatch(line -> line.startsWith("report: moide history "));
        }
        Path noFolder = Files.createFile(home.resolve("file"));
        try (MoideProcess run = MoideProcess.start(home, List.of("env", "MOIDE_HOME=" + noFolder), "run", "hello")) {
            assertThat(run.awaitExit()).as("%s", run).isZero();
            assertThat(run.err())
                    .anyMatch(line -> line.startsWith("moide run: cannot keep the run for 'moide history': "))
                    .noneMatch(line -> line.startsWith("report:"));
        }
    }

    @Test
    void shouldNameTheVariableWithWhichNoEngineStarts() {
        List<String> with = List.of("env", "-u", "MOIDE_JVM_ARG", "_JAVA_OPTIONS=-Xms100m");
        try (MoideProcess run =
                MoideProcess.start(home, with, "run", "--local-engines", "2", "--engine-memory", "64m", "hello")) {
            assertThat(run.awaitExit()).as("%s", run).isEqualTo(2);
            assertThat(run.err())
                    .containsExactly(
                            "Picked up _JAVA_OPTIONS: -Xms100m",
                            "moide run: Java does not start an engine: Initial heap size set to a larger value than the"
                                    + " maximum heap size (with _JAVA_OPTIONS: -Xms100m)");
        }
    }

    @Test
    void shouldAskNoNameServiceForItsOwnName() throws Exception {
        // The resolver opens this file instead of calling the name service, and waits for ever.
        Path nobodyAnswers = home.resolve("hosts");
        assertThat(new ProcessBuilder("mkfifo", nobodyAnswers.toString())
                        .inheritIO()
                        .start()
                        .waitFor())
                .isZero();
        List<String> with = List.of("env", "JAVA_TOOL_OPTIONS=-Djdk.net.hosts.file=" + nobodyAnswers);
        try (MoideProcess run =
                MoideProcess.start(home, with, "run", "--local-engines", "2", "--threads", "1", "hello")) {
            run.awaitSuccess();
            assertThat(run.out()).hasSize(2);
        }
    }

    @Test
    @Tag("full")
    void shouldKeepItsThingsWhereHomeSaysAndInItsOwnPlaceBeforeThat() throws Exception {
        Path other = home.resolve("other");
        List<String> elsewhere = List.of("env", "MOIDE_HOME=" + other);
        try (MoideProcess made = MoideProcess.start(home, "key", "create");
                MoideProcess there = MoideProcess.start(home, elsewhere, "key", "create")) {
            made.awaitSuccess();
            there.awaitSuccess();
        }
        assertThat(Files.readString(home.resolve(".moide/secret")))
                .isNotEqualTo(Files.readString(other.resolve(".moide/secret")));
    }
}
