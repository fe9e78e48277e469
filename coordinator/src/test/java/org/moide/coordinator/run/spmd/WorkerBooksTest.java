package org.moide.coordinator.run.spmd;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.moide.balance.loan.LoanTotals;
import org.moide.balance.strategy.StrategySpec;
import org.moide.coordinator.control.ChangeOrder;
import org.moide.coordinator.report.WorkersReport;
import org.moide.coordinator.run.SteppedRun;
import org.moide.coordinator.run.state.RunCoreEvent;
import org.moide.engine.control.DataStatistics;
import org.moide.engine.control.EngineCommand;
import org.moide.engine.control.EngineReport;
import org.moide.engine.control.EngineStatistics;
import org.moide.engine.control.EngineStatistics.PeerStatistics;
import org.moide.engine.control.HandlingSettings;
import org.moide.engine.control.ProcessStatistics;
import org.moide.engine.control.WorkerSettings;
import org.moide.engine.control.WorkerStatistics;
import org.moide.engine.control.WorkersNow;

class WorkerBooksTest {
    private static final WorkerSettings SETTINGS =
            new WorkerSettings(StrategySpec.of("rotate"), 7, 0, HandlingSettings.DEFAULT);

    private final SteppedRun run = SteppedRun.workers(2, SETTINGS);

    @Test
    void shouldTellEnginesHowWorkersAreBalancedAndPassOnHowTheyStand() {
        begin();
        assertThat(run.last(1, EngineCommand.Start.class).workers()).isEqualTo(SETTINGS);
        WorkersNow now = new WorkersNow(5, 1, 3, 8, new WorkersNow.Handler(4, "a task", "", 7));
        run.report(1, new EngineReport.Beat(0, 0, 0, now));
        assertThat(run.status().engines().get(1).workers()).isEqualTo(now);
    }

    @Test
    void shouldReportWhatWorkersDidOnEachEngineAndHowBusyItWas() {
        begin();
        for (int second = 0; second < 4; second++) {
            beat(0, new WorkersNow(10 + second, second, 0, 0, null));
            run.now += TimeUnit.MILLISECONDS.toNanos(500);
            beat(0, WorkersNow.NONE); // too soon after the previous sample
            run.now += TimeUnit.MILLISECONDS.toNanos(500);
        }
        finish(0, new WorkerStatistics(6, 100, 10, 1, 1, 1, 500, 2_000_000, List.of(move(3, 0, 1, 900))));
        finish(1, new WorkerStatistics(4, 50, 5, 0, 0, 1, 300, 1_000_000, List.of(move(9, 1, 0, 400))));
        WorkersReport report = run.outcomes.get(0).workers();
        assertThat(report.engines())
                .containsExactly(
                        new WorkersReport.EngineWorkers(0, 6, 100, 10, 1, 1, 1, 500, 0.002),
                        new WorkersReport.EngineWorkers(1, 4, 50, 5, 0, 0, 1, 300, 0.001));
        assertThat(report.lastMoves())
                .containsExactly(
                        new WorkersReport.Move(9, 1, 0, "rotate", 80, 0.001, 0.4),
                        new WorkersReport.Move(3, 0, 1, "rotate", 80, 0.001, 0.9));
        assertThat(report.activity()).hasSize(1);
        assertThat(report.activity().get(0).samples())
                .containsExactly(
                        new WorkersReport.Sample(0, 10, 0),
                        new WorkersReport.Sample(1, 11, 1),
                        new WorkersReport.Sample(2, 12, 2),
                        new WorkersReport.Sample(3, 13, 3));
    }

    @Test
    void shouldKeepTheLastMovesAndNoMoreSamplesThanAPersonLooksAt() {
        begin();
        int hours = 12;
        for (int second = 0; second < hours * 3_600; second++) {
            beat(0, new WorkersNow(1, 1, 0, 0, null));
            run.now += TimeUnit.SECONDS.toNanos(1);
        }
        List<WorkerStatistics.Move> moves = IntStream.range(0, WorkerStatistics.MOST_MOVES)
                .mapToObj(number -> move(number, 0, 1, number))
                .toList();
        finish(0, new WorkerStatistics(1, 0, 0, 0, 0, 5_000, 0, 0, moves));
        finish(1, new WorkerStatistics(1, 0, 0, 0, 0, 1, 0, 0, List.of(move(77, 1, 0, 10_000))));
        WorkersReport report = run.outcomes.get(0).workers();
        assertThat(report.lastMoves()).hasSize(WorkerStatistics.MOST_MOVES);
        assertThat(report.lastMoves().get(0).worker()).isEqualTo(1);
        assertThat(report.lastMoves().get(WorkerStatistics.MOST_MOVES - 1).worker())
                .isEqualTo(77);
        List<WorkersReport.Sample> samples = report.activity().get(0).samples();
        assertThat(samples).hasSizeBetween(18_000, 36_000);
        assertThat(samples.get(samples.size() - 1).atSeconds()).isGreaterThan(hours * 3_600 - 3);
    }

