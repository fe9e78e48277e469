package org.moide.coordinator.run.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.moide.balance.loan.Letter;
import org.moide.balance.loan.LoanMessage;
import org.moide.balance.loan.LoanTotals;
import org.moide.commlib.waiting.EngineState;
import org.moide.commlib.waiting.ThreadState;
import org.moide.coordinator.control.ChangeOrder;
import org.moide.coordinator.control.RunStatus;
import org.moide.coordinator.plan.Assistance;
import org.moide.coordinator.reconfigure.Recruitment;
import org.moide.coordinator.run.SteppedRun;
import org.moide.coordinator.run.state.RunCoreEvent;
import org.moide.engine.control.CheckpointName;
import org.moide.engine.control.EngineCommand;
import org.moide.engine.control.EngineReport;
import org.moide.engine.control.EngineStatistics;
import org.moide.engine.control.Timing;

/** Tests the coordinator's core. The test passes each event to it and sets its clock. */
class RunCoreTest {
    private SteppedRun run = SteppedRun.bag(3, false, Assistance.NONE);

    private static EngineReport asks(int engine) {
        return new EngineReport.Loan(new Letter(engine, 1, 0, new LoanMessage.FetchTasks(1, 1, true, 1, 0, 0)));
    }

    private void report(int engine, EngineReport report) {
        run.report(engine, report);
    }

    private void passWithBeats(long seconds, int... beating) {
        for (long second = 0; second < seconds; second++) {
            run.pass(1);
            for (int engine : beating) {
                report(engine, EngineReport.Beat.IDLE);
            }
        }
    }

    private void startBag(int tasks) {
        run.begin();
        for (int engine = 0; engine < 3; engine++) {
            report(engine, new EngineReport.Registered(1));
        }
        List<byte[]> encoded = new ArrayList<>();
        for (int task = 0; task < tasks; task++) {
            encoded.add(new byte[] {(byte) task});
        }
        run.step(new RunCoreEvent.TasksCreated(
                RunCoreEvent.TasksCreated.Then.END,
                List.of(),
                encoded,
                new long[0],
                new long[0],
                Map.of("scene", new byte[9])));
    }

    private boolean wasTold(int engine, Class<? extends EngineCommand> what) {
        return run.told(engine).stream().anyMatch(what::isInstance);
    }

    @Test
    void shouldStartOnlyWhenAllAreRegisteredAndTheTasksAreThere() {
        run.begin();
        report(0, new EngineReport.Registered(1));
        report(1, new EngineReport.Registered(1));
        run.step(new RunCoreEvent.TasksCreated(
                RunCoreEvent.TasksCreated.Then.END,
                List.of(),
                List.of(new byte[1]),
                new long[0],
                new long[0],
                Map.of("scene", new byte[9])));
        assertThat(wasTold(0, EngineCommand.Start.class)).isFalse();

        report(2, new EngineReport.Registered(1));

        for (int engine = 0; engine < 3; engine++) {
            assertThat(run.told(engine))
                    .filteredOn(EngineCommand.Start.class::isInstance)
                    .singleElement()
                    .satisfies(command ->
                            assertThat(((EngineCommand.Start) command).shared()).containsEntry("scene", -1L));
        }
    }

    @Test
    void shouldWantMoreTasksUntilManyWait() {
        run.begin();
        step(RunCoreEvent.TasksCreated.Then.MORE, 1_000);
        assertThat(run.wantedMore).isEqualTo(1);
        step(RunCoreEvent.TasksCreated.Then.MORE, 300_000);
        assertThat(run.wantedMore).isEqualTo(1);
        run.pass(5);
        assertThat(run.wantedMore).isEqualTo(1);
    }

    private void step(RunCoreEvent.TasksCreated.Then then, int tasks) {
        List<byte[]> encoded = Collections.nCopies(tasks, new byte[1]);
        run.step(new RunCoreEvent.TasksCreated(then, List.of(), encoded, new long[0], new long[0], Map.of()));
    }

