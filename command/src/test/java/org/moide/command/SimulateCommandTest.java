package org.moide.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.moide.balance.data.TaskClass;
import org.moide.balance.strategy.Strategies;
import org.moide.command.story.OwnApplication;
import org.moide.coordinator.plan.SampleIndex;
import org.moide.coordinator.workload.RecordedData;
import org.moide.coordinator.workload.RecordedTasks;
import org.moide.coordinator.workload.RecordedWorkload;
import org.moide.coordinator.workload.WorkloadFile;

class SimulateCommandTest {
    /** The source of the example strategy in docs/strategies.md. */
    private static final String GREEDY = """
            package org.example;
            import java.util.*;
            import org.moide.balance.strategy.*;
            public final class Greedy implements Strategy {
                private final long tasks;
                public Greedy(StrategySetup setup) {
                    tasks = setup.parameters().number("tasks", 4, 1, 100); // name, default, range
                }
                @Override
                public List<Decision> decide(MemberView view) {
                    if (!view.isRoot()) {
                        boolean low = view.queuedTasks() < view.threads();
                        return low ? List.of(new Decision.Ask(Membership.ROOT, tasks, true)) : List.of();
                    }
                    List<Decision> decisions = new ArrayList<>();
                    if (view.queuedTasks() > 0) {
                        view.requests().forEach(
                                request -> decisions.add(new Decision.Give(request.member(), request.tasks(), 1)));
                    }
                    return decisions;
                }
            }
            """;

    @TempDir
    Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void shouldShowHowAStrategyDoesAndDrawIt() throws Exception {
        Path svg = folder.resolve("busy.svg");
        Path png = folder.resolve("busy.png");
        String words = "simulate --strategy guided --members 4 --member-threads 2 --powers 1,0.5 --workload"
                + " tree:depth=4,millis=2 --plot ";

        assertThat(moide((words + svg).split(" ", -1))).isZero();
        String first = out.toString(UTF_8);
        assertThat(moide((words + png).split(" ", -1))).isZero();

        assertThat(err.toString(UTF_8)).isEmpty();
        assertThat(first)
                .contains("members     4 with 8 threads, power 6.00")
                .contains("strategy    guided")
                .containsPattern("efficiency  \\d+\\.\\d% \\(work / \\(power x time\\)\\), threads idle \\d")
                .containsPattern("busy        \\d+\\.\\d% to \\d+\\.\\d% of the time, from member to member")
                .containsPattern("digest      [0-9a-f]{16}, ")
                .contains("100% |")
                .contains("  0% |████");
        assertThat(out.toString(UTF_8)).isEqualTo(first + first);
        assertThat(Files.readString(svg))
                .startsWith("<svg ")
                .contains(">guided<")
                .endsWith("</svg>\n");
        assertThat(ImageIO.read(png.toFile()).getWidth()).isEqualTo(960);
    }

    @Test
    void shouldShowWhatGoesFromSiteToSite() {
        String words = "simulate --sites 3,5 --workload tree:depth=6,millis=2";
        assertThat(moide((words + " --unknown-sites").split(" ", -1))).isZero();
        long before = betweenSites();
        assertThat(moide(words.split(" ", -1))).isZero();

        assertThat(err.toString(UTF_8)).isEmpty();
        assertThat(betweenSites()).isBetween(1L, before - 1);
        assertThat(moide("simulate", "--workload", "tree:depth=4")).isZero();
        assertThat(out.toString(UTF_8)).contains("messages    ").doesNotContain("between sites");
    }

    /** Returns the number of messages between sites that the command has printed since the last call. */
    private long betweenSites() {
        Matcher found = Pattern.compile("members     8 with .*?between sites ([0-9,]+), ", Pattern.DOTALL)
                .matcher(out.toString(UTF_8));
        assertThat(found.find()).as(out.toString(UTF_8)).isTrue();
        out.reset();
        return Long.parseLong(found.group(1).replace(",", ""));
    }

