package org.moide.coordinator.report.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.moide.coordinator.report.RunReport;
import org.moide.coordinator.report.limit.Finding.Kind;

class LimitsTest {
    private static final RunReport.Loans NO_TASKS = RunReport.Loans.none();

    @Test
    void shouldBlameTheWorkItselfWhenThreadsComputed() {
        Finding first = first(NO_TASKS, engine(0, 1, spmd(9.5, 0.5, 0)), engine(1, 1, spmd(9.5, 0.5, 0)));
        assertThat(first.kind()).isEqualTo(Kind.COMPUTING);
        assertThat(first.sentence()).isEqualTo("The work itself was the limit: threads computed 95% of their time.");
    }

    @Test
    void shouldNameTheEngineForWhichTheOthersWaited() {
        Finding first = first(NO_TASKS, engine(0, 1, spmd(4, 0, 6)), engine(1, 1, spmd(9, 0, 1)));
        assertThat(first.kind()).isEqualTo(Kind.IMBALANCE);
        assertThat(first.sentence())
                .isEqualTo("engine-1 (h1) computed 90% of its time, the others 40%: they waited for it, mostly in"
                        + " allReduce.");
        assertThat(first.advice()).contains("--power");
    }

    @Test
    void shouldNameTheThreadForWhichTheOthersWaited() {
        Finding first = first(NO_TASKS, engine(0, 2, spmd(2, 0, 8), spmd(2, 0, 8), spmd(10, 0, 0), spmd(2, 0, 8)));
        assertThat(first.kind()).isEqualTo(Kind.IMBALANCE);
        assertThat(first.sentence()).startsWith("ID 2 on engine-0 (h0) computed 2.5 times as long as the mean");
    }

    @Test
    void shouldSayInWhichPrimitiveAndForWhomThreadsWaitedWhenAllHadTheSame() {
        RunReport.Messages messages = new RunReport.Messages(
                0, 10, 100, 5, List.of(new RunReport.Traffic(0, 1, 5, 50, 6), new RunReport.Traffic(1, 0, 5, 50, 1)));
        Finding first = Limits.of(report(NO_TASKS, messages, engine(0, 1, spmd(4, 0, 6)), engine(1, 1, spmd(4, 0, 6))))
                .get(0);
        assertThat(first.kind()).isEqualTo(Kind.WAITS);
        assertThat(first.sentence())
                .isEqualTo("Threads waited for others 60% of their time, mostly in allReduce; of this 6.00 s for"
                        + " engine-1.");
    }

    @Test
    void shouldSuspectSharedProcessorsWhenThereIsLittlePowerForSoManyThreads() {
        Finding first = first(NO_TASKS, engine(0, 1, spmd(4, 0, 6), spmd(4, 0, 6)));
        assertThat(first.advice()).startsWith("Threads may share processors: 2 threads have a power of 1.00");
    }

    @Test
    void shouldTellShortMessagesFromLongOnes() {
        RunReport.EngineTimes[] engines = {engine(0, 1, spmd(5, 5, 0)), engine(1, 1, spmd(5, 5, 0))};
        Finding brief = Limits.of(report(NO_TASKS, new RunReport.Messages(0, 1000, 8000, 0, List.of()), engines))
                .get(0);
        Finding lengthy = Limits.of(report(NO_TASKS, new RunReport.Messages(0, 10, 1 << 30, 0, List.of()), engines))
                .get(0);
        assertThat(brief.kind()).isEqualTo(Kind.COMMUNICATION);
        assertThat(brief.sentence()).contains("50%", "1,000 messages", "8 B");
        assertThat(brief.advice()).contains("short");
        assertThat(lengthy.advice()).contains("isend");
    }

    @Test
    void shouldCountTasksThatAreTooFew() {
        Finding first = first(tasks(4), engine(0, 2, bag(9, 1, 2), bag(9, 1, 1)), engine(1, 1, bag(2, 8, 1)));
        assertThat(first.kind()).isEqualTo(Kind.FEW_TASKS);
        assertThat(first.sentence()).startsWith("There were 4 tasks for 3 threads");
        assertThat(first.advice()).contains("30 or more");
    }

    @Test
    void shouldMeasureTasksThatAreTooSmall() {
        Finding first = first(tasks(2_000_000), engine(0, 2, bag(4, 6, 1_000_000), bag(4, 6, 1_000_000)));
        assertThat(first.kind()).isEqualTo(Kind.SMALL_TASKS);
        assertThat(first.sentence()).isEqualTo("Tasks took 4.0 us each, and fetching them 60% of the threads' time.");
    }

    @Test
    void shouldSeeAPoolThatWasEmpty() {
        Finding first = first(tasks(2_000), engine(0, 2, bag(6, 4, 1_000), bag(6, 4, 1_000)));
        assertThat(first.kind()).isEqualTo(Kind.EMPTY_POOL);
    }