    @Test
    void shouldBeginWithoutAnEngineThatDoesNotRegisterAndTakeItInWhenItDoes() {
        run.begin();
        report(0, new EngineReport.Registered(1));
        report(1, new EngineReport.Registered(1));
        run.step(new RunCoreEvent.TasksCreated(
                RunCoreEvent.TasksCreated.Then.END,
                List.of(),
                List.of(new byte[1]),
                new long[0],
                new long[0],
                Map.of("scene", new byte[9])));
        passWithBeats(12, 0, 1);

        assertThat(wasTold(0, EngineCommand.Start.class)).isTrue();
        assertThat(wasTold(2, EngineCommand.Start.class)).isFalse();
        assertThat(run.notes).singleElement().asString().contains("engine-2 on host-2", "begins without it");

        report(2, new EngineReport.Registered(1));
        report(2, asks(2));

        assertThat(wasTold(2, EngineCommand.Start.class)).isTrue();
        assertThat(wasTold(2, EngineCommand.Loan.class)).isTrue();
        assertThat(run.told(0)).anyMatch(EngineCommand.Members.class::isInstance);
    }

    @Test
    void shouldGiveEachRecruitedEngineASeatOfItsOwnWhoeverComes() {
        startBag(1);
        run.order(new ChangeOrder.Replace(2, List.of()));
        run.order(new ChangeOrder.Expand(List.of()));
        assertThat(run.recruitments).extracting(Recruitment::seat).containsExactly(3, 4);
        assertThat(run.recruitments).extracting(Recruitment::present).allMatch(Set.of(0, 1, 2)::equals);
        run.step(new RunCoreEvent.LifelineOpened(4)); // before the core is told that the engine is ready
        run.step(new RunCoreEvent.EngineNotMade(3, "no host answers"));
        run.made(4);
        run.step(new RunCoreEvent.Interrupted());

        assertThat(run.notes).anyMatch(note -> note.contains("no host answers"));
        assertThat(run.outcomes.get(0).engines())
                .extracting(engine -> engine.engine().number())
                .containsExactly(0, 1, 2, 4);
    }

    @Test
    void shouldLendWhatALostEngineHadToTheOthersAndTellThem() {
        startBag(1);
        report(1, asks(1));
        assertThat(wasTold(1, EngineCommand.Loan.class)).isTrue();
        report(2, asks(2));
        assertThat(wasTold(2, EngineCommand.Loan.class)).isFalse();

        run.step(new RunCoreEvent.EngineEnded(1, "was killed by SIGKILL"));

        assertThat(wasTold(2, EngineCommand.Loan.class)).isTrue();
        assertThat(run.told(2)).anyMatch(EngineCommand.MemberLost.class::isInstance);
        assertThat(run.notes)
                .singleElement()
                .asString()
                .contains("engine-1 on host-1")
                .contains("SIGKILL");
        assertThat(run.outcomes).isEmpty();
    }

    @Test
    void shouldFailAnSpmdRunThatCallsNoRestoreWithTheCauseWhenAnEngineIsLost() {
        run = SteppedRun.spmd(2);
        run.begin();
        report(0, new EngineReport.Registered(1));
        report(1, new EngineReport.Registered(1));
        run.step(new RunCoreEvent.EngineEnded(1, "ran out of memory"));

        assertThat(run.outcomes).hasSize(1);
        EngineReport.Failed failure = run.outcomes.get(0).failure();
        assertThat(failure).isNotNull();
        assertThat(failure.headline()).contains("engine-1 on host-1").contains("ran out of memory");
        assertThat(wasTold(0, EngineCommand.Cease.class)).isTrue();
    }

    /**
     * Returns the report of an engine whose only thread waits for a message from the only thread of the other engine.
     * There are two engines.
     */
    private static EngineReport waitsForOther(int engine) {
        return looked(
                engine,
                new ThreadState(
                        engine,
                        ThreadState.Kind.WAITING,
                        1,
                        "receive from " + (1 - engine) + ", tag 3",
                        1 - engine,
                        0,
                        List.of(),
                        false,
                        List.of(new ThreadState.Unreceived(1 - engine, 4)),
                        "Heat.java:42",
                        TimeUnit.MILLISECONDS.toNanos(250)));
    }