    @Test
    void shouldCompareAllStrategiesOnTheEnginesOfARecordedRun() {
        Path file = folder.resolve("w.json");
        int tasks = 400;
        int[] parents = new int[tasks];
        long[] nanos = new long[tasks];
        Arrays.fill(parents, -1);
        Arrays.fill(nanos, 1_000_000);
        WorkloadFile.write(
                new RecordedWorkload(
                        "a",
                        5,
                        List.of(new RecordedWorkload.Engine("h", 2, 10), new RecordedWorkload.Engine("i", 1, 10)),
                        new RecordedTasks(80, parents, nanos, new long[tasks], new long[tasks])),
                file);

        assertThat(moide("advise", file.toString())).isZero();

        assertThat(out.toString(UTF_8))
                .contains("members     2 with 3 threads, power 4.00")
                .contains("at best     100");
        for (String strategy : Strategies.names()) {
            assertThat(out.toString(UTF_8)).containsPattern("(?m)^" + strategy + " +\\d");
        }
        assertThat(out.toString(UTF_8)).containsPattern("Choose \\w+: .* predicted, efficiency 9\\d");
    }

    /**
     * Writes a workload in which tasks read data objects: frames with the IDs 10, 20, … 50. For each frame but the
     * first there are 100 tasks of 1 ms, which read it and the frame before it.
     */
    private Path frames() {
        Path file = folder.resolve("frames.json");
        int tasks = 400;
        int[] parents = new int[tasks];
        long[] nanos = new long[tasks];
        Arrays.fill(parents, -1);
        Arrays.fill(nanos, 1_000_000);
        RecordedData data = new RecordedData(
                new long[] {10, 20, 30, 40, 50},
                new long[] {100_000, 100_000, 100_000, 100_000, 100_000},
                List.of(TaskClass.of(10, 20), TaskClass.of(20, 30), TaskClass.of(30, 40), TaskClass.of(40, 50)),
                IntStream.range(0, tasks).map(task -> task / 100).toArray(),
                false);
        WorkloadFile.write(
                new RecordedWorkload(
                        "b",
                        1,
                        List.of(new RecordedWorkload.Engine("h", 1, 1)),
                        new RecordedTasks(60, parents, nanos, new long[tasks], new long[tasks], data)),
                file);
        return file;
    }

    @Test
    void shouldReplayARecordedRunWithItsDataObjects() {
        String begin = "simulate --strategy tdc --members 4 --data-memory 300000 --bandwidth 20 --workload " + frames();

        assertThat(moide(begin.split(" ", -1))).as(() -> err.toString(UTF_8)).isZero();
        String fromRoot = out.toString(UTF_8);
        out.reset();
        assertThat(moide((begin + ":place=members").split(" ", -1))).isZero();
        String fromMembers = out.toString(UTF_8);
        out.reset();
        assertThat(moide((begin + ":objects=3,repeat=4,place=members").split(" ", -1)))
                .isZero();

        assertThat(fromRoot)
                .contains("frames.json: 400 tasks, 400 of them at the start, 400 ms of work")
                .contains("at best     100 ms (work / power")
                .containsPattern("all-knowing 1\\d\\d ms, efficiency \\d+\\.\\d%, \\d+ objects brought")
                .containsPattern("own lines   1\\d\\d ms, efficiency \\d+\\.\\d%, 8 objects brought")
                .containsPattern("data +\\d+ objects brought, ");
        assertThat(broughtBySchedule(fromMembers)).isLessThan(broughtBySchedule(fromRoot));
        assertThat(out.toString(UTF_8))
                .contains("800 tasks, 800 of them at the start, 800 ms of work")
                .contains("at best     200 ms");
    }

    private static int broughtBySchedule(String shown) {
        Matcher found =
                Pattern.compile("all-knowing .* (\\d+) objects? brought").matcher(shown);
        assertThat(found.find()).as(shown).isTrue();
        return Integer.parseInt(found.group(1));
    }

