package org.moide.coordinator.run.bag;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.moide.balance.loan.Letter;
import org.moide.balance.loan.LoanMessage;
import org.moide.balance.loan.LoanTotals;
import org.moide.balance.loan.MemberDeath;
import org.moide.balance.strategy.Membership;
import org.moide.coordinator.control.ChangeOrder;
import org.moide.coordinator.control.RunStatus;
import org.moide.coordinator.control.StatusJson;
import org.moide.coordinator.plan.Assistance;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.coordinator.reconfigure.Recruitment;
import org.moide.coordinator.run.SteppedRun;
import org.moide.coordinator.run.state.RunCoreEvent;
import org.moide.coordinator.run.state.RunOutcome;
import org.moide.engine.control.EngineCommand;
import org.moide.engine.control.EngineReport;
import org.moide.engine.control.EngineStatistics;
import org.moide.engine.control.TaskNow;

/**
 * Tests the steps in which engines join a bag of tasks and leave it. The test passes each message to the coordinator's
 * core itself.
 */
class BagChangesTest {
    private final SteppedRun run = SteppedRun.bagUnderWay(Assistance.NONE);

    private static ChangeOrder.Expand expand(String... hosts) {
        List<DaemonAddress> daemons = new ArrayList<>();
        for (String host : hosts) {
            daemons.add(new DaemonAddress(host, 7100, 0));
        }
        return new ChangeOrder.Expand(daemons);
    }

    @Test
    void shouldRegisterANewcomerInTheNextEpochWhileTheOthersGoOn() {
        run.order(expand("a", "b"));
        assertThat(run.recruitments).extracting(Recruitment::seat).containsExactly(2, 3);
        run.now += TimeUnit.SECONDS.toNanos(2);
        run.made(3); // sooner than the other engine

        EngineCommand.Register register = run.last(3, EngineCommand.Register.class);
        assertThat(register.registration().epoch()).isEqualTo(2);
        assertThat(register.engine()).isEqualTo(2); // its row is appended
        assertThat(register.registration().engines().get(2).node().nodeId()).isEqualTo("n3");
        for (int old = 0; old < 2; old++) {
            EngineCommand.Widen widen = run.last(old, EngineCommand.Widen.class);
            assertThat(widen.registration()).isEqualTo(register.registration());
            assertThat(widen.engine()).isEqualTo(old);
        }
        assertThat(run.told(3)).noneMatch(EngineCommand.Start.class::isInstance);

        run.report(0, new EngineReport.Registered(2));
        run.report(3, new EngineReport.Registered(2));

        assertThat(run.last(3, EngineCommand.Start.class).members().contains(3)).isTrue();
        assertThat(run.last(0, EngineCommand.Members.class).members().contains(3))
                .isTrue();
        assertThat(run.last(0, EngineCommand.Members.class).nodes()).containsKeys(0, 1, 3);
        assertThat(run.answers).as("one is still to come").isEmpty();

        run.made(2);
        assertThat(run.last(3, EngineCommand.Widen.class).registration().epoch())
                .isEqualTo(3);
        run.report(2, new EngineReport.Registered(3));

        assertThat(run.answers).singleElement().satisfies(answer -> {
            assertThat(answer.done()).isTrue();
            assertThat(answer.lines())
                    .containsExactly(
                            "engine-3 on host-3 has joined with 1 thread after 2.0 s",
                            "engine-2 on host-2 has joined with 1 thread after 2.0 s");
        });
        assertThat(run.status().changes()).extracting(RunStatus.Change::kind).containsExactly("expand", "expand");
        assertThat(run.status().changes()).allMatch(change -> change.tookSeconds() == 2);
        assertThat(run.status().epochs()).extracting(RunStatus.Epoch::engines).containsExactly(2, 3, 4);
        assertThat(run.status().engines())
                .extracting(RunStatus.EngineStatus::words)
                .containsOnly("computing");
    }

    @Test
    void shouldSayWhichEngineWillNotComeAndGoOn() {
        run.order(expand("a", "b"));
        run.step(new RunCoreEvent.EngineNotMade(2, "nobody answers at a:7100"));
        run.made(3);
        run.report(3, new EngineReport.Registered(2));

        assertThat(run.answers.get(0).done()).isFalse();
        assertThat(run.answers.get(0).lines())
                .contains("nobody answers at a:7100")
                .anyMatch(line -> line.startsWith("engine-3 on host-3 has joined"));
        assertThat(run.notes).contains("cannot expand: nobody answers at a:7100");
        assertThat(run.outcomes).isEmpty();
    }

