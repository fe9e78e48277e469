package org.moide.coordinator.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.moide.balance.loan.Balancer;
import org.moide.balance.loan.BalancerLimits;
import org.moide.balance.loan.Ending;
import org.moide.balance.loan.FailurePolicy;
import org.moide.balance.loan.Letter;
import org.moide.balance.loan.LoanMessage;
import org.moide.balance.loan.LoanTotals;
import org.moide.balance.pool.EnginePool;
import org.moide.balance.strategy.Membership;
import org.moide.balance.strategy.Strategies;
import org.moide.balance.strategy.StrategySpec;
import org.moide.commlib.collective.Tuning;
import org.moide.commlib.port.Signal;
import org.moide.commlib.registration.NodeReference;
import org.moide.commlib.waiting.EngineState;
import org.moide.commlib.waiting.ThreadState;
import org.moide.coordinator.control.ChangeAnswer;
import org.moide.coordinator.control.ChangeOrder;
import org.moide.coordinator.control.RunStatus;
import org.moide.coordinator.reconfigure.CheckpointDisk;
import org.moide.coordinator.reconfigure.EpochSettings;
import org.moide.coordinator.reconfigure.Recruitment;
import org.moide.engine.control.EngineCommand;
import org.moide.engine.control.EngineReport;
import org.moide.engine.control.EngineStatistics;
import org.moide.engine.control.TaskSettings;
import org.moide.engine.control.Utterance;

/** The coordinator's core, step by step, with a clock that the test moves. */
class RunCoreTest {
    private final List<List<EngineCommand>> told = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final List<RunOutcome> outcomes = new ArrayList<>();
    private final List<Recruitment> recruitments = new ArrayList<>();
    private long now = TimeUnit.HOURS.toNanos(1);
    private RunCore core = core(true, 3);

    private RunCore core(boolean bag, int engines) {
        told.clear();
        List<Seat> seats = new ArrayList<>();
        for (int engine = 0; engine < engines; engine++) {
            List<EngineCommand> commands = new ArrayList<>();
            told.add(commands);
            NodeReference node = new NodeReference("n" + engine, List.of(), 0);
            seats.add(new Seat(new AssembledEngine(engine, "host-" + engine, 1, 1, 1, node, ""), commands::add, now));
        }
        StrategySpec spec = StrategySpec.of(Strategies.DEFAULT);
        Supplier<Balancer> roots = () -> Balancer.root(
                new EnginePool(0, new Nobody(), () -> {}, () -> 0),
                Strategies.make(spec, Membership.ROOT, new SplittableRandom(1), null),
                bag ? Ending.WHEN_COMPLETE : Ending.WHEN_ALL_WAIT,
                BalancerLimits.DEFAULT.withoutSilence(),
                FailurePolicy.DEFAULT);
        return bag
                ? new BagCore(
                        Tuning.DEFAULT, seats, roots.get(), spec, TaskSettings.DEFAULT, 7, false, new Recorder(), now)
                : new SpmdCore(
                        new EpochSettings(Tuning.DEFAULT, false, () -> false, CheckpointDisk.NONE, 1),
                        seats,
                        roots,
                        spec,
                        TaskSettings.DEFAULT,
                        7,
                        Map.of(),
                        new Recorder(),
                        now);
    }

    /** No thread takes from the root's pool. */
    private static final class Nobody implements Signal {
        @Override
        public boolean await(BooleanSupplier condition, long timeoutNanos) {
            throw new IllegalStateException("nobody waits here");
        }

        @Override
        public void raise() {}
    }

    private static EngineReport asks(int engine) {
        return new EngineReport.Loan(new Letter(engine, 1, 0, new LoanMessage.FetchTasks(1, 1, true, 1, 0, 0)));
    }

    private void report(int engine, EngineReport report) {
        core.step(new RunEvent.Reported(engine, report), now);
    }

    private void pass(long seconds) {
        for (long second = 0; second < seconds; second++) {
            now += TimeUnit.SECONDS.toNanos(1);
            core.tick(now);
        }
    }