    @Test
    void shouldCompareStrategiesByWhatTheyMoveOfARecordedRunsObjects() {
        assertThat(moide("advise", frames() + ":place=members", "--members", "4", "--bandwidth", "20"))
                .isZero();

        assertThat(out.toString(UTF_8))
                .containsPattern("all-knowing \\d+ ms")
                .containsPattern("strategy +predicted .* loans +objects +their bytes")
                .containsPattern("(?m)^tdc .* KiB\\R");
    }

    @Test
    void shouldSayWhatIsWrongWithTheParametersOfAFile() {
        Path file = frames();

        assertThat(moide("simulate", "--workload", file + ":place=there")).isEqualTo(2);
        assertThat(moide("simulate", "--workload", file + ":objects=6")).isEqualTo(2);
        assertThat(moide("simulate", "--workload", file + ":repeat=1000000")).isEqualTo(2);
        assertThat(moide("simulate", "--workload", file + ":millis=3")).isEqualTo(2);

        assertThat(err.toString(UTF_8))
                .contains("frames.json: expected place to be root or members, found \"there\"")
                .contains("frames.json: expected objects to be a whole number from 1 to 5, found \"6\"")
                .contains("found 400 tasks and 8 objects 1000000 times")
                .contains("frames.json has no parameter \"millis\": there are objects, place, repeat");
    }

    @Test
    void shouldDrawEveryStrategyInAStripOfItsOwnTheFastestFirst() throws Exception {
        Path svg = folder.resolve("all.svg");
        assertThat(moide("advise", "uniform:tasks=2000", "--members", "4", "--plot", svg.toString()))
                .isZero();
        List<String> told = out.toString(UTF_8)
                .lines()
                .filter(line -> Strategies.names().contains(line.split(" ", 2)[0]))
                .map(line -> line.split(" ", 2)[0])
                .toList();
        List<String> drawn = Pattern.compile("font-weight=\"bold\">([\\w-]+)</text>")
                .matcher(Files.readString(svg))
                .results()
                .map(name -> name.group(1))
                .filter(Strategies.names()::contains)
                .toList();
        assertThat(drawn).isEqualTo(told).hasSameSizeAs(Strategies.names());
    }

    @Test
    void shouldNotAdviseByWorkThatIsOverBeforeEnginesHaveStarted() {
        assertThat(moide("advise", "uniform:tasks=40,millis=0.1", "--members", "2", "--member-threads", "1"))
                .isZero();
        assertThat(out.toString(UTF_8))
                .contains("This is too short to choose a strategy by")
                .contains("members     2 with 2 threads")
                .doesNotContain("Choose ");
        assertThat(moide("advise", "uniform:tasks=40", "--members", "1")).isZero();
        assertThat(out.toString(UTF_8)).contains("members     1 with 1 thread,");
    }

    @Test
    void shouldTakeTheHostsThatAreNamedAndLeaveOutThoseThatCannotBeUsed() {
        assertThat(moide("advise", "uniform:tasks=300", "--hosts", "a,b,c")).isZero();

        assertThat(out.toString(UTF_8)).contains("members     2 with 6 threads, power 5.00");
        assertThat(err.toString(UTF_8)).contains("moide advise: c: nobody there");
        assertThat(moide("advise", "uniform:tasks=300", "--hosts", "a", "--members", "3"))
                .isEqualTo(2);
    }

    @Test
    void shouldSimulateAStrategyOfTheUsersOwn() throws Exception {
        OwnApplication own = OwnApplication.compile(folder, "org.example.Greedy", GREEDY);
        Path parameters = Files.writeString(folder.resolve("greedy.properties"), "tasks = 9\n");
        String words = " --strategy org.example.Greedy --members 4 --workload uniform:tasks=200";
        String inFolder = "simulate --classpath " + own.classes() + words;

        assertThat(moide(inFolder.split(" ", -1))).as(() -> err.toString(UTF_8)).isZero();
        String first = out.toString(UTF_8);
        out.reset();
        assertThat(moide(("simulate -cp " + own.jar(folder.resolve("greedy.jar")) + words).split(" ", -1)))
                .isZero();
        assertThat(out.toString(UTF_8)).isEqualTo(first);
        out.reset();
        assertThat(moide((inFolder + " --strategy-file " + parameters).split(" ", -1)))
                .isZero();

        assertThat(first).contains("strategy    org.example.Greedy");
        assertThat(transfers(first)).isGreaterThan(transfers(out.toString(UTF_8)));
    }