    @Test
    void shouldNotWaitForANewcomerWhenAllTasksAreDone() {
        run.order(expand("a"));
        run.made(2);
        run.report(0, new EngineReport.Loan(new Letter(0, 1, 0, new LoanMessage.FetchTasks(1, 1, true, 1, 0, 0))));
        long loan = run.told(0).stream()
                .filter(EngineCommand.Loan.class::isInstance)
                .map(command -> ((EngineCommand.Loan) command).letter().message())
                .filter(LoanMessage.LoanGranted.class::isInstance)
                .mapToLong(grant ->
                        ((LoanMessage.LoanGranted) grant).bundles().get(0).loan())
                .findFirst()
                .orElseThrow();
        LoanMessage returned =
                new LoanMessage.LoanReturned(loan, 0, new byte[1], 1, 0, List.of(), LoanMessage.LoanReturned.NOBODY);
        run.report(0, new EngineReport.Loan(new Letter(0, 1, 0, returned)));

        run.last(2, EngineCommand.Cease.class);
        assertThat(run.refusal()).contains("all tasks were done before engine-2 on host-2 was ready");
        run.step(new RunCoreEvent.ResultsHandled());
        run.report(
                0,
                new EngineReport.Finished(
                        EngineStatistics.silent(List.of()), new LoanTotals(0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0)));
        run.finish(1);
        assertThat(run.outcomes)
                .singleElement()
                .satisfies(outcome -> assertThat(outcome.failure()).isNull());
    }

    @Test
    void shouldLetTheEnginesOfADrainedHostGiveBackWhatTheyHaveAndLeave() {
        run.order(new ChangeOrder.Drain("Host-1"));
        Membership leaving = run.last(1, EngineCommand.Members.class).members();
        assertThat(leaving.isLeaving(1)).isTrue();
        assertThat(run.last(0, EngineCommand.Members.class).members().isLeaving(1))
                .isTrue();
        assertThat(run.status().engines().get(1).words()).isEqualTo("leaving");
        assertThat(run.answers).isEmpty();

        run.now += TimeUnit.SECONDS.toNanos(1);
        run.finish(1);

        run.last(1, EngineCommand.Cease.class);
        assertThat(run.last(0, EngineCommand.Members.class).members().everybody())
                .hasSize(1);
        assertThat(run.answers.get(0)).satisfies(answer -> {
            assertThat(answer.done()).isTrue();
            assertThat(answer.lines())
                    .containsExactly("engine-1 on host-1 has given back what it had and left after 1.0 s");
        });
        assertThat(run.status().changes()).extracting(RunStatus.Change::kind).containsExactly("drain");
        assertThat(run.outcomes).isEmpty();
        run.step(new RunCoreEvent.EngineEnded(1, "ended by itself"));
        assertThat(run.notes).noneMatch(note -> note.contains("lost"));
    }

    @Test
    void shouldAnswerWhenAnEngineIsLostOnItsWayOut() {
        run.order(new ChangeOrder.Drain("daemon-1:7100"));
        run.step(new RunCoreEvent.EngineEnded(1, "was killed by SIGKILL"));
        assertThat(run.refusal()).contains("engine-1 on host-1 was lost: was killed by SIGKILL");
        assertThat(run.outcomes).isEmpty();
    }

    @Test
    void shouldReplaceAnEngineByMakingTheOtherFirst() {
        run.order(new ChangeOrder.Replace(1, List.of(new DaemonAddress("c", 7100, 0))));
        assertThat(run.recruitments).singleElement().satisfies(wanted -> {
            assertThat(wanted.awayFrom()).containsExactly(1);
            assertThat(wanted.hosts()).hasSize(1);
        });
        assertThat(run.told(1)).noneMatch(EngineCommand.Members.class::isInstance);
        run.made(2);
        run.report(2, new EngineReport.Registered(2));
        assertThat(run.last(1, EngineCommand.Members.class).members().isLeaving(1))
                .isTrue();
        assertThat(run.answers).isEmpty();
        run.finish(1);
        assertThat(run.answers.get(0).done()).isTrue();
        assertThat(run.status().changes())
                .extracting(RunStatus.Change::kind, RunStatus.Change::what)
                .containsExactly(org.assertj.core.groups.Tuple.tuple("replace", "engine-1 by engine-2 on host-2"));
    }

    @Test
    void shouldKeepAnEngineForWhichThereIsNoOtherHost() {
        run.order(new ChangeOrder.Replace(1, List.of()));
        run.step(new RunCoreEvent.EngineNotMade(2, "expected an idle host, found none"));
        assertThat(run.refusal())
                .isEqualTo("expected an idle host, found none; the run goes on with the engines that it has");
        assertThat(run.status().engines().get(1).words()).isEqualTo("computing");
    }

    @Test
    void shouldRefuseWhatCannotBeDoneAndSayWhy() {
        run.order(new ChangeOrder.Replace(0, List.of()));
        assertThat(run.refusal()).contains("engine-0 is the coordinator's own").contains("--no-own-engine");
        run.order(new ChangeOrder.Replace(7, List.of()));
        assertThat(run.refusal()).contains("found engine-7");
        run.order(new ChangeOrder.Drain("nowhere"));
        assertThat(run.refusal())
                .isEqualTo("expected a host with engines of this run, found none on nowhere; they are on host-0"
                        + " (daemon-0:7100), host-1 (daemon-1:7100)");
        run.order(new ChangeOrder.Drain("host-0"));
        assertThat(run.refusal()).contains("the coordinator's own");
        run.step(new RunCoreEvent.EngineEnded(0, "gone"));
        run.order(new ChangeOrder.Drain("host-1"));
        assertThat(run.refusal()).contains("it goes on where it is");
        assertThat(run.told(1))
                .noneMatch(command -> command instanceof EngineCommand.Members members
                        && members.members().isLeaving(1));
    }