    private static EngineReport looked(int engine, ThreadState thread) {
        return new EngineReport.Looked(
                new EngineState(1, engine, List.of(thread), false, false, 0, new long[] {1, 1}, new long[] {1, 1}));
    }

    private void startSpmd() {
        run = SteppedRun.spmd(2);
        run.begin();
        report(0, new EngineReport.Registered(1));
        report(1, new EngineReport.Registered(1));
        assertThat(wasTold(1, EngineCommand.Start.class)).isTrue();
        run.now += TimeUnit.SECONDS.toNanos(1);
    }

    @Test
    void shouldFailAnSpmdRunAtOnceWhenItsThreadsWaitInVainForSure() {
        startSpmd();
        report(0, waitsForOther(0));
        assertThat(run.outcomes).isEmpty();
        report(1, waitsForOther(1));

        assertThat(run.outcomes).singleElement().satisfies(outcome -> {
            assertThat(outcome.resumable()).isFalse();
            EngineReport.Failed failure = outcome.failure();
            assertThat(failure).isNotNull();
            assertThat(failure.headline())
                    .isEqualTo(
                            "deadlock: no ID can go on and no message is under way: ID 0 waits in receive from 1, tag 3"
                                    + " (Heat.java:42) since 0.75 s; ID 1 waits in receive from 0, tag 3 (Heat.java:42) since 0.75 s;"
                                    + " ID 0 has not received a message from 1, tag 4; ID 1 has not received a message from 0,"
                                    + " tag 4");
        });
        assertThat(wasTold(1, EngineCommand.Cease.class)).isTrue();
    }

    @Test
    void shouldNotTakeWhatWasSeenInAnotherEpochForADeadlock() {
        run = SteppedRun.spmd(2);
        run.begin();
        report(0, waitsForOther(0));
        report(1, waitsForOther(1));
        assertThat(run.outcomes).as("before it runs").isEmpty();
        report(0, new EngineReport.Registered(1));
        report(1, new EngineReport.Registered(1));
        report(0, looked(0, ThreadState.running(0)));
        assertThat(run.outcomes).isEmpty();
    }

    @Test
    void shouldSayOnceWhoWaitsWhenNothingHasMovedForAsLongAsTheUserSet() {
        startSpmd();
        report(0, waitsForOther(0));
        report(1, looked(1, ThreadState.elsewhere(1, 1, "a task", 0)));
        passWithBeats(59, 0, 1);
        assertThat(run.notes).isEmpty();
        passWithBeats(100, 0, 1);
        assertThat(run.notes)
                .containsExactly(
                        "nothing has moved for 60.00 s: ID 0 waits in receive from 1, tag 3 (Heat.java:42) for 60.25 s;"
                                + " ID 1 waits for a task for 60.00 s; ID 0 has not received a message from 1, tag 4\n"
                                + "the run goes on; 'moide status' shows who waits, --stall-after sets when this is said");
        assertThat(run.outcomes).isEmpty();
        assertThat(run.status().waits())
                .containsExactly(
                        "ID 0 waits in receive from 1, tag 3 (Heat.java:42) for 2:39 min",
                        "ID 1 waits for a task for 2:39 min");
    }

    @Test
    void shouldSayNothingWhileAThreadMayCompute() {
        startSpmd();
        report(0, waitsForOther(0));
        passWithBeats(200, 0, 1);
        report(1, looked(1, ThreadState.running(1)));
        passWithBeats(200, 0, 1);
        assertThat(run.notes).isEmpty();
        assertThat(run.outcomes).isEmpty();
    }

    @Test
    void shouldHaveAnotherEngineMadeForAnSpmdRunWhenOneIsLostBeforeAnyThreadHasBegun() {
        run = SteppedRun.spmd(2);
        run.begin();
        run.step(new RunCoreEvent.EngineEnded(1, "was killed by SIGKILL"));

        assertThat(run.outcomes).isEmpty();
        assertThat(run.recruitments).extracting(Recruitment::seat).containsExactly(2);
        report(0, new EngineReport.Left(1, 0, EngineStatistics.silent(List.of())));
        run.made(2);
        report(0, new EngineReport.Registered(2));
        report(2, new EngineReport.Registered(2));

        assertThat(wasTold(0, EngineCommand.Start.class)).isTrue();
        assertThat(wasTold(2, EngineCommand.Start.class)).isTrue();
    }

