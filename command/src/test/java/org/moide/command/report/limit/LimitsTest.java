package org.moide.command.report.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.moide.command.report.limit.LimitFinding.Kind;
import org.moide.coordinator.report.RunOrigin;
import org.moide.coordinator.report.RunReport;
import org.moide.coordinator.selection.HostedRun;
import org.moide.coordinator.selection.SharedRun;
import org.moide.coordinator.text.Moments;
import org.moide.engine.host.RunOwner;

class LimitsTest {
    private static final RunReport.Loans NO_TASKS = RunReport.Loans.none();

    @Test
    void shouldBlameTheWorkItselfWhenThreadsComputedOnAProcessor() {
        RunReport.ThreadTimes thread = on(8, 1.4, spmd(9.5, 0.5, 0));
        LimitFinding first = first(NO_TASKS, engine(0, 1, thread), engine(1, 1, thread));
        assertThat(first.kind()).isEqualTo(Kind.COMPUTING);
        assertThat(first.sentence())
                .isEqualTo("The work itself was the limit: threads computed 95% of their time, and were on a processor"
                        + " 80%.");
    }

    @Test
    void shouldNotBlameTheWorkItselfWhenThreadsHadAProcessorForLessTime() {
        RunReport.ThreadTimes thread = on(7.9, 1.5, spmd(9.5, 0.5, 0));
        assertThat(all(NO_TASKS, engine(0, 1, thread), engine(1, 1, thread)))
                .extracting(LimitFinding::kind)
                .containsExactly(Kind.NO_PROCESSOR, Kind.COMMUNICATION);
    }

    @Test
    void shouldNotBlameTheWorkItselfWhenNobodyKnowsWhetherThreadsHadAProcessor() {
        LimitFinding first =
                first(NO_TASKS, engine(0, 1, spmd(9.5, 0.5, 0)), engine(1, 1, on(9, 0, spmd(9.5, 0.5, 0))));
        assertThat(first.kind()).isEqualTo(Kind.COMPUTING);
        assertThat(first.sentence())
                .isEqualTo("Nothing that was measured held the run up: threads computed 95% of their time.");
        assertThat(first.advice()).startsWith("Whether they had a processor meanwhile is not known");
    }

    @Test
    void shouldBlameNothingWhenManySmallThingsTookProcessors() {
        RunReport.ThreadTimes thread =
                new RunReport.ThreadTimes(0, 8.2, 0.45, 0.45, 0.45, 0.45, 0, 0, Map.of("receive", 0.45));
        LimitFinding first = first(NO_TASKS, engine(0, 1, on(7.9, 0.2, thread)));
        assertThat(first.kind()).isEqualTo(Kind.COMPUTING);
        assertThat(first.sentence())
                .isEqualTo(
                        "No single thing held the run up: threads computed 82% of their time, and were on a processor"
                                + " 79%.");
    }

    @Test
    void shouldSayThatOthersHadTheProcessorsAndWhereMost() {
        LimitFinding first = first(
                NO_TASKS, engine(0, 1, on(9.4, 0.1, spmd(9.5, 0.5, 0))), engine(1, 1, on(4, 5.4, spmd(9.5, 0.5, 0))));
        assertThat(first.kind()).isEqualTo(Kind.NO_PROCESSOR);
        assertThat(first.sentence())
                .isEqualTo(
                        "Threads could have run but had no processor 28% of their time, those of engine-1 (h1) 54%.");
    }

