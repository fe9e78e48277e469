package org.moide.coordinator.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.moide.balance.loan.Letter;
import org.moide.balance.loan.LoanMessage;
import org.moide.balance.loan.LoanTotals;
import org.moide.balance.strategy.Membership;
import org.moide.coordinator.control.ChangeOrder;
import org.moide.coordinator.control.RunStatus;
import org.moide.coordinator.plan.Assistance;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.coordinator.reconfigure.Recruitment;
import org.moide.engine.control.EngineCommand;
import org.moide.engine.control.EngineReport;
import org.moide.engine.control.EngineStatistics;

/** Engines of a bag come and go, letter by letter. */
class BagChangesTest {
    private SteppedRun run = started(Assistance.NONE);

    private static SteppedRun started(Assistance assistance) {
        SteppedRun begun = SteppedRun.bag(2, true, assistance);
        begun.begin();
        for (int engine = 0; engine < 2; engine++) {
            begun.report(engine, new EngineReport.Registered(1));
        }
        begun.step(new RunEvent.TasksCreated(List.of(new byte[] {1}), Map.of()));
        return begun;
    }

    private void report(int engine, EngineReport report) {
        run.report(engine, report);
    }

    private void order(ChangeOrder order) {
        run.order(order);
    }

    private static ChangeOrder.Expand expand(String... hosts) {
        List<DaemonAddress> daemons = new ArrayList<>();
        for (String host : hosts) {
            daemons.add(new DaemonAddress(host, 7100, 0));
        }
        return new ChangeOrder.Expand(daemons);
    }

    private void made(int number) {
        run.made(number);
    }

    private <C extends EngineCommand> C last(int engine, Class<C> type) {
        List<C> found = run.told(engine).stream()
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
        assertThat(found)
                .as("%s told to engine-%s", type.getSimpleName(), engine)
                .isNotEmpty();
        return found.get(found.size() - 1);
    }

    private void finish(int engine) {
        report(engine, new EngineReport.Finished(EngineStatistics.silent(List.of()), LoanTotals.NONE));
    }

    private RunStatus status() {
        return run.status();
    }

    private String refusal() {
        assertThat(run.answers).hasSize(1);
        assertThat(run.answers.get(0).done()).isFalse();
        return String.join("\n", run.answers.remove(0).lines());
    }

    @Test
    void shouldRegisterANewcomerInTheNextEpochWhileTheOthersGoOn() {
        order(expand("a", "b"));
        assertThat(run.recruitments).extracting(Recruitment::seat).containsExactly(2, 3);
        run.now += TimeUnit.SECONDS.toNanos(2);
        made(3); // sooner than the other

        EngineCommand.Register register = last(3, EngineCommand.Register.class);
        assertThat(register.registration().epoch()).isEqualTo(2);
        assertThat(register.engine()).isEqualTo(2); // its row is appended
        assertThat(register.registration().engines().get(2).node().nodeId()).isEqualTo("n3");
        for (int old = 0; old < 2; old++) {
            EngineCommand.Widen widen = last(old, EngineCommand.Widen.class);
            assertThat(widen.registration()).isEqualTo(register.registration());
            assertThat(widen.engine()).isEqualTo(old);
        }
        assertThat(run.told(3)).noneMatch(EngineCommand.Start.class::isInstance);

        report(0, new EngineReport.Registered(2));
        report(3, new EngineReport.Registered(2));

        assertThat(last(3, EngineCommand.Start.class).members().contains(3)).isTrue();
        assertThat(last(0, EngineCommand.Members.class).members().contains(3)).isTrue();
        assertThat(last(0, EngineCommand.Members.class).nodes()).containsKeys(0, 1, 3);
        assertThat(run.answers).as("one is still to come").isEmpty();

        made(2);
        assertThat(last(3, EngineCommand.Widen.class).registration().epoch()).isEqualTo(3);
        report(2, new EngineReport.Registered(3));

        assertThat(run.answers).singleElement().satisfies(answer -> {
            assertThat(answer.done()).isTrue();
            assertThat(answer.lines())
                    .containsExactly(
                            "engine-3 on host-3 has joined with 1 thread after 2.0 s",
                            "engine-2 on host-2 has joined with 1 thread after 2.0 s");
        });
        assertThat(status().changes()).extracting(RunStatus.Change::kind).containsExactly("expand", "expand");
        assertThat(status().changes()).allMatch(change -> change.tookSeconds() == 2);
        assertThat(status().epochs()).extracting(RunStatus.Epoch::engines).containsExactly(2, 3, 4);
        assertThat(status().engines()).extracting(RunStatus.EngineStatus::words).containsOnly("computing");
    }