    /** Returns the number of transfers of data objects that a simulation has printed. */
    private static int transfers(String shown) {
        Matcher found = Pattern.compile("transfers   (\\d+) with").matcher(shown);
        assertThat(found.find()).as(shown).isTrue();
        return Integer.parseInt(found.group(1));
    }

    @Test
    void shouldSayWhatIsWrongWithAStrategyOfTheUsersOwn() throws Exception {
        OwnApplication own = OwnApplication.compile(folder, "org.example.Greedy", GREEDY);
        String strategy = "--strategy org.example.Greedi ";

        assertThat(moide(("simulate " + strategy).strip().split(" ", -1))).isEqualTo(2);
        assertThat(moide(("simulate " + strategy + "--classpath " + own.classes()).split(" ", -1)))
                .isEqualTo(2);
        assertThat(moide(("simulate " + strategy + "--classpath " + folder.resolve("none")).split(" ", -1)))
                .isEqualTo(2);

        assertThat(err.toString(UTF_8))
                .contains("moide simulate: --strategy org.example.Greedi: expected --classpath with the jar or folder")
                .contains("moide simulate: --strategy: there is no strategy class \"org.example.Greedi\"")
                .contains("moide simulate: --classpath: expected a jar or a folder of classes, found nothing at");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    simulate --strategy gided | moide simulate: --strategy: there is no strategy "gided"; did you mean guided
                    simulate --workload tres | moide simulate: there is no workload "tres": there are uniform
                    simulate --workload none.json | moide simulate: cannot read the workload none.json: there is none
                    simulate --members 0 | moide simulate: --members: expected from 1 to 100000, found 0
                    simulate --powers 1,0 | moide simulate: --powers: expected numbers above 0, found 0.0
                    simulate --sites 4,0 | moide simulate: --sites: expected at least 1 engine in each, found 0
                    simulate --sites 60000,60000 | moide simulate: --sites: expected from 1 to 100000, found 120000
                    simulate --sites 4,4 --site-latency 3.7e9 | moide simulate: --site-latency: expected microseconds from 100.0, as within a site, to an hour, found 3.7E9
                    simulate --sites 4,4 --members 9 | moide simulate: --sites: expected the 9 engines that there are, found 8 in [4, 4]
                    simulate --sites 4,4 --site-latency 50 | moide simulate: --site-latency: expected microseconds from 100.0, as within a site, to an hour, found 50.0
                    simulate --latency -1 | moide simulate: --latency: expected microseconds from 0.001 to
                    simulate --plot x.gif | moide simulate: --plot: expected a file name that ends in .svg or .png, found x.gif
                    advise | moide advise: expected one workload, such as 'moide advise w.json', found none
                    advise a.json b.json | moide advise: expected one workload, such as 'moide advise w.json', found a.json b.json
                    """)
    void shouldSayWhatIsWrong(String words, String message) {
        assertThat(moide(words.split(" ", -1))).isEqualTo(2);

        assertThat(err.toString(UTF_8)).startsWith(message);
        assertThat(out.toString(UTF_8)).isEmpty();
    }

    private int moide(String... words) {
        TerminalConsole console =
                new TerminalConsole(new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8), false, 80);
        SettingsProvider settings = new SettingsProvider(Map.of(), List.of());
        return new MoideCommand(new TwoHosts(), console, () -> SampleIndex.find(null), settings).execute(words);
    }
}