    @Test
    void shouldSayThatTheJvmsThemselvesHadTheProcessors() {
        RunReport.ThreadTimes thread = on(6.5, 3, spmd(9.5, 0.5, 0));
        RunReport.EngineTimes inANewJvm = inProcess(8, engine(0, 1, thread));
        assertThat(all(NO_TASKS, inANewJvm))
                .extracting(LimitFinding::kind)
                .containsExactly(Kind.COMPUTING, Kind.NO_PROCESSOR, Kind.COMMUNICATION, Kind.OWN_JVMS);
        assertThat(first(NO_TASKS, inANewJvm).sentence())
                .isEqualTo("The work itself was the limit: threads computed 95% of their time, and were on a processor"
                        + " 65%; 15% of it their own JVMs had the processors, which start and compile.");
        assertThat(all(NO_TASKS, inANewJvm).get(1).sentence())
                .isEqualTo("Threads could have run but had no processor 15% of their time, beside what the engines' own"
                        + " JVMs had.");
        assertThat(all(NO_TASKS, inANewJvm).get(3).sentence())
                .isEqualTo(
                        "Threads could have run but had no processor 15% of their time: other threads of the engines'"
                                + " own JVMs had processors for 1.50 s, which start, compile, collect garbage and carry data.");
        RunReport.EngineTimes besideAnother = inProcess(7.4, engine(0, 1, thread));
        assertThat(first(NO_TASKS, besideAnother).sentence())
                .as("others had most of it")
                .isEqualTo("Threads could have run but had no processor 21% of their time, beside what the engines' own"
                        + " JVMs had.");
        RunReport.EngineTimes alone = inProcess(6.5, engine(0, 1, thread));
        assertThat(first(NO_TASKS, alone).sentence())
                .as("others had all of it")
                .isEqualTo("Threads could have run but had no processor 30% of their time.");
    }

    @Test
    void shouldNameNoEngineWhenAllHadNoProcessorAlike() {
        RunReport.ThreadTimes thread = on(4, 5.4, spmd(9.5, 0.5, 0));
        assertThat(first(NO_TASKS, engine(0, 1, thread), engine(1, 1, thread)).sentence())
                .isEqualTo("Threads could have run but had no processor 54% of their time.");
    }

    @Test
    void shouldSayThatThreadsWaitedOutsideWhenTheyComputedOnNoProcessor() {
        LimitFinding first = first(tasks(100), engine(0, 1, on(0.5, 0.1, bag(9.5, 0.5, 100))));
        assertThat(first.kind()).isEqualTo(Kind.OUTSIDE);
        assertThat(first.sentence())
                .isEqualTo("Threads waited for something outside MOIDE, 89% of their time: they were in the application"
                        + " 95% of it, and on a processor 5%.");
    }

    @Test
    void shouldNotTellBothApartWhereOnlyTheProcessorsTimeIsKnown() {
        LimitFinding first = first(tasks(100), engine(0, 1, on(5, Double.NaN, bag(9.5, 0.5, 100))));
        assertThat(first.kind()).isEqualTo(Kind.OUTSIDE);
        assertThat(first.sentence())
                .startsWith("Threads had no processor, or waited for something outside MOIDE, 45% of their time");
    }

    @Test
    void shouldNotTakeWhatAThreadBurntInAWaitForAnotherThreadsComputing() {
        assertThat(all(tasks(100), engine(0, 2, on(0.5, 0, bag(9.5, 0.5, 50)), on(10, 0, bag(0.5, 9.5, 50)))))
                .filteredOn(each -> each.kind() == Kind.OUTSIDE)
                .singleElement()
                .satisfies(each -> assertThat(each.share()).isCloseTo(0.45, within(1e-9)));
    }

    @Test
    void shouldBlameCollectionsAndNotCountTheirPausesAsWaits() {
        RunReport.EngineTimes engine = paused(6, engine(0, 1, on(3, 0.5, bag(9.5, 0.5, 100))));
        assertThat(all(tasks(100), engine))
                .extracting(LimitFinding::kind)
                .startsWith(Kind.COLLECTIONS)
                .doesNotContain(Kind.OUTSIDE);
        assertThat(first(tasks(100), engine).sentence())
                .isEqualTo(
                        "Collections of garbage stopped threads 60% of their time, those of engine-0 (h0) for 6.00 s.");
        assertThat(first(tasks(100), engine).advice()).contains("--engine-memory");
    }

    @Test
    void shouldBlameCollectionsWhereNothingIsKnownOfProcessors() {
        assertThat(first(tasks(100), paused(2.1, engine(0, 1, bag(9.5, 0.5, 100))))
                        .kind())
                .isEqualTo(Kind.COLLECTIONS);
        assertThat(first(tasks(100), paused(2, engine(0, 1, bag(9.5, 0.5, 100))))
                        .kind())
                .isEqualTo(Kind.COMPUTING);
    }