    private Membership.Member member(int viewer, int number) {
        return last(viewer, EngineCommand.Members.class).members().everybody().stream()
                .filter(member -> member.number() == number)
                .findFirst()
                .orElseThrow();
    }

    private void attach(int engine) {
        order(new ChangeOrder.Assist(engine, List.of()));
        made(2);
        report(2, new EngineReport.Registered(2));
    }

    @Test
    void shouldShowAnAssistantToItsPrincipalOnlyAndItsPowerToAll() {
        run.now += TimeUnit.SECONDS.toNanos(1);
        attach(1);

        assertThat(run.recruitments).extracting(Recruitment::awayFrom).containsExactly(Set.of(1));
        EngineCommand.Start start = last(2, EngineCommand.Start.class);
        assertThat(start.members().isAssistant(2)).isTrue();
        assertThat(start.members().contains(0)).isFalse();
        assertThat(start.nodes()).containsOnlyKeys(1, 2);
        assertThat(last(1, EngineCommand.Members.class).members().isAssistant(2))
                .isTrue();
        EngineCommand.Members others = last(0, EngineCommand.Members.class);
        assertThat(others.members().incarnationOf(2)).isNegative();
        assertThat(others.nodes()).containsOnlyKeys(0, 1);
        assertThat(member(0, 1).power()).isEqualTo(2);
        assertThat(member(0, 1).threads()).isEqualTo(2);
        assertThat(run.answers)
                .singleElement()
                .satisfies(answer -> assertThat(answer.lines())
                        .containsExactly(
                                "engine-2 on host-2 has joined with 1 thread after 0.0 s as assistant of engine-1,"
                                        + " whose power is 2.00 now: for a test"));
        assertThat(status().changes()).singleElement().satisfies(change -> {
            assertThat(change.kind()).isEqualTo("assist");
            assertThat(change.what()).contains("engine-2 on host-2 as assistant of engine-1");
        });
        assertThat(status().engines())
                .extracting(RunStatus.EngineStatus::words)
                .containsExactly("computing", "computing", "assistant of engine-1");
    }

    @Test
    void shouldTellAllOfAnAssistantWhosePrincipalIsLost() {
        attach(1);
        run.step(new RunEvent.EngineEnded(1, "was killed by SIGKILL"));

        assertThat(last(0, EngineCommand.Members.class).members().contains(2)).isTrue();
        assertThat(last(0, EngineCommand.Members.class).nodes()).containsOnlyKeys(0, 2);
        assertThat(last(2, EngineCommand.Members.class).members().contains(0)).isTrue();
        assertThat(run.notes)
                .anyMatch(note ->
                        note.equals("engine-2 on host-2 goes on by itself: engine-1, which it assisted, is gone"));
        assertThat(status().engines().get(2).words()).isEqualTo("computing");
    }

    @Test
    void shouldGoOnWithoutAnAssistantThatIsLost() {
        attach(1);
        run.step(new RunEvent.EngineEnded(2, "was killed by SIGKILL"));

        assertThat(last(1, EngineCommand.Members.class).members().incarnationOf(2))
                .isNegative();
        assertThat(member(0, 1).power()).isEqualTo(1);
        assertThat(run.outcomes).isEmpty();
    }