    @Test
    void shouldReportNothingOfWorkersWhenThereAreNone() {
        SteppedRun spmd = SteppedRun.spmd(1);
        spmd.begin();
        spmd.report(0, new EngineReport.Registered(1));
        spmd.report(0, EngineReport.Beat.IDLE);
        spmd.finish(0);
        assertThat(spmd.outcomes.get(0).workers()).isNull();
        assertThat(spmd.last(0, EngineCommand.Start.class).workers()).isNull();
    }

    @Test
    void shouldLeaveOutTheWorkersOfAnEngineThatHasLeft() {
        begin();
        run.report(0, new EngineReport.Restorable(1, true));
        run.report(1, new EngineReport.Restorable(1, true));
        run.step(new RunCoreEvent.EngineEnded(1, "it was killed"));
        run.report(
                0,
                new EngineReport.Left(
                        1,
                        0,
                        statistics(new WorkerStatistics(6, 100, 10, 1, 3, 1, 500, 0, List.of(move(3, 0, 1, 900))))));
        run.made(2);
        run.report(0, new EngineReport.Registered(2));
        run.report(2, new EngineReport.Registered(2));
        finish(0, new WorkerStatistics(4, 10, 0, 1, 2, 0, 0, 0, List.of()));
        finish(2, new WorkerStatistics(6, 20, 0, 0, 0, 1, 0, 0, List.of(move(5, 1, 0, 100))));
        WorkersReport report = run.outcomes.get(0).workers();
        assertThat(report.engines())
                .containsExactly(
                        new WorkersReport.EngineWorkers(0, 4, 110, 10, 2, 3, 1, 500, 0),
                        new WorkersReport.EngineWorkers(2, 6, 20, 0, 0, 0, 1, 0, 0));
        assertThat(report.lastMoves().stream()
                        .map(move -> move.from() + " to " + move.to())
                        .toList())
                .containsExactlyInAnyOrder("0 to 1", "2 to 0");
        assertThat(run.outcomes.get(0).engines().get(0).statistics().peers())
                .as("what engine 0 sent to number 1, which was engine 2 in the end")
                .extracting(peer -> peer.engine() + ": " + peer.messages())
                .containsExactly("1: 1", "2: 1");
    }

    @Test
    void shouldRefuseAnAssistantThatCouldTakeNoTasks() {
        begin();
        run.report(0, new EngineReport.Restorable(1, true));
        run.order(new ChangeOrder.Assist(1, List.of()));
        assertThat(run.answers)
                .singleElement()
                .satisfies(answer -> assertThat(answer.lines().get(0))
                        .contains("found an application of workers")
                        .contains("'moide expand' without --engine"));
    }

    @Test
    void shouldStartAnEngineBesideTheOthersAndReckonItsMovesFromThenOn() {
        begin();
        run.report(0, new EngineReport.Restorable(1, true));
        run.order(new ChangeOrder.Expand(List.of()));
        run.now += TimeUnit.SECONDS.toNanos(3);
        run.made(2);
        for (int engine = 0; engine < 3; engine++) {
            run.report(engine, new EngineReport.Registered(2));
        }
        assertThat(run.last(2, EngineCommand.Start.class).workers()).isEqualTo(SETTINGS.joining(1));
        assertThat(run.last(2, EngineCommand.Start.class).members().contains(0)).isTrue();
        assertThat(run.last(0, EngineCommand.Members.class).members().contains(2))
                .isTrue();
        run.report(0, new EngineReport.Joined(2));
        assertThat(run.answers)
                .singleElement()
                .satisfies(answer -> assertThat(answer.lines())
                        .containsExactly(
                                "engine-2 on host-2 has joined with 1 thread after 3.0 s while all others went on"));

        finish(0, new WorkerStatistics(1, 0, 0, 0, 0, 1, 0, 0, List.of(move(4, 0, 2, 3_500))));
        finish(1, WorkerStatistics.NONE);
        finish(2, new WorkerStatistics(1, 0, 0, 0, 0, 1, 0, 0, List.of(move(5, 2, 1, 700))));
        assertThat(run.outcomes.get(0).workers().lastMoves())
                .containsExactly(
                        new WorkersReport.Move(4, 0, 2, "rotate", 80, 0.001, 3.5),
                        new WorkersReport.Move(5, 2, 1, "rotate", 80, 0.001, 3.7));
    }

    private void begin() {
        run.begin();
        run.report(0, new EngineReport.Registered(1));
        run.report(1, new EngineReport.Registered(1));
    }

    private void beat(int engine, WorkersNow workers) {
        run.report(engine, new EngineReport.Beat(0, 0, 0, workers));
    }

    private void finish(int engine, WorkerStatistics workers) {
        run.report(engine, new EngineReport.Finished(statistics(workers), LoanTotals.NONE));
    }

    private static EngineStatistics statistics(WorkerStatistics workers) {
        List<PeerStatistics> peers = List.of(new PeerStatistics(1, 1, 10, 0));
        return new EngineStatistics(
                List.of(), 0, 1, 10, 0, DataStatistics.NONE, peers, workers, ProcessStatistics.UNKNOWN);
    }

    private static WorkerStatistics.Move move(long worker, int from, int to, long atMillis) {
        return new WorkerStatistics.Move(
                worker, from, to, "rotate", 80, 1_000_000, TimeUnit.MILLISECONDS.toNanos(atMillis));
    }
}