    private void passWithBeats(long seconds, int... beating) {
        for (long second = 0; second < seconds; second++) {
            pass(1);
            for (int engine : beating) {
                report(engine, EngineReport.Beat.IDLE);
            }
        }
    }

    private void startBag(int tasks) {
        core.register(now);
        for (int engine = 0; engine < told.size(); engine++) {
            report(engine, new EngineReport.Registered(1));
        }
        List<byte[]> encoded = new ArrayList<>();
        for (int task = 0; task < tasks; task++) {
            encoded.add(new byte[] {(byte) task});
        }
        core.step(new RunEvent.TasksCreated(encoded, Map.of("scene", new byte[9])), now);
    }

    private boolean wasTold(int engine, Class<? extends EngineCommand> what) {
        return told.get(engine).stream().anyMatch(what::isInstance);
    }

    @Test
    void shouldStartOnlyWhenAllAreRegisteredAndTheTasksAreThere() {
        core.register(now);
        report(0, new EngineReport.Registered(1));
        report(1, new EngineReport.Registered(1));
        core.step(new RunEvent.TasksCreated(List.of(new byte[1]), Map.of("scene", new byte[9])), now);
        assertThat(wasTold(0, EngineCommand.Start.class)).isFalse();

        report(2, new EngineReport.Registered(1));

        for (int engine = 0; engine < 3; engine++) {
            assertThat(told.get(engine))
                    .filteredOn(EngineCommand.Start.class::isInstance)
                    .singleElement()
                    .satisfies(command -> assertThat(((EngineCommand.Start) command).sharedBytes())
                            .containsEntry("scene", 9L));
        }
    }

    @Test
    void shouldGiveEachRecruitedEngineASeatOfItsOwnWhoeverComes() {
        startBag(1);
        BagCore ofBag = (BagCore) core;
        ofBag.recruit(List.of(), 1, Set.of(2), Recruitment.Reach.ANY_HOST);
        ofBag.recruit(List.of(), 0, Set.of(), Recruitment.Reach.IDLE_HOSTS);
        assertThat(recruitments).extracting(Recruitment::seat).containsExactly(3, 4);
        assertThat(recruitments).extracting(Recruitment::present).allMatch(Set.of(0, 1, 2)::equals);

        core.step(new RunEvent.LifelineOpened(4), now); // before we know of it
        core.step(new RunEvent.EngineNotMade(3, "no host answers"), now);
        AssembledEngine late = new AssembledEngine(4, "host-4", 1, 1, 1, new NodeReference("n4", List.of(), 0), "");
        core.step(new RunEvent.EngineMade(new Seat(late, command -> {}, now)), now);
        core.step(new RunEvent.Interrupted(), now);

        assertThat(notes).anyMatch(note -> note.contains("no engine-3: no host answers"));
        assertThat(outcomes.get(0).engines())
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

        core.step(new RunEvent.EngineEnded(1, "was killed by SIGKILL"), now);

        assertThat(wasTold(2, EngineCommand.Loan.class)).isTrue();
        assertThat(told.get(2)).anyMatch(EngineCommand.MemberLost.class::isInstance);
        assertThat(notes)
                .singleElement()
                .asString()
                .contains("engine-1 on host-1")
                .contains("SIGKILL");
        assertThat(outcomes).isEmpty();
    }

    @Test
    void shouldFailAnSpmdRunThatCallsNoRestoreWithTheCauseWhenAnEngineIsLost() {
        core = core(false, 2);
        core.register(now);
        report(0, new EngineReport.Registered(1));
        report(1, new EngineReport.Registered(1));
        core.step(new RunEvent.EngineEnded(1, "ran out of memory"), now);

        assertThat(outcomes).hasSize(1);
        EngineReport.Failed failure = outcomes.get(0).failure();
        assertThat(failure).isNotNull();
        assertThat(failure.headline()).contains("engine-1 on host-1").contains("ran out of memory");
        assertThat(wasTold(0, EngineCommand.Cease.class)).isTrue();
    }