    @Test
    void shouldSayThatAnEngineHadNoProcessorBeforeItIsToldToDoLess() {
        List<LimitFinding> found =
                all(NO_TASKS, engine(0, 1, on(4, 0, spmd(4, 0, 6))), engine(1, 1, on(4, 4.5, spmd(9, 0, 1))));
        assertThat(found)
                .filteredOn(each -> each.kind() == Kind.IMBALANCE)
                .singleElement()
                .satisfies(each -> {
                    assertThat(each.sentence())
                            .endsWith("they waited for it, mostly in allReduce; it had a processor for 44% of its"
                                    + " computing.");
                    assertThat(each.advice()).startsWith("Others have the processors of its host");
                });
    }

    @Test
    void shouldSayWhatAThreadWaitedForWhenItWasNoProcessor() {
        List<LimitFinding> found =
                all(NO_TASKS, engine(0, 2, on(2, 0, spmd(2, 0, 8)), on(2, 0, spmd(2, 0, 8)), on(3, 0, spmd(10, 0, 0))));
        assertThat(found)
                .filteredOn(each -> each.kind() == Kind.IMBALANCE)
                .singleElement()
                .satisfies(each -> {
                    assertThat(each.sentence()).endsWith("; it had a processor for 30% of its computing.");
                    assertThat(each.advice())
                            .startsWith("It waited for collections of garbage, or for something outside");
                });
    }

    @Test
    void shouldBlameNobodyWhenAllWaitedForEachOther() {
        RunReport.Messages messages = new RunReport.Messages(
                0, 10, 100, 5, List.of(new RunReport.Traffic(0, 1, 5, 50, 6), new RunReport.Traffic(1, 0, 5, 50, 3.1)));
        assertThat(Limits.of(report(NO_TASKS, messages, engine(0, 1, spmd(4, 0, 6)), engine(1, 1, spmd(4, 0, 6))))
                        .get(0)
                        .sentence())
                .isEqualTo("Threads waited for others 60% of their time, mostly in allReduce.");
    }

    @Test
    void shouldSayWhichBytesWereUnderWayWhenNobodyComputedMeanwhile() {
        LimitFinding first = Limits.of(
                        report(NO_TASKS, bytes(64 * 1024), engine(0, 1, spmd(1, 0, 9)), engine(1, 1, spmd(1, 0, 9))))
                .get(0);
        assertThat(first.kind()).isEqualTo(Kind.COMMUNICATION);
        assertThat(first.sentence())
                .isEqualTo("Threads waited 90% of their time, mostly in allReduce, and 80% of the time none computed:"
                        + " 640.0 KiB went between engine-0 and engine-1, 64.0 KiB a message, 64.0 KiB a second.");
    }

    @Test
    void shouldNotBlameBytesWhenTheyAreFewOrOthersComputedMeanwhile() {
        assertThat(Limits.of(report(
                                NO_TASKS,
                                bytes(64 * 1024 - 1),
                                engine(0, 1, spmd(1, 0, 9)),
                                engine(1, 1, spmd(1, 0, 9))))
                        .get(0)
                        .kind())
                .isEqualTo(Kind.WAITS);
        assertThat(Limits.of(report(
                                NO_TASKS,
                                bytes(1 << 20),
                                engine(0, 1, spmd(4.5, 0, 5.5)),
                                engine(1, 1, spmd(4.5, 0, 5.5))))
                        .get(0)
                        .kind())
                .isEqualTo(Kind.WAITS);
    }

    private static RunReport.Messages bytes(long each) {
        return new RunReport.Messages(
                0,
                10,
                10 * each,
                0,
                List.of(new RunReport.Traffic(0, 1, 5, 5 * each, 9), new RunReport.Traffic(1, 0, 5, 5 * each, 2)));
    }

    @Test
    void shouldNameTheEngineForWhichTheOthersWaited() {
        LimitFinding first = first(NO_TASKS, engine(0, 1, spmd(4, 0, 6)), engine(1, 1, spmd(9, 0, 1)));
        assertThat(first.kind()).isEqualTo(Kind.IMBALANCE);
        assertThat(first.sentence())
                .isEqualTo("engine-1 (h1) computed 90% of its time, the others 40%: they waited for it, mostly in"
                        + " allReduce.");
        assertThat(first.advice()).contains("--power");
    }