    @Test
    void shouldLetTheNewcomerInTheRunWhenItsPrincipalIsGoneBeforeItComes() {
        order(new ChangeOrder.Assist(1, List.of()));
        run.step(new RunEvent.EngineEnded(1, "was killed by SIGKILL"));
        made(2);
        report(2, new EngineReport.Registered(2));

        assertThat(last(0, EngineCommand.Members.class).members().contains(2)).isTrue();
        assertThat(run.answers.get(0).lines()).noneMatch(line -> line.contains("assistant"));
    }

    @Test
    void shouldReplaceAnAssistantByAnother() {
        attach(1);
        run.answers.clear();
        order(new ChangeOrder.Replace(2, List.of()));
        made(3);
        report(3, new EngineReport.Registered(3));

        assertThat(last(3, EngineCommand.Start.class).members().principalOf(3)).isEqualTo(1);
        assertThat(last(2, EngineCommand.Members.class).members().isLeaving(2)).isTrue();
        assertThat(last(0, EngineCommand.Members.class).members().isLeaving(2)).isFalse();
    }

    @Test
    void shouldHaveTheAssistantsOfAReplacedEngineAssistItsSuccessor() {
        attach(1);
        run.answers.clear();
        order(new ChangeOrder.Replace(1, List.of()));
        made(3);
        report(3, new EngineReport.Registered(3));

        Membership seen = last(2, EngineCommand.Members.class).members();
        assertThat(seen.principalOf(2)).isEqualTo(3);
        assertThat(seen.isLeaving(1)).isTrue();
        assertThat(last(2, EngineCommand.Members.class).nodes()).containsOnlyKeys(1, 2, 3);
        assertThat(last(3, EngineCommand.Members.class).members().isAssistant(2))
                .isTrue();
        assertThat(last(1, EngineCommand.Members.class).members().incarnationOf(2))
                .isNotNegative();
        assertThat(last(0, EngineCommand.Members.class).members().incarnationOf(2))
                .isNegative();
        assertThat(status().engines().get(2).words()).isEqualTo("assistant of engine-3");
        assertThat(run.notes)
                .contains("engine-2 on host-2 assists engine-3 from now on, which takes the place of engine-1")
                .noneMatch(note -> note.contains("goes on by itself"));
        finish(1);
        assertThat(run.answers.get(0).done()).isTrue();
    }

    @Test
    void shouldRefuseToAttachToNobodyOrToAnAssistant() {
        order(new ChangeOrder.Assist(7, List.of()));
        assertThat(refusal()).contains("expected an engine that computes, found engine-7");
        attach(1);
        run.answers.clear();
        order(new ChangeOrder.Assist(2, List.of()));
        assertThat(refusal()).contains("engine-2, which assists engine-1");
    }

    @Test
    void shouldAttachOneByItselfToAnEngineThatIsSlow() {
        run = started(new Assistance(true, List.of(), false));
        for (int second = 1; second < 6 && run.recruitments.isEmpty(); second++) {
            run.now += TimeUnit.SECONDS.toNanos(1);
            report(0, new EngineReport.Beat(1_000L * second, 0, 0));
            report(1, new EngineReport.Beat(200L * second, 0, 0));
        }
        assertThat(run.recruitments).singleElement().satisfies(wanted -> {
            assertThat(wanted.awayFrom()).containsExactly(1);
            assertThat(wanted.reach()).isEqualTo(Recruitment.Reach.IDLE_HOSTS);
        });
        made(2);
        report(2, new EngineReport.Registered(2));
        assertThat(run.notes)
                .anyMatch(note -> note.contains("as assistant of engine-1")
                        && note.endsWith(": it does 20% of what its power promises"));
    }