    @Test
    void shouldNameTheEngineThatDoesLessThanItsPowerPromises() {
        List<Finding> found = Limits.of(report(tasks(300), engine(0, 1, bag(9, 1, 200)), engine(1, 1, bag(9, 1, 100))));
        assertThat(found).extracting(Finding::kind).contains(Kind.SLOW_ENGINE);
        assertThat(found.stream()
                        .filter(each -> each.kind() == Kind.SLOW_ENGINE)
                        .findFirst()
                        .orElseThrow()
                        .sentence())
                .startsWith("engine-1 (h1) did 50%");
    }

    @Test
    void shouldNotBlameAnEngineForLessPower() {
        List<Finding> found = Limits.of(report(tasks(300), engine(0, 2, bag(9, 1, 200)), engine(1, 1, bag(9, 1, 100))));
        assertThat(found).extracting(Finding::kind).doesNotContain(Kind.SLOW_ENGINE);
    }

    @Test
    void shouldSeeCheckpointsAndLosses() {
        RunReport.ThreadTimes keeping = new RunReport.ThreadTimes(0, 6, 0, 0, 0, 4, 0, 0, Map.of());
        assertThat(first(NO_TASKS, engine(0, 1, keeping)).kind()).isEqualTo(Kind.CHECKPOINTS);
        RunReport lost = new RunReport(
                "a",
                List.of(),
                Map.of(),
                10,
                List.of(engine(0, 1, spmd(7, 3, 0))),
                RunReport.Messages.none(),
                NO_TASKS,
                List.of(new RunReport.Reconfiguration("loss", "engine-1 is gone", 2, 5)));
        assertThat(Limits.of(lost).get(0).sentence()).startsWith("Engines were lost: that held the run up for 5.00 s");
    }

    @Test
    void shouldMissAnEngineThatDidNotComeToTheEnd() {
        Finding first = first(tasks(2_000), engine(0, 1, bag(10, 0, 2_000)), engine(1, 3));
        assertThat(first.kind()).isEqualTo(Kind.LOSSES);
        assertThat(first.sentence())
                .isEqualTo("engine-1 (h1) did not come to the end of the run, with 75% of the power.");
    }

    @Test
    void shouldSayThatNothingIsKnownOfARunWithoutThreads() {
        assertThat(first(NO_TASKS).sentence()).isEqualTo("Nothing is known of what the threads did.");
    }

    @Test
    void shouldMultiplyLoadBalanceAndCommunicationToTheParallelEfficiency() {
        Efficiency figures = Efficiency.of(report(NO_TASKS, engine(0, 2, spmd(8, 2, 0)), engine(1, 1, spmd(4, 6, 0))));
        assertThat(figures.parallel()).isCloseTo(0.6, within(1e-9));
        assertThat(figures.loadBalance()).isCloseTo(0.75, within(1e-9));
        assertThat(figures.communication()).isCloseTo(0.8, within(1e-9));
        assertThat(figures.speedUp()).isCloseTo(1.2, within(1e-9));
        assertThat(figures.weightedSpeedUp())
                .as("8 s of power 2 and 4 s of power 1")
                .isCloseTo(1.0, within(1e-9));
        assertThat(figures.bestWeightedSpeedUp()).isCloseTo(1.5, within(1e-9));
    }

    private static Finding first(RunReport.Loans loans, RunReport.EngineTimes... engines) {
        return Limits.of(report(loans, engines)).get(0);
    }

    private static RunReport report(RunReport.Loans loans, RunReport.EngineTimes... engines) {
        return report(loans, RunReport.Messages.none(), engines);
    }

    private static RunReport report(
            RunReport.Loans loans, RunReport.Messages messages, RunReport.EngineTimes... engines) {
        return new RunReport("a", List.of(), Map.of(), 10, List.of(engines), messages, loans, List.of());
    }

    private static RunReport.Loans tasks(long put) {
        return new RunReport.Loans(1, 1, 0, 0, new RunReport.TaskCounts(put, 0, put, 0, 0, List.of()));
    }

    private static RunReport.EngineTimes engine(int number, double power, RunReport.ThreadTimes... threads) {
        List<RunReport.ThreadTimes> numbered = new ArrayList<>();
        for (RunReport.ThreadTimes thread : threads) {
            numbered.add(new RunReport.ThreadTimes(
                    numbered.size(),
                    thread.computeSeconds(),
                    thread.communicateSeconds(),
                    thread.waitSeconds(),
                    thread.fetchSeconds(),
                    thread.checkpointSeconds(),
                    thread.migrateSeconds(),
                    thread.tasks(),
                    thread.waits()));
        }
        return new RunReport.EngineTimes(number, "h" + number, power, numbered);
    }

    private static RunReport.ThreadTimes spmd(double compute, double communicate, double wait) {
        return new RunReport.ThreadTimes(0, compute, communicate, wait, 0, 0, 0, 0, Map.of("allReduce", wait));
    }

    private static RunReport.ThreadTimes bag(double compute, double fetch, long tasks) {
        return new RunReport.ThreadTimes(0, compute, 0, 0, fetch, 0, 0, tasks, Map.of());
    }
}