    @Test
    void shouldNameTheThreadForWhichTheOthersWaited() {
        LimitFinding first = first(NO_TASKS, engine(0, 2, spmd(2, 0, 8), spmd(2, 0, 8), spmd(10, 0, 0), spmd(2, 0, 8)));
        assertThat(first.kind()).isEqualTo(Kind.IMBALANCE);
        assertThat(first.sentence()).startsWith("ID 2 on engine-0 (h0) computed 2.5 times as long as the mean");
    }

    @Test
    void shouldSayInWhichPrimitiveAndForWhomThreadsWaitedWhenAllHadTheSame() {
        RunReport.Messages messages = new RunReport.Messages(
                0, 10, 100, 5, List.of(new RunReport.Traffic(0, 1, 5, 50, 6), new RunReport.Traffic(1, 0, 5, 50, 1)));
        LimitFinding first = Limits.of(
                        report(NO_TASKS, messages, engine(0, 1, spmd(4, 0, 6)), engine(1, 1, spmd(4, 0, 6))))
                .get(0);
        assertThat(first.kind()).isEqualTo(Kind.WAITS);
        assertThat(first.sentence())
                .isEqualTo("Threads waited for others 60% of their time, mostly in allReduce; of this 6.00 s for"
                        + " engine-1, which waited 1.00 s.");
    }

    @Test
    void shouldSuspectSharedProcessorsWhenThereIsLittlePowerForSoManyThreads() {
        LimitFinding first = first(NO_TASKS, engine(0, 1, spmd(4, 0, 6), spmd(4, 0, 6)));
        assertThat(first.advice()).startsWith("Threads may share processors: 2 threads have a power of 1.00");
    }

    @Test
    void shouldTellShortMessagesFromLongOnes() {
        RunReport.EngineTimes[] engines = {engine(0, 1, spmd(5, 5, 0)), engine(1, 1, spmd(5, 5, 0))};
        LimitFinding brief = Limits.of(report(NO_TASKS, new RunReport.Messages(0, 1000, 8000, 0, List.of()), engines))
                .get(0);
        LimitFinding lengthy = Limits.of(
                        report(NO_TASKS, new RunReport.Messages(0, 10, 1 << 30, 0, List.of()), engines))
                .get(0);
        assertThat(brief.kind()).isEqualTo(Kind.COMMUNICATION);
        assertThat(brief.sentence()).contains("50%", "1,000 messages", "8 B");
        assertThat(brief.advice()).contains("short");
        assertThat(lengthy.advice()).contains("isend");
    }

    @Test
    void shouldCountTasksThatAreTooFew() {
        LimitFinding first = first(tasks(4), engine(0, 2, bag(9, 1, 2), bag(9, 1, 1)), engine(1, 1, bag(2, 8, 1)));
        assertThat(first.kind()).isEqualTo(Kind.FEW_TASKS);
        assertThat(first.sentence()).startsWith("There were 4 tasks for 3 threads");
        assertThat(first.advice()).contains("30 or more");
    }

    @Test
    void shouldMeasureTasksThatAreTooSmall() {
        LimitFinding first = first(tasks(2_000_000), engine(0, 2, bag(4, 6, 1_000_000), bag(4, 6, 1_000_000)));
        assertThat(first.kind()).isEqualTo(Kind.SMALL_TASKS);
        assertThat(first.sentence()).isEqualTo("Tasks took 4.0 us each, and fetching them 60% of the threads' time.");
    }

    @Test
    void shouldSeeAPoolThatWasEmpty() {
        LimitFinding first = first(tasks(2_000), engine(0, 2, bag(6, 4, 1_000), bag(6, 4, 1_000)));
        assertThat(first.kind()).isEqualTo(Kind.EMPTY_POOL);
    }