    @Test
    void shouldHaveOneEngineLeaveAndSayWhy() {
        run.order(new ChangeOrder.Shrink(1));
        assertThat(run.last(1, EngineCommand.Members.class).members().isLeaving(1))
                .isTrue();
        run.finish(1);
        assertThat(run.answers.get(0).done()).isTrue();
        assertThat(run.status().changes())
                .extracting(RunStatus.Change::kind, RunStatus.Change::what, RunStatus.Change::why)
                .containsExactly(org.assertj.core.groups.Tuple.tuple("shrink", "engine-1 on host-1", "for a test"));
    }

    @Test
    void shouldSayOfAnEngineWhatItHasSaidOfItself() {
        run.report(1, new EngineReport.Beat(7, 3, 2_500_000_000L));
        assertThat(run.status().work()).isEqualTo(RunStatus.Work.ofBag(1, false));
        assertThat(run.status().engines().get(1))
                .isEqualTo(new RunStatus.EngineStatus(
                        1,
                        "host-1",
                        1,
                        1,
                        RunStatus.EngineStatus.Standing.COMPUTING,
                        Membership.NO_PRINCIPAL,
                        7,
                        "daemon-1:7100",
                        3,
                        2.5));
    }

    @Test
    void shouldHaveTheEnginesOfADaemonLeaveWhenItIsAboutToEnd() {
        run.order(new ChangeOrder.Leave(List.of(1)));
        assertThat(run.last(1, EngineCommand.Members.class).members().isLeaving(1))
                .isTrue();
    }

    @Test
    void shouldSayWhatANewcomerHasHadOfTheTasksSinceItWasReady() {
        for (int second = 1; second <= 2; second++) {
            run.now += TimeUnit.SECONDS.toNanos(1);
            run.report(0, new EngineReport.Beat(100L * second, 0, 0));
            run.report(1, new EngineReport.Beat(100L * second, 0, 0));
        }
        run.order(expand("a"));
        run.now += TimeUnit.MILLISECONDS.toNanos(500);
        run.made(2);
        run.report(2, new EngineReport.Registered(2)); // by now the other engines have executed about 250 tasks each
        run.now += TimeUnit.SECONDS.toNanos(2);
        run.report(1, new EngineReport.Beat(300, 0, 0));
        run.report(0, new EngineReport.Beat(350, 0, 0));
        run.report(
                2,
                new EngineReport.Finished(
                        EngineStatistics.silent(List.of()),
                        new LoanTotals(0, 0, 50, 0, 0, 0, 0, 0, 0, 0, 0, 0),
                        TimeUnit.MILLISECONDS.toNanos(40)));
        run.step(new RunCoreEvent.Interrupted());
        List<RunOutcome.EngineOutcome> engines = run.outcomes.get(0).engines();
        assertThat(engines.get(0).joined()).isNull();
        assertThat(engines.get(2).joined()).satisfies(joined -> {
            assertThat(joined.readySeconds()).isEqualTo(2.5);
            assertThat(joined.firstTaskSeconds()).isEqualTo(0.04);
            assertThat(joined.taskShare()).isCloseTo(50.0 / 200, within(1e-9));
            assertThat(joined.powerShare()).isCloseTo(1.0 / 3, within(1e-9));
        });
    }

    @Test
    void shouldNameATaskThatRunsForLongAsLongAsItsEngineIsThere() {
        TaskNow task = new TaskNow(0, "17", TimeUnit.SECONDS.toNanos(34));
        run.report(1, new EngineReport.Beat(7, 3, 0).with(task));
        assertThat(run.status().engines().get(1).longest()).isEqualTo(task);
        assertThat(StatusJson.text("abc", "bag", run.status())).contains("\"task\": \"17\"", "\"seconds\": 34.0");
        run.report(1, new EngineReport.Beat(8, 3, 0));
        assertThat(run.status().engines().get(1).longest()).isNull();
        run.report(1, new EngineReport.Beat(8, 3, 0).with(task));
        run.step(new RunCoreEvent.EngineEnded(1, MemberDeath.unexplained("was killed")));
        assertThat(run.status().engines().get(1).longest()).isNull();
    }

    @Test
    void shouldLeaveItsJournalWhenATaskHangsThatNoProcessCanBeEndedFor() {
        run.report(0, EngineReport.Failed.ofHangingTask("engine-0", "task 17 hangs"));
        assertThat(run.outcomes.get(0).resumable()).isTrue();
        assertThat(run.outcomes.get(0).failure()).isNotNull();
    }

    @Test
    void shouldEndWithAnAnswerForWhatIsNotDoneYet() {
        run.order(expand("a"));
        run.step(new RunCoreEvent.Interrupted());
        assertThat(run.refusal()).contains("the run was interrupted");
        assertThat(run.outcomes.get(0).resumable()).isTrue();
    }
}
