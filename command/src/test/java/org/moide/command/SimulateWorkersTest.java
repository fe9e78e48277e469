package org.moide.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.moide.coordinator.plan.SampleIndex;

/** Tests the commands {@code simulate} and {@code advise} with workloads of workers. */
class SimulateWorkersTest {
    private static final String DRAWN = "workers:count=64,hot=8,tasks=16000,chains=64";

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    Path folder;

    @Test
    void shouldShowHowAStrategyMovesWorkersThatWanderInTheirLoad() {
        assertThat(moide("simulate", "--members", "4", "--workload", DRAWN))
                .as(() -> err.toString(UTF_8))
                .isZero();
        String shown = out.toString(UTF_8);
        out.reset();
        assertThat(moide("simulate", "--members", "4", "--workload", DRAWN)).isZero();

        assertThat(shown)
                .contains("64 workers, 16,000 tasks, 64 of them at the start, 15.93 s of work")
                .contains("members     4 with 4 threads, power 4.00")
                .contains("at best     3.98 s")
                .contains("strategy    greedy")
                .containsPattern("efficiency  \\d\\d\\.\\d% .work / .power x time.., threads idle \\d+\\.\\d%")
                .containsPattern("moves +\\d+, \\d+\\.\\d (KiB|MiB)")
                .containsPattern("with [\\d,]+ tasks for other members, [\\d,]+ forwarded")
                .contains("100% |");
        assertThat(out.toString(UTF_8)).as("the same words").isEqualTo(shown);
    }

    @Test
    void shouldTakeTheTimeOfAWorkerThatMayNotMove() throws IOException {
        Path file = pinned();

        assertThat(moide("simulate", "--strategy", "greedy", "--workload", file.toString()))
                .as(() -> err.toString(UTF_8))
                .isZero();

        assertThat(out.toString(UTF_8))
                .contains("3 workers, 500 tasks, 1 of them at the start, 1.00 s of work")
                .contains("members     2 with 3 threads, power 4.00")
                .as("two threads of power 1 and one of power 2; the worker begins on engine 1")
                .contains("at best     500 ms (work / power, the busiest worker, or the longest chain of tasks)")
                .containsPattern("predicted   50\\d ms")
                .contains("moves       0, 0 B");
    }

    /** Writes a workload in which worker 7 stays on the second engine and receives 500 tasks of 2 ms. */
    private Path pinned() throws IOException {
        StringBuilder causes = new StringBuilder("-1");
        for (int task = 1; task < 500; task++) {
            causes.append(',').append(task - 1);
        }
        return Files.writeString(
                folder.resolve("pinned.json"),
                "{\"format\":\"moide-workers-1\",\"application\":\"a\",\"threadPower\":5,"
                        + "\"engines\":[{\"host\":\"h\",\"threads\":2,\"power\":10},"
                        + "{\"host\":\"i\",\"threads\":1,\"power\":10}],"
                        + "\"workers\":[{\"id\":4,\"count\":2},{\"id\":7,\"moves\":false,\"startOn\":[1]}],"
                        + "\"taskWorkers\":" + repeated(7) + ",\"causes\":[" + causes + "],"
                        + "\"nanos\":" + repeated(2_000_000) + ",\"taskBytes\":" + repeated(9) + "}");
    }

    private static String repeated(long value) {
        long[] values = new long[500];
        Arrays.fill(values, value);
        return Arrays.toString(values);
    }

    @Test
    void shouldCompareTheStrategiesForWorkersAndNameTheBest() throws IOException {
        Path svg = folder.resolve("all.svg");
        assertThat(moide("advise", DRAWN, "--members", "4", "--plot", svg.toString()))
                .as(() -> err.toString(UTF_8))
                .isZero();

        String shown = out.toString(UTF_8);
        List<String> names = List.of("receiver", "sender", "greedy", "gossip", "none");
        List<String> told = shown.lines()
                .map(line -> line.split(" ", 2)[0])
                .filter(names::contains)
                .toList();
        assertThat(told).containsExactlyInAnyOrderElementsOf(names).endsWith("none");
        assertThat(shown).doesNotContain("rotate").containsPattern("none +\\d+\\.\\d\\d s +\\S+ +\\S+ +0 +0 B");
        Matcher chosen = Pattern.compile("Choose (\\w+): \\d\\.\\d\\d s predicted, efficiency \\d\\d")
                .matcher(shown);
        assertThat(chosen.find()).as(shown).isTrue();
        assertThat(names).contains(chosen.group(1));
        assertThat(chosen.group(1)).isNotEqualTo("none");
        assertThat(Files.readString(svg)).contains(">" + told.get(0) + "</text>", ">none</text>");
    }

    @Test
    void shouldRefuseAStrategyFileWithWhatTheStrategyDoesNotKnow() throws IOException {
        Path file = Files.writeString(folder.resolve("receiver.properties"), "waitRepaet = 0.1\n");

        assertThat(moide("simulate", "--strategy-file", file.toString(), "--workload", DRAWN))
                .isEqualTo(2);

        assertThat(err.toString(UTF_8))
                .startsWith("moide simulate: --strategy: strategy greedy has no parameter \"waitRepaet\"");
        assertThat(out.toString(UTF_8)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    simulate --strategy stealing --workload workers | moide simulate: --strategy: expected a strategy for workers, since the workload is one of workers (gossip, greedy,
                    simulate --strategy greedy --workload tree | moide simulate: --strategy: expected a strategy for tasks, since the workload is one of tasks (central,
                    simulate --strategy gready --workload workers | moide simulate: --strategy: there is no strategy for workers "gready"; did you mean greedy
                    simulate --workload workers:hot=0 | moide simulate: workload workers: expected hot to be a whole number from 1 to 400, found "0"
                    simulate --workload workers:cold=1 | moide simulate: workload workers has no parameter "cold": there are bytes, chains, count, hot,
                    simulate --workload workers: | moide simulate: workload workers: expected key=value, such as millis=1, found ""
                    advise workers:share=2 | moide advise: workload workers: expected share to be a number from 0.0 to 1.0, found "2"
                    """)
    void shouldSayWhatIsWrong(String words, String message) {
        assertThat(moide(words.split(" ", -1))).isEqualTo(2);

        assertThat(err.toString(UTF_8)).startsWith(message);
        assertThat(out.toString(UTF_8)).isEmpty();
    }

    @Test
    void shouldSayThatAFileOfWorkersTakesNoParameters() throws IOException {
        assertThat(moide("simulate", "--workload", pinned() + ":repeat=2")).isEqualTo(2);

        assertThat(err.toString(UTF_8))
                .contains("pinned.json: expected no parameters, since it is one of workers, found repeat=2");
    }

    private int moide(String... words) {
        TerminalConsole console =
                new TerminalConsole(new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8), false, 80);
        SettingsProvider settings = new SettingsProvider(Map.of(), List.of());
        return new MoideCommand(new TwoHosts(), console, () -> SampleIndex.find(null), settings).execute(words);
    }
}
