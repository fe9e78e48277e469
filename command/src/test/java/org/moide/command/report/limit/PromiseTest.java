package org.moide.command.report.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.moide.coordinator.report.RunReport;
import org.moide.coordinator.report.RunReport.EngineTimes;
import org.moide.coordinator.report.RunReport.Pace;
import org.moide.coordinator.report.RunReport.ThreadTimes;
import org.moide.coordinator.report.WorkersReport;
import org.moide.engine.control.DataStatistics;

class PromiseTest {
    private static final int WINDOWS = 20;

    /** The number of tasks that a thread of power 1 executes in half a second if it does what its power promises. */
    private static final double USUAL = 50;

    @Test
    void shouldSayWhichPartWasDone() {
        assertThat(broken(bag(), engine(0, 1, 1, always(1)), engine(1, 1, 1, always(0.25))))
                .singleElement()
                .satisfies(slow -> {
                    assertThat(slow.engine().id()).isEqualTo(1);
                    assertThat(slow.kept()).isCloseTo(0.25, within(0.01));
                    assertThat(slow.sinceSeconds()).isZero();
                });
    }

    @Test
    void shouldDrawTheLineAtTwoThirds() {
        assertThat(broken(bag(), engine(0, 1, 1, always(1)), engine(1, 1, 1, always(0.66))))
                .hasSize(1);
        assertThat(broken(bag(), engine(0, 1, 1, always(1)), engine(1, 1, 1, always(0.68))))
                .isEmpty();
    }

    @Test
    void shouldCountPowerAndThreads() {
        assertThat(broken(bag(), engine(0, 2, 2, always(2)), engine(1, 0.5, 1, always(0.5))))
                .isEmpty();
        assertThat(broken(bag(), engine(0, 2, 2, always(2)), engine(1, 2, 2, always(1))))
                .singleElement()
                .satisfies(slow -> assertThat(slow.kept()).isCloseTo(0.5, within(0.01)));
    }

    @Test
    void shouldSaySinceWhen() {
        assertThat(broken(bag(), engine(0, 1, 1, always(1)), engine(1, 1, 1, at -> at < 8 ? 1 : 0.3)))
                .singleElement()
                .satisfies(slow -> {
                    assertThat(slow.sinceSeconds()).isCloseTo(4, within(0.51));
                    assertThat(slow.kept()).isCloseTo(0.3, within(0.05));
                    assertThat(slow.words()).contains(", from 4.", " on: ");
                });
    }

    @Test
    void shouldForgiveAnEngineThatIsAsGoodAgain() {
        assertThat(broken(bag(), engine(0, 1, 1, always(1)), engine(1, 1, 1, at -> at < 8 ? 0.3 : 1)))
                .isEmpty();
    }

    @Test
    void shouldForgiveSomeLongTasks() {
        // Less than two thirds on average, but as fast as the other engine half of the time.
        assertThat(broken(bag(), engine(0, 1, 1, always(1)), engine(1, 1, 1, at -> at % 2 == 0 ? 0.2 : 1)))
                .isEmpty();
    }

    @Test
    void shouldNotCountTimeWithoutATask() {
        EngineTimes idle = engine(1, 1, 1, always(0.4), 0.6);
        assertThat(broken(bag(), engine(0, 1, 1, always(1)), idle)).isEmpty();
    }

    @Test
    void shouldNotJudgeByAFewTasks() {
        IntToDoubleFunction rare = at -> at % 5 == 0 ? 1 / USUAL : 0;
        assertThat(broken(bag(), engine(0, 1, 1, rare), engine(1, 1, 1, always(0))))
                .isEmpty();
    }

    @Test
    void shouldNotJudgeByAFewMoments() {
        assertThat(broken(bag(), engine(0, 1, 1, always(1)), cut(engine(1, 1, 1, always(0.25)), 4)))
                .as("1.5 s")
                .isEmpty();
        assertThat(broken(bag(), engine(0, 1, 1, always(1)), cut(engine(1, 1, 1, always(0.25)), 5)))
                .as("2 s")
                .hasSize(1);
    }

    @Test
    void shouldNameTheWorstFirstBesideTheMedian() {
        assertThat(broken(
                        bag(),
                        engine(0, 1, 1, always(0.5)),
                        engine(1, 1, 1, always(1)),
                        engine(2, 1, 1, always(0.2)),
                        engine(3, 1, 1, always(1)),
                        engine(4, 1, 1, always(1.9))))
                .extracting(slow -> slow.engine().id())
                .containsExactly(2, 0);
    }