    @Test
    void shouldShowAnAssistantOfAnSpmdApplicationToItsPrincipalOnly() {
        run = SteppedRun.spmd(2);
        run.begin();
        report(0, new EngineReport.Registered(1));
        report(1, new EngineReport.Registered(1));
        report(0, new EngineReport.Restorable(1, true));
        run.order(new ChangeOrder.Assist(1, List.of()));
        assertThat(run.recruitments).extracting(Recruitment::awayFrom).containsExactly(Set.of(1));
        run.made(2);
        leaveAtCheckpoint(1, 0, 1);
        report(0, new EngineReport.Registered(2));
        report(1, new EngineReport.Registered(2));
        report(2, new EngineReport.Registered(2));

        assertThat(run.last(0, EngineCommand.Start.class).nodes()).containsOnlyKeys(0, 1);
        assertThat(run.last(0, EngineCommand.Start.class).members().at(1).threads())
                .isEqualTo(2);
        assertThat(run.last(1, EngineCommand.Start.class).members().isAssisted(1))
                .isTrue();
        assertThat(run.last(2, EngineCommand.Start.class).nodes()).containsOnlyKeys(1, 2);
        assertThat(run.last(2, EngineCommand.Start.class).members().isAssistant(2))
                .isTrue();
        assertThat(run.answers).singleElement().satisfies(answer -> {
            assertThat(answer.done()).isTrue();
            assertThat(answer.lines().get(0))
                    .contains("engine-2 on host-2 has joined with 1 thread after 0.0 s as assistant of engine-1 at");
        });
        assertThat(run.status().engines().get(2).words()).isEqualTo("assistant of engine-1");

        run.order(new ChangeOrder.Assist(2, List.of()));
        assertThat(run.answers.get(1).lines().get(0)).contains("which assists engine-1");

        run.order(new ChangeOrder.Replace(1, List.of()));
        run.made(3);
        leaveAtCheckpoint(2, 0, 1, 2);
        report(0, new EngineReport.Registered(3));
        report(3, new EngineReport.Registered(3));
        report(2, new EngineReport.Registered(3));
        assertThat(run.last(3, EngineCommand.Start.class).members().isAssisted(3))
                .as("who takes the place of its principal")
                .isTrue();
        assertThat(run.status().engines())
                .extracting(RunStatus.EngineStatus::words)
                .contains("assistant of engine-3");
    }

    /**
     * Reports that the states of these engines' IDs are saved, and that their threads have left the application for the
     * next epoch.
     */
    private void leaveAtCheckpoint(long epoch, int... engines) {
        for (int engine : engines) {
            report(
                    engine,
                    new EngineReport.CheckpointStored(
                            new CheckpointName(epoch, 1), engine, 1, List.of(engine), List.of(), null));
        }
        for (int engine : engines) {
            report(engine, new EngineReport.Left(epoch, 1, EngineStatistics.silent(List.of())));
        }
    }

    @Test
    void shouldLoseAnEngineWhoseLifelineStaysClosedAndKeepOneWhoseLifelineComesBack() {
        startBag(5);
        run.step(new RunCoreEvent.LifelineClosed(1));
        run.step(new RunCoreEvent.LifelineClosed(2));
        passWithBeats(2, 0, 1, 2);
        run.step(new RunCoreEvent.LifelineOpened(2));
        passWithBeats(3, 0, 1, 2);

        assertThat(run.notes).singleElement().asString().contains("engine-1 on host-1");
    }