    /** Two engines of one thread each, which wait for each other's message. */
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
        core = core(false, 2);
        core.register(now);
        report(0, new EngineReport.Registered(1));
        report(1, new EngineReport.Registered(1));
        assertThat(wasTold(1, EngineCommand.Start.class)).isTrue();
        now += TimeUnit.SECONDS.toNanos(1);
    }

    @Test
    void shouldFailAnSpmdRunAtOnceWhenItsThreadsWaitInVainForSure() {
        startSpmd();
        report(0, waitsForOther(0));
        assertThat(outcomes).isEmpty();
        report(1, waitsForOther(1));

        assertThat(outcomes).singleElement().satisfies(outcome -> {
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
        core = core(false, 2);
        core.register(now);
        report(0, waitsForOther(0));
        report(1, waitsForOther(1));
        assertThat(outcomes).as("before it runs").isEmpty();
        report(0, new EngineReport.Registered(1));
        report(1, new EngineReport.Registered(1));
        report(0, looked(0, ThreadState.running(0)));
        assertThat(outcomes).isEmpty();
    }

    @Test
    void shouldSayOnceWhoWaitsWhenNothingHasMovedForAsLongAsTheUserSet() {
        startSpmd();
        report(0, waitsForOther(0));
        report(1, looked(1, ThreadState.elsewhere(1, 1, "a task", 0)));
        passWithBeats(59, 0, 1);
        assertThat(notes).isEmpty();
        passWithBeats(100, 0, 1);
        assertThat(notes)
                .containsExactly(
                        "nothing has moved for 60.00 s: ID 0 waits in receive from 1, tag 3 (Heat.java:42) for 60.25 s;"
                                + " ID 1 waits for a task for 60.00 s; ID 0 has not received a message from 1, tag 4\n"
                                + "the run goes on; 'moide status' shows who waits, --stall-after sets when this is said");
        assertThat(outcomes).isEmpty();
        List<RunStatus> statuses = new ArrayList<>();
        core.step(new RunEvent.StatusWanted(statuses::add), now);
        assertThat(statuses.get(0).waits())
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
        assertThat(notes).isEmpty();
        assertThat(outcomes).isEmpty();
    }

    @Test
    void shouldHaveAnotherEngineMadeForAnSpmdRunWhenOneIsLostBeforeAnyThreadHasBegun() {
        core = core(false, 2);
        core.register(now);
        core.step(new RunEvent.EngineEnded(1, "was killed by SIGKILL"), now);

        assertThat(outcomes).isEmpty();
        assertThat(recruitments).extracting(Recruitment::seat).containsExactly(2);
        report(0, new EngineReport.Left(1, 0, EngineStatistics.silent(List.of())));
        List<EngineCommand> toNewcomer = new ArrayList<>();
        AssembledEngine other = new AssembledEngine(2, "host-1", 1, 1, 1, new NodeReference("n2", List.of(), 0), "");
        core.step(new RunEvent.EngineMade(new Seat(other, toNewcomer::add, now)), now);
        report(0, new EngineReport.Registered(2));
        report(2, new EngineReport.Registered(2));

        assertThat(wasTold(0, EngineCommand.Start.class)).isTrue();
        assertThat(toNewcomer).anyMatch(EngineCommand.Start.class::isInstance);
    }

    @Test
    void shouldRefuseAssistantsForAnSpmdApplication() {
        core = core(false, 2);
        core.register(now);
        List<ChangeAnswer> answers = new ArrayList<>();
        core.step(new RunEvent.ChangeWanted(new ChangeOrder.Assist(1, List.of()), "", answers::add), now);
        assertThat(answers).singleElement().satisfies(answer -> {
            assertThat(answer.done()).isFalse();
            assertThat(answer.lines().get(0))
                    .contains("expected a bag of tasks")
                    .contains("moide replace --engine 1");
        });
    }

    @Test
    void shouldLoseAnEngineWhoseLifelineStaysClosedAndKeepOneWhoseLifelineComesBack() {
        startBag(5);
        core.step(new RunEvent.LifelineClosed(1), now);
        core.step(new RunEvent.LifelineClosed(2), now);
        passWithBeats(2, 0, 1, 2);
        core.step(new RunEvent.LifelineOpened(2), now);
        passWithBeats(3, 0, 1, 2);

        assertThat(notes).singleElement().asString().contains("engine-1 on host-1");
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
        assertThat(notes).isEmpty();
        passWithBeats(50, 0, 2);
        assertThat(notes).singleElement().asString().contains("engine-1").contains("60 s");
    }

    @Test
    void shouldBlameNobodyWhenTheCoordinatorItselfWasPaused() {
        startBag(5);
        pass(1);
        now += TimeUnit.SECONDS.toNanos(300);
        core.tick(now);
        passWithBeats(5, 0, 1, 2);

        assertThat(notes).isEmpty();
        assertThat(outcomes).isEmpty();
    }

    @Test
    void shouldEndABagOnlyWhenItsResultsAreHandledAndAllThreadsHaveReturned() {
        startBag(0);
        core.step(new RunEvent.ResultsHandled(), now);
        assertThat(outcomes).isEmpty();
        for (int engine = 0; engine < 3; engine++) {
            report(engine, new EngineReport.Finished(EngineStatistics.silent(List.of()), LoanTotals.NONE));
        }
        assertThat(outcomes)
                .singleElement()
                .satisfies(outcome -> assertThat(outcome.failure()).isNull());
    }

    @Test
    void shouldWaitForNobodyLongerThanTwoSecondsWhenTheBooksAreClosed() {
        startBag(0);
        core.step(new RunEvent.ResultsHandled(), now);
        core.tick(now);
        for (int engine = 0; engine < 2; engine++) {
            report(engine, new EngineReport.Finished(EngineStatistics.silent(List.of()), LoanTotals.NONE));
        }
        pass(1);
        assertThat(outcomes).isEmpty();
        pass(1);
        assertThat(outcomes)
                .singleElement()
                .satisfies(outcome -> assertThat(outcome.failure()).isNull());
        assertThat(notes)
                .singleElement()
                .asString()
                .contains("engine-2 on host-2")
                .contains("2 s")
                .contains("the result is whole");
    }

    @Test
    void shouldGiveEnginesTheirTimeWhenItWasTheCoordinatorThatSleptAsTheBooksWereClosed() {
        startBag(0);
        core.step(new RunEvent.ResultsHandled(), now);
        core.tick(now);
        now += TimeUnit.SECONDS.toNanos(30);
        core.tick(now);
        assertThat(notes).isEmpty();
        for (int engine = 0; engine < 3; engine++) {
            report(engine, new EngineReport.Finished(EngineStatistics.silent(List.of()), LoanTotals.NONE));
        }
        assertThat(outcomes).hasSize(1);
    }

    @Test
    void shouldEndAsInterruptedAndTellEveryEngineWhenTheUserInterrupts() {
        startBag(5);
        core.step(new RunEvent.Interrupted(), now);
        assertThat(outcomes)
                .singleElement()
                .satisfies(outcome -> assertThat(outcome.interrupted()).isTrue());
        assertThat(wasTold(2, EngineCommand.Cease.class)).isTrue();
    }

    private final class Recorder implements RunSurroundings {
        @Override
        public void said(int engine, Utterance utterance) {
            notes.add("engine " + engine + " said " + utterance);
        }

        @Override
        public void progress(long done, long known) {
            assertThat(done).isLessThanOrEqualTo(known);
        }

        @Override
        public void recorded(int engine, EngineReport.Recorded recorded) {
            notes.add("engine " + engine + " recorded " + recorded.tasks().length / 3);
        }

        @Override
        public void note(String line) {
            notes.add(line);
        }

        @Override
        public void result(byte[] encoded) {
            assertThat(encoded).isNotNull();
        }

        @Override
        public void resultsComplete() {
            assertThat(outcomes).isEmpty();
        }

        @Override
        public void recruit(Recruitment wanted) {
            recruitments.add(wanted);
        }

        @Override
        public void nobody(String why) {
            notes.add(why);
        }

        @Override
        public StallWatch stalls(long nowNanos) {
            return new StallWatch(TimeUnit.SECONDS.toNanos(60), notes::add, nowNanos);
        }

        @Override
        public void ended(RunOutcome outcome) {
            outcomes.add(outcome);
        }
    }
}