    @Test
    void shouldSayWhichEngineWillNotComeAndGoOn() {
        order(expand("a", "b"));
        run.step(new RunEvent.EngineNotMade(2, "nobody answers at a:7100"));
        made(3);
        report(3, new EngineReport.Registered(2));

        assertThat(run.answers.get(0).done()).isFalse();
        assertThat(run.answers.get(0).lines())
                .contains("nobody answers at a:7100")
                .anyMatch(line -> line.startsWith("engine-3 on host-3 has joined"));
        assertThat(run.notes).contains("cannot expand: nobody answers at a:7100");
        assertThat(run.outcomes).isEmpty();
    }

    @Test
    void shouldNotWaitForANewcomerWhenAllTasksAreDone() {
        order(expand("a"));
        made(2);
        report(0, new EngineReport.Loan(new Letter(0, 1, 0, new LoanMessage.FetchTasks(1, 1, true, 1, 0, 0))));
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
        report(0, new EngineReport.Loan(new Letter(0, 1, 0, returned)));

        last(2, EngineCommand.Cease.class);
        assertThat(refusal()).contains("all tasks were done before engine-2 on host-2 was ready");
        run.step(new RunEvent.ResultsHandled());
        report(
                0,
                new EngineReport.Finished(
                        EngineStatistics.silent(List.of()), new LoanTotals(0, 0, 1, 0, 0, 0, 0, 0, 0, 0)));
        finish(1);
        assertThat(run.outcomes)
                .singleElement()
                .satisfies(outcome -> assertThat(outcome.failure()).isNull());
    }

    @Test
    void shouldLetTheEnginesOfADrainedHostGiveBackWhatTheyHaveAndLeave() {
        order(new ChangeOrder.Drain("Host-1"));
        Membership leaving = last(1, EngineCommand.Members.class).members();
        assertThat(leaving.isLeaving(1)).isTrue();
        assertThat(last(0, EngineCommand.Members.class).members().isLeaving(1)).isTrue();
        assertThat(status().engines().get(1).words()).isEqualTo("leaving");
        assertThat(run.answers).isEmpty();

        run.now += TimeUnit.SECONDS.toNanos(1);
        finish(1);

        last(1, EngineCommand.Cease.class);
        assertThat(last(0, EngineCommand.Members.class).members().everybody()).hasSize(1);
        assertThat(run.answers.get(0)).satisfies(answer -> {
            assertThat(answer.done()).isTrue();
            assertThat(answer.lines())
                    .containsExactly("engine-1 on host-1 has given back what it had and left after 1.0 s");
        });
        assertThat(status().changes()).extracting(RunStatus.Change::kind).containsExactly("drain");
        assertThat(run.outcomes).isEmpty();
        run.step(new RunEvent.EngineEnded(1, "ended by itself"));
        assertThat(run.notes).noneMatch(note -> note.contains("lost"));
    }

    @Test
    void shouldAnswerWhenAnEngineIsLostOnItsWayOut() {
        order(new ChangeOrder.Drain("daemon-1:7100"));
        run.step(new RunEvent.EngineEnded(1, "was killed by SIGKILL"));
        assertThat(refusal()).contains("engine-1 on host-1 was lost: was killed by SIGKILL");
        assertThat(run.outcomes).isEmpty();
    }

    @Test
    void shouldReplaceAnEngineByMakingTheOtherFirst() {
        order(new ChangeOrder.Replace(1, List.of(new DaemonAddress("c", 7100, 0))));
        assertThat(run.recruitments).singleElement().satisfies(wanted -> {
            assertThat(wanted.awayFrom()).containsExactly(1);
            assertThat(wanted.hosts()).hasSize(1);
        });
        assertThat(run.told(1)).noneMatch(EngineCommand.Members.class::isInstance);
        made(2);
        report(2, new EngineReport.Registered(2));
        assertThat(last(1, EngineCommand.Members.class).members().isLeaving(1)).isTrue();
        assertThat(run.answers).isEmpty();
        finish(1);
        assertThat(run.answers.get(0).done()).isTrue();
        assertThat(status().changes())
                .extracting(RunStatus.Change::kind, RunStatus.Change::what)
                .containsExactly(org.assertj.core.groups.Tuple.tuple("replace", "engine-1 by engine-2 on host-2"));
    }