    @Test
    void shouldTakeTheLoansOfASilentEngineAfter10SecondsAndItsLifeAfter60() {
        startBag(1);
        report(1, asks(1));
        report(2, asks(2));
        passWithBeats(9, 0, 2);
        assertThat(wasTold(2, EngineCommand.Loan.class)).isFalse();
        passWithBeats(3, 0, 2);
        assertThat(wasTold(2, EngineCommand.Loan.class)).isTrue();
        assertThat(run.notes).isEmpty();
        passWithBeats(50, 0, 2);
        assertThat(run.notes).singleElement().asString().contains("engine-1").contains("60 s");
    }

    @Test
    void shouldJudgeEnginesTenTimesAsFastByTimesThatAreAsShort() {
        run = SteppedRun.bag(3, false, Assistance.NONE, Timing.USUAL.faster(10));
        startBag(1);
        run.step(new RunCoreEvent.LifelineClosed(1));
        for (int look = 0; look < 61; look++) {
            run.now += TimeUnit.MILLISECONDS.toNanos(100);
            report(0, EngineReport.Beat.IDLE);
            run.tick();
            assertThat(run.notes).hasSize(look < 3 ? 0 : look < 60 ? 1 : 2);
        }
        assertThat(run.notes.get(0)).contains("engine-1").contains("was not back within 0.3 s");
        assertThat(run.notes.get(1)).contains("engine-2").contains("has said nothing for 6 s");
    }

    @Test
    void shouldBlameNobodyWhenTheCoordinatorItselfWasPaused() {
        startBag(5);
        run.pass(1);
        run.now += TimeUnit.SECONDS.toNanos(300);
        run.tick();
        passWithBeats(5, 0, 1, 2);

        assertThat(run.notes).isEmpty();
        assertThat(run.outcomes).isEmpty();
    }

    @Test
    void shouldEndABagOnlyWhenItsResultsAreHandledAndAllThreadsHaveReturned() {
        startBag(0);
        run.step(new RunCoreEvent.ResultsHandled());
        assertThat(run.outcomes).isEmpty();
        for (int engine = 0; engine < 3; engine++) {
            report(engine, new EngineReport.Finished(EngineStatistics.silent(List.of()), LoanTotals.NONE));
        }
        assertThat(run.outcomes)
                .singleElement()
                .satisfies(outcome -> assertThat(outcome.failure()).isNull());
    }

    @Test
    void shouldWaitForNobodyLongerThanTwoSecondsWhenTheBooksAreClosed() {
        startBag(0);
        run.step(new RunCoreEvent.ResultsHandled());
        run.tick();
        for (int engine = 0; engine < 2; engine++) {
            report(engine, new EngineReport.Finished(EngineStatistics.silent(List.of()), LoanTotals.NONE));
        }
        run.pass(1);
        assertThat(run.outcomes).isEmpty();
        run.pass(1);
        assertThat(run.outcomes)
                .singleElement()
                .satisfies(outcome -> assertThat(outcome.failure()).isNull());
        assertThat(run.notes)
                .singleElement()
                .asString()
                .contains("engine-2 on host-2")
                .contains("2 s")
                .contains("the result is whole")
                .doesNotContain("lost"); // the engine may not even have begun
    }

    @Test
    void shouldGiveEnginesTheirTimeWhenItWasTheCoordinatorThatSleptAsTheBooksWereClosed() {
        startBag(0);
        run.step(new RunCoreEvent.ResultsHandled());
        run.tick();
        run.now += TimeUnit.SECONDS.toNanos(30);
        run.tick();
        assertThat(run.notes).isEmpty();
        for (int engine = 0; engine < 3; engine++) {
            report(engine, new EngineReport.Finished(EngineStatistics.silent(List.of()), LoanTotals.NONE));
        }
        assertThat(run.outcomes).hasSize(1);
    }

    @Test
    void shouldEndAsInterruptedAndTellEveryEngineWhenTheUserInterrupts() {
        startBag(5);
        run.step(new RunCoreEvent.Interrupted());
        assertThat(run.outcomes)
                .singleElement()
                .satisfies(outcome -> assertThat(outcome.interrupted()).isTrue());
        assertThat(wasTold(2, EngineCommand.Cease.class)).isTrue();
    }
}
