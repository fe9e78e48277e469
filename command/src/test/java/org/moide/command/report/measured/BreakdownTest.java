package org.moide.command.report.measured;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.moide.coordinator.report.RunOrigin;
import org.moide.coordinator.report.RunReport;
import org.moide.coordinator.report.RunReport.ThreadTimes;

class BreakdownTest {
    /** The pattern of a box in the SVG. It captures the left edge, the top, the bottom and the colour. */
    private static final Pattern BOX = Pattern.compile(
            "<path d=\"M([\\d.]+) ([\\d.]+)L[\\d.]+ [\\d.]+L[\\d.]+ ([\\d.]+)L[^\"]*\" fill=\"(#[0-9a-f]{6})\"/>");

    private static final String COMPUTE = "#0072b2";
    private static final String WAIT = "#d55e00";

    @Test
    void shouldShowTheMeanOfARunsThreadsAndPutRunsOfTheSameArgumentsBesideEachOther() {
        Breakdown parts = Breakdown.perRun(List.of(
                run("S", List.of(List.of(thread(0, 4, 0)))),
                run("A", List.of(List.of(thread(0, 8, 0)))),
                run("S", List.of(List.of(thread(0, 2, 1)), List.of(thread(1, 1, 2))))));

        assertThat(parts.title()).isEqualTo("cg");
        assertThat(String.join("\n", parts.lines())).isEqualTo("""
                                                      all  compute    wait
                --class S  1 thread of 1 engine    4.00 s   4.00 s  0.00 s
                --class S  2 threads of 2 engines  3.00 s   1.50 s  1.50 s
                --class A  1 thread of 1 engine    8.00 s   8.00 s  0.00 s""");
    }

    @Test
    void shouldDrawPartsAsHighAsTheyAreLongOneOnTheOther() {
        List<double[]> compute = boxes(COMPUTE);
        List<double[]> wait = boxes(WAIT);

        assertThat(compute).hasSize(1 + 1 + 3);
        assertThat(wait).hasSize(1 + 2);
        double bottom = compute.get(1)[2];
        double second = (bottom - compute.get(1)[1]) / 4;
        assertThat(compute.get(2)[1]).isCloseTo(bottom - 2 * second, within(0.2));
        assertThat(compute.get(3)[1]).isCloseTo(bottom - second, within(0.2));
        assertThat(wait.get(1))
                .as("the wait of thread 0 lies on its computing")
                .containsExactly(new double[] {compute.get(2)[0], bottom - 3 * second, compute.get(2)[1]}, within(0.2));
        assertThat(compute.get(3)[0] - compute.get(2)[0])
                .as("another engine's bar is further away")
                .isGreaterThan(compute.get(4)[0] - compute.get(3)[0]);
    }

    private static List<double[]> boxes(String colour) {
        String svg = BreakdownPlot.svg(Breakdown.perThread(List.of(
                run("S", List.of(List.of(thread(0, 4, 0)))),
                run("S", List.of(List.of(thread(0, 2, 1)), List.of(thread(1, 1, 2), thread(2, 3, 0)))))));
        List<double[]> boxes = new ArrayList<>();
        for (Matcher box = BOX.matcher(svg); box.find(); ) {
            if (box.group(4).equals(colour)) {
                boxes.add(new double[] {
                    Double.parseDouble(box.group(1)), Double.parseDouble(box.group(2)), Double.parseDouble(box.group(3))
                });
            }
        }
        return boxes;
    }

    @Test
    void shouldNameWhatAllRunsHaveInCommonOnceAndBeReadOnDarkScreens() {
        List<RunReport> runs =
                List.of(run("S", List.of(List.of(thread(0, 4, 0)))), run("A", List.of(List.of(thread(0, 2, 1)))));

        assertThat(BreakdownPlot.svg(Breakdown.perThread(runs)))
                .contains(">cg</text>", ">--class S, 1 thread of 1 engine</text>", ">--class A, 1 thread of 1 engine<")
                .contains("prefers-color-scheme: dark", ">wait</text>")
                .doesNotContain(">migrate</text>");
    }

    @Test
    void shouldKeepAllWordsWhereRunsHaveNotEquallyMany() {
        RunReport longer = new RunReport(
                origin(),
                "pi",
                List.of("--tasks", "9", "--fast"),
                Map.of(),
                1,
                List.of(),
                RunReport.Messages.none(),
                RunReport.Loans.none(),
                null,
                List.of(),
                List.of(),
                List.of());
        Breakdown parts = Breakdown.perRun(List.of(run("S", List.of(List.of(thread(0, 1, 0)))), longer));

        assertThat(parts.title()).isEqualTo("cg, pi");
        assertThat(parts.groups())
                .extracting(Breakdown.Group::label)
                .containsExactly("cg --class S", "pi --tasks 9 --fast");
        assertThat(BreakdownPlot.svg(parts))
                .as("a run without threads is a bar of nothing")
                .contains(">0.00 s</text>");
    }

    private static ThreadTimes thread(int id, double compute, double wait) {
        return new ThreadTimes(id, compute, 0, wait, 0, 0, 0, 0, Map.of());
    }

    private static RunOrigin origin() {
        return new RunOrigin("r", Instant.EPOCH, "0.1", "25", "greedy", 7, Map.of());
    }

    private static RunReport run(String size, List<List<ThreadTimes>> engines) {
        List<RunReport.EngineTimes> all = new ArrayList<>();
        engines.forEach(threads -> all.add(new RunReport.EngineTimes(all.size(), "h", 2, threads)));
        return new RunReport(
                origin(),
                "cg",
                List.of("--class", size),
                Map.of(),
                4,
                all,
                RunReport.Messages.none(),
                RunReport.Loans.none(),
                null,
                List.of(),
                List.of(),
                List.of());
    }
}