    @Test
    void shouldKeepAnEngineForWhichThereIsNoOtherHost() {
        order(new ChangeOrder.Replace(1, List.of()));
        run.step(new RunEvent.EngineNotMade(2, "expected an idle host, found none"));
        assertThat(refusal())
                .isEqualTo("expected an idle host, found none; the run goes on with the engines that it has");
        assertThat(status().engines().get(1).words()).isEqualTo("computing");
    }

    @Test
    void shouldRefuseWhatCannotBeDoneAndSayWhy() {
        order(new ChangeOrder.Replace(0, List.of()));
        assertThat(refusal()).contains("engine-0 is the coordinator's own").contains("--no-own-engine");
        order(new ChangeOrder.Replace(7, List.of()));
        assertThat(refusal()).contains("found engine-7");
        order(new ChangeOrder.Drain("nowhere"));
        assertThat(refusal())
                .isEqualTo("expected a host with engines of this run, found none on nowhere; they are on host-0"
                        + " (daemon-0:7100), host-1 (daemon-1:7100)");
        order(new ChangeOrder.Drain("host-0"));
        assertThat(refusal()).contains("the coordinator's own");
        run.step(new RunEvent.EngineEnded(0, "gone"));
        order(new ChangeOrder.Drain("host-1"));
        assertThat(refusal()).contains("it goes on where it is");
        assertThat(run.told(1))
                .noneMatch(command -> command instanceof EngineCommand.Members members
                        && members.members().isLeaving(1));
    }

    @Test
    void shouldHaveOneEngineLeaveAndSayWhy() {
        order(new ChangeOrder.Shrink(1));
        assertThat(last(1, EngineCommand.Members.class).members().isLeaving(1)).isTrue();
        finish(1);
        assertThat(run.answers.get(0).done()).isTrue();
        assertThat(status().changes())
                .extracting(RunStatus.Change::kind, RunStatus.Change::what, RunStatus.Change::why)
                .containsExactly(org.assertj.core.groups.Tuple.tuple("shrink", "engine-1 on host-1", "for a test"));
    }

    @Test
    void shouldSayOfAnEngineWhatItHasSaidOfItself() {
        report(1, new EngineReport.Beat(7, 3, 2_500_000_000L));
        assertThat(status().work()).isEqualTo(RunStatus.Work.ofBag(1, false));
        assertThat(status().engines().get(1))
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
        order(new ChangeOrder.Leave(List.of(1)));
        assertThat(last(1, EngineCommand.Members.class).members().isLeaving(1)).isTrue();
    }

    @Test
    void shouldSayWhatANewcomerHasHadOfTheTasksSinceItWasReady() {
        for (int second = 1; second <= 2; second++) {
            run.now += TimeUnit.SECONDS.toNanos(1);
            report(0, new EngineReport.Beat(100L * second, 0, 0));
            report(1, new EngineReport.Beat(100L * second, 0, 0));
        }
        order(expand("a"));
        run.now += TimeUnit.MILLISECONDS.toNanos(500);
        made(2);
        report(2, new EngineReport.Registered(2)); // the others have run 250 each by now, as it seems
        run.now += TimeUnit.SECONDS.toNanos(2);
        report(1, new EngineReport.Beat(300, 0, 0));
        report(0, new EngineReport.Beat(350, 0, 0));
        report(
                2,
                new EngineReport.Finished(
                        EngineStatistics.silent(List.of()),
                        new LoanTotals(0, 0, 50, 0, 0, 0, 0, 0, 0, 0),
                        TimeUnit.MILLISECONDS.toNanos(40)));
        run.step(new RunEvent.Interrupted());
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
    void shouldEndWithAnAnswerForWhatIsNotDoneYet() {
        order(expand("a"));
        run.step(new RunEvent.Interrupted());
        assertThat(refusal()).contains("the run was interrupted");
        assertThat(run.outcomes.get(0).resumable()).isTrue();
    }
}