    @Test
    void shouldNotBlameThePoolForWhatOneThreadHadMoreToDo() {
        assertThat(all(tasks(101), engine(0, 1, bag(9.8, 0.2, 80)), engine(1, 1, bag(3.8, 6.2, 21))))
                .extracting(LimitFinding::kind)
                .startsWith(Kind.IMBALANCE)
                .doesNotContain(Kind.EMPTY_POOL);
    }

    @Test
    void shouldNameTheEngineThatDoesLessThanItsPowerPromisesAndNotTheWork() {
        RunReport.EngineTimes slow = paced(0.66, engine(1, 1, on(9.5, 0, bag(9.5, 0.5, 198))));
        RunReport report = report(tasks(500), paced(1, engine(0, 1, on(9.5, 0, bag(9.5, 0.5, 300)))), slow);
        assertThat(Limits.of(report))
                .extracting(LimitFinding::kind)
                .startsWith(Kind.SLOW_ENGINE)
                .doesNotContain(Kind.COMPUTING);
        assertThat(Limits.of(report).get(0).sentence())
                .isEqualTo(
                        "engine-1 (h1) did 66% of what its power of 1.00 promises beside the others, all the time: 19.8"
                                + " tasks a second of its threads, where 30.0 are usual for it.");
        assertThat(Limits.brokenPromises(report)).singleElement().asString().startsWith("engine-1 (h1) did 66%");
    }

    @Test
    void shouldCallNoFigureFineWhereSomethingMeasuredStandsAgainstIt() {
        RunReport.EngineTimes good = paced(1, engine(0, 1, on(8, 0, bag(9.5, 0.5, 300))));
        assertThat(Limits.mayBeFine(report(tasks(600), good, paced(1, engine(1, 1, on(8, 0, bag(9.5, 0.5, 300)))))))
                .isTrue();
        assertThat(Limits.mayBeFine(report(tasks(600), good, paced(1, engine(1, 1, on(7.9, 0, bag(9.5, 0.5, 300)))))))
                .as("on a processor for less than 0.8")
                .isFalse();
        assertThat(Limits.mayBeFine(report(tasks(600), good, paced(0.5, engine(1, 1, on(9, 0, bag(9.5, 0.5, 150)))))))
                .as("an engine that is slow")
                .isFalse();
        assertThat(Limits.mayBeFine(report(tasks(600), good, paced(1, engine(1, 1, bag(9.5, 0.5, 300))))))
                .as("nobody knows who had a processor")
                .isFalse();
        assertThat(Limits.mayBeFine(report(
                        NO_TASKS, engine(0, 1, on(9, 0, spmd(6, 0, 4))), engine(1, 1, on(9, 0, spmd(9.5, 0, 0.5))))))
                .as("parts that took longer than others")
                .isFalse();
    }

    @Test
    void shouldNotLayAtTheDoorOfOthersWhatAnEngineWouldLackWithAProcessorToo() {
        RunReport.EngineTimes slow = paced(0.25, engine(1, 1, on(7, 2.5, bag(9.5, 0.5, 75))));
        assertThat(all(tasks(375), paced(1, engine(0, 1, on(9.5, 0, bag(9.5, 0.5, 300)))), slow))
                .filteredOn(each -> each.kind() == Kind.SLOW_ENGINE)
                .singleElement()
                .satisfies(each -> assertThat(each.advice()).startsWith("It is slower than its power says"));
    }

    @Test
    void shouldSayWhenASlowEngineHadNoProcessor() {
        RunReport.EngineTimes slow = paced(0.5, engine(1, 1, on(4.5, 5, bag(9.5, 0.5, 150))));
        LimitFinding found =
                Limits.of(report(tasks(500), paced(1, engine(0, 1, on(9.5, 0, bag(9.5, 0.5, 300)))), slow)).stream()
                        .filter(each -> each.kind() == Kind.SLOW_ENGINE)
                        .findFirst()
                        .orElseThrow();
        assertThat(found.sentence()).endsWith("; it had a processor for 47% of its computing.");
        assertThat(found.advice()).startsWith("Others have the processors of its host");
    }