    @Test
    void shouldNotJudgeTasksThatPutOthersAndWorkers() {
        EngineTimes[] engines = {engine(0, 1, 1, always(1)), engine(1, 1, 1, always(0.25))};
        RunReport.Loans creating =
                new RunReport.Loans(0, 0, 0, 0, new RunReport.TaskCounts(1, 900, 901, 0, 0, List.of()));
        assertThat(broken(creating, engines)).isEmpty();
        RunReport plain = report(bag(), engines);
        RunReport workers = new RunReport(
                plain.origin(),
                "a",
                List.of(),
                Map.of(),
                10,
                plain.engines(),
                plain.messages(),
                plain.loans(),
                new WorkersReport(List.of(), List.of(), List.of()),
                List.of(),
                List.of(),
                List.of());
        assertThat(Promise.brokenIn(workers)).isEmpty();
    }

    @Test
    void shouldNotMindEnginesOfWhichNothingIsKnown() {
        assertThat(broken(
                        bag(),
                        engine(0, Double.NaN, 1, always(1)),
                        engine(1, 1, 1, always(0.25)),
                        new EngineTimes(2, "h", 1, List.of())))
                .isEmpty();
        assertThat(broken(bag())).isEmpty();
    }

    @Test
    void shouldSeeThatPartsOfSpmdProgramsTookLongerThanOthersAndBlameNobody() {
        assertThat(Promise.isUneven(report(RunReport.Loans.none(), spmd(0, 6), spmd(1, 9))))
                .isTrue();
        assertThat(Promise.isUneven(report(RunReport.Loans.none(), spmd(0, 6.1), spmd(1, 9))))
                .isFalse();
        assertThat(Promise.isUneven(report(RunReport.Loans.none(), spmd(0, 9)))).isFalse();
        assertThat(Promise.isUneven(report(bag(), engine(0, 1, 1, always(1)), engine(1, 1, 1, always(0.25)))))
                .isFalse();
        assertThat(broken(RunReport.Loans.none(), spmd(0, 3), spmd(1, 9))).isEmpty();
    }

    // --- reports

    private static List<Promise> broken(RunReport.Loans loans, EngineTimes... engines) {
        return Promise.brokenIn(report(loans, engines));
    }

    private static RunReport report(RunReport.Loans loans, EngineTimes... engines) {
        return new RunReport(
                "a", List.of(), Map.of(), 10, List.of(engines), RunReport.Messages.none(), loans, List.of());
    }

    private static RunReport.Loans bag() {
        return new RunReport.Loans(0, 0, 0, 0, new RunReport.TaskCounts(900, 0, 900, 0, 0, List.of()));
    }

    private static IntToDoubleFunction always(double kept) {
        return at -> kept;
    }

    private static EngineTimes engine(int number, double power, int threads, IntToDoubleFunction speed) {
        return engine(number, power, threads, speed, 0);
    }

    /**
     * Returns an engine's times with two progress reports a second.
     *
     * @param speed its speed in each half second, relative to its power
     */
    private static EngineTimes engine(int number, double power, int threads, IntToDoubleFunction speed, double idle) {
        List<Pace> pace = new ArrayList<>(List.of(new Pace(0, 0, 0)));
        double tasks = 0;
        for (int at = 0; at < WINDOWS; at++) {
            tasks += USUAL * speed.applyAsDouble(at);
            double seconds = 0.5 * (at + 1);
            pace.add(new Pace(seconds, Math.round(tasks), idle * threads * seconds));
        }
        ThreadTimes[] rows = new ThreadTimes[threads];
        Arrays.setAll(rows, row -> new ThreadTimes(row, 10 - 10 * idle, 0, 0, 10 * idle, 0, 0, 450, Map.of()));
        return new EngineTimes(
                number,
                "h" + number,
                EngineTimes.Place.UNKNOWN,
                power,
                List.of(rows),
                -1,
                null,
                DataStatistics.NONE,
                0,
                Double.NaN,
                pace);
    }

    /**
     * Returns a copy of an engine's times with only the first progress reports.
     *
     * @param samples the number of reports
     */
    private static EngineTimes cut(EngineTimes engine, int samples) {
        return new EngineTimes(
                engine.id(),
                engine.host(),
                engine.place(),
                engine.power(),
                engine.threads(),
                -1,
                null,
                engine.data(),
                0,
                engine.processorSeconds(),
                engine.pace().subList(0, samples));
    }

    private static EngineTimes spmd(int number, double compute) {
        return new EngineTimes(
                number,
                "h" + number,
                1,
                List.of(new ThreadTimes(0, compute, 0, 10 - compute, 0, 0, 0, 0, Map.of("allReduce", 10 - compute))));
    }
}