    @Test
    void shouldNotBlameAnEngineForLessPower() {
        RunReport.EngineTimes weak = paced(0.5, engine(1, 1, on(9.5, 0, bag(9.5, 0.5, 150))));
        RunReport report = report(tasks(500), paced(1, engine(0, 2, on(9.5, 0, bag(9.5, 0.5, 300)))), weak);
        assertThat(Limits.of(report))
                .extracting(LimitFinding::kind)
                .startsWith(Kind.COMPUTING)
                .doesNotContain(Kind.SLOW_ENGINE);
        assertThat(Limits.brokenPromises(report)).isEmpty();
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
        LimitFinding first = first(tasks(2_000), engine(0, 1, bag(10, 0, 2_000)), engine(1, 3));
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

    private static List<LimitFinding> all(RunReport.Loans loans, RunReport.EngineTimes... engines) {
        return Limits.of(report(loans, engines));
    }

    /** Returns a copy of a thread's times with these seconds on a processor, and waiting for one. */
    private static RunReport.ThreadTimes on(double processor, double ready, RunReport.ThreadTimes thread) {
        return new RunReport.ThreadTimes(
                thread.id(),
                thread.computeSeconds(),
                thread.communicateSeconds(),
                thread.waitSeconds(),
                thread.fetchSeconds(),
                thread.checkpointSeconds(),
                thread.migrateSeconds(),
                thread.tasks(),
                thread.waits(),
                processor,
                ready);
    }

    private static RunReport.EngineTimes paused(double seconds, RunReport.EngineTimes engine) {
        return told(engine, seconds, List.of());
    }

    private static final Instant START = Instant.parse("2026-01-31T12:00:00Z");

    /**
     * Returns a copy of a report in which another run had threads on the host.
     *
     * @param taken the number of processors that the other run has had since an hour before this run
     */
    private static RunReport shared(int processors, boolean cut, int taken, @Nullable Instant until, RunReport report) {
        HostedRun other = new HostedRun("62ru", 1, taken, new RunOwner("anna", "laptop"), START.minusSeconds(3_600));
        return new RunReport(
                new RunOrigin("4k2", START, "", "", "", 0, Map.of()),
                report.application(),
                report.arguments(),
                report.result(),
                report.wallSeconds(),
                report.engines(),
                report.messages(),
                report.loans(),
                report.workers(),
                report.reconfigurations(),
                List.of(new RunReport.SharedHost("h0", processors, cut, List.of(new SharedRun(other, until)))),
                List.of());
    }

    private static String time(int minutes) {
        return Moments.of(START.plusSeconds(60L * minutes), START);
    }

    @Test
    void shouldNameTheRunThatHadTheOtherHalfAndNotTheWorkItself() {
        RunReport alone = report(NO_TASKS, engine(0, 1, on(9.5, 0, spmd(9.5, 0.5, 0)), on(9.5, 0, spmd(9.5, 0.5, 0))));
        assertThat(Limits.of(alone).get(0).sentence()).startsWith("The work itself was the limit");

        LimitFinding found = Limits.of(shared(4, true, 2, null, alone)).get(0);
        assertThat(found.kind()).isEqualTo(Kind.SHARED_HOST);
        assertThat(found.share()).isEqualTo(0.5);
        assertThat(found.sentence())
                .isEqualTo("Run 62ru of anna@laptop has had half of h0 since " + time(-60)
                        + " (2 threads on its 4 processors): this run took 2 processors there, and its threads computed 95%"
                        + " of their time.");
        assertThat(found.advice()).contains("--overcommit");
        assertThat(Limits.of(shared(4, true, 2, START.plusSeconds(4), alone))
                        .get(0)
                        .sentence())
                .startsWith("Run 62ru of anna@laptop had half of h0 from " + time(-60) + " to " + time(0) + " (");
    }

    @Test
    void shouldNotBlameAnotherRunForWhatThisOneDidNotWant() {
        RunReport few = report(NO_TASKS, engine(0, 1, on(9.5, 0, spmd(9.5, 0.5, 0)), on(9.5, 0, spmd(9.5, 0.5, 0))));

        assertThat(Limits.of(shared(4, false, 2, null, few)).get(0).sentence())
                .as("it has the threads that its user said, and a processor for each")
                .startsWith("The work itself was the limit");
        RunReport sleeping = report(NO_TASKS, engine(0, 1, on(0.1, 0, spmd(10, 0, 0))));
        assertThat(Limits.of(shared(4, false, 2, null, sleeping)).get(0).kind()).isEqualTo(Kind.OUTSIDE);
        assertThat(Limits.of(shared(4, true, 3, null, sleeping)).get(0).sentence())
                .as("more threads would have slept beside it")
                .startsWith("Run 62ru of anna@laptop has had 75% of h0 since ");
    }

    @Test
    void shouldSayWhoHadTheProcessorsThatThreadsWaitedFor() {
        RunReport crowded = report(NO_TASKS, engine(0, 1, on(5, 5, spmd(10, 0, 0)), on(5, 5, spmd(10, 0, 0))));
        String without = "Threads could have run but had no processor 50% of their time";

        assertThat(Limits.of(crowded).get(0).sentence()).isEqualTo(without + ".");
        assertThat(Limits.of(shared(2, false, 2, null, crowded)).get(0).sentence())
                .isEqualTo(without + "; run 62ru of anna@laptop has had half of h0 since " + time(-60)
                        + " (2 threads on its 2 processors).");
        assertThat(Limits.of(shared(8, false, 2, null, crowded)).get(0).sentence())
                .as("there were processors for both")
                .isEqualTo(without + ".");
        assertThat(Limits.of(shared(2, false, 2, START.minusSeconds(1), crowded))
                        .get(0)
                        .sentence())
                .as("it had left before")
                .isEqualTo(without + ".");
    }

    @Test
    void shouldSayThatItIsNotKnownWhetherThreadsWaitedForProcessorsThatAnotherRunHadToo() {
        RunReport unknown = report(NO_TASKS, engine(0, 1, spmd(9.5, 0.5, 0), spmd(9.5, 0.5, 0)));

        assertThat(Limits.of(shared(2, false, 2, null, unknown)).get(0).sentence())
                .endsWith("where this run had 2 threads too: whether these waited for processors is not known.");
    }

    @Test
    void shouldTellOfAHostThatWasLeftToOthers() {
        RunReport elsewhere = report(NO_TASKS, engine(1, 1, on(9.5, 0, spmd(9.5, 0.5, 0))));

        assertThat(Limits.of(shared(3, true, 3, START, elsewhere)).get(0).sentence())
                .isEqualTo(
                        "Run 62ru of anna@laptop had all of h0 when this run began (3 threads on its 3 processors): this"
                                + " run went on without that host, and its threads computed 95% of their time.");
    }

    /** Returns a copy of an engine's times with two progress reports a second, at this share of 30 tasks a second. */
    private static RunReport.EngineTimes paced(double kept, RunReport.EngineTimes engine) {
        List<RunReport.Pace> pace = new ArrayList<>();
        for (int at = 0; at <= 20; at++) {
            pace.add(new RunReport.Pace(0.5 * at, Math.round(kept * 15 * at), 0));
        }
        return told(engine, 0, pace);
    }

    /** Returns a copy of an engine's times with this processor time of its process. */
    private static RunReport.EngineTimes inProcess(double processorSeconds, RunReport.EngineTimes engine) {
        return told(engine, 0, processorSeconds, List.of());
    }

    private static RunReport.EngineTimes told(
            RunReport.EngineTimes engine, double pauseSeconds, List<RunReport.Pace> pace) {
        return told(engine, pauseSeconds, engine.processorSeconds(), pace);
    }

    private static RunReport.EngineTimes told(
            RunReport.EngineTimes engine, double pauseSeconds, double processorSeconds, List<RunReport.Pace> pace) {
        return new RunReport.EngineTimes(
                engine.id(),
                engine.host(),
                engine.place(),
                engine.power(),
                engine.threads(),
                engine.assistantOf(),
                engine.joined(),
                engine.data(),
                pauseSeconds,
                processorSeconds,
                pace);
    }

    private static LimitFinding first(RunReport.Loans loans, RunReport.EngineTimes... engines) {
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
                    thread.waits(),
                    thread.processorSeconds(),
                    thread.readySeconds()));
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
