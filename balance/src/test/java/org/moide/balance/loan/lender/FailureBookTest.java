package org.moide.balance.loan.lender;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.moide.balance.loan.Mail.found;
import static org.moide.balance.loan.Mail.messages;
import static org.moide.balance.loan.Mail.only;
import static org.moide.balance.loan.Mail.toRoot;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.moide.balance.data.TaskHead;
import org.moide.balance.data.TaskLimits;
import org.moide.balance.loan.BalancerLimits;
import org.moide.balance.loan.BegunTask;
import org.moide.balance.loan.Bundle;
import org.moide.balance.loan.FailedTask;
import org.moide.balance.loan.FailurePolicy;
import org.moide.balance.loan.LoanMessage.FetchTasks;
import org.moide.balance.loan.LoanMessage.GrantTaken;
import org.moide.balance.loan.LoanMessage.LoanGranted;
import org.moide.balance.loan.LoanMessage.LoanReturned;
import org.moide.balance.loan.LoanOutput;
import org.moide.balance.loan.LoanOutput.LoanBooked;
import org.moide.balance.loan.LoanOutput.PoolFinished;
import org.moide.balance.loan.LoanOutput.RunFailed;
import org.moide.balance.loan.LoanOutput.TaskGivenUp;
import org.moide.balance.loan.LoanOutput.TaskTriedAgain;
import org.moide.balance.loan.LoanOutput.TooManyTasksFailed;
import org.moide.balance.loan.LoanTotals;
import org.moide.balance.loan.Mail;
import org.moide.balance.loan.MemberDeath;
import org.moide.balance.loan.PoolCompletion;
import org.moide.balance.loan.RetriedTask;
import org.moide.balance.loan.TaskRoom;
import org.moide.balance.loan.member.BalancerParts;
import org.moide.balance.loan.member.RootBalancer;
import org.moide.balance.pool.EnginePool;
import org.moide.balance.strategy.Membership;
import org.moide.balance.strategy.Strategies;
import org.moide.balance.strategy.StrategySpec;

/** Tests what the root does with tasks that throw an exception. */
class FailureBookTest {
    private static final byte[] TASK = {1, 2, 3};

    private RootBalancer root = root(new FailurePolicy(3, 0));
    private final long[] requests = new long[4];

    private static RootBalancer root(FailurePolicy failures) {
        return root(failures, BalancerParts.NO_MEMBER);
    }

    private static RootBalancer root(FailurePolicy failures, int ownMember) {
        RootBalancer root = RootBalancer.of(
                new EnginePool(0, Mail.signal(), () -> {}, () -> 0),
                Strategies.make(
                        StrategySpec.of("demand", Map.of("block", "1", "settle", "false")),
                        Membership.ROOT,
                        new SplittableRandom(1),
                        null),
                PoolCompletion.WHEN_COMPLETE,
                BalancerLimits.DEFAULT.withoutSilence(),
                new BalancerParts(failures, TaskRoom.unlimited(), ownMember, BalancerParts.NO_COPIES));
        root.members(Mail.members(1, 2), 0);
        return root;
    }

    @Test
    void shouldGiveATaskToAnotherEngineAtOnceWhenItThrew() {
        put(1);
        List<LoanOutput> out = fails(1, granted(ask(1, 0), 1), 0, 0);
        assertThat(found(out, TaskTriedAgain.class).get(0).tries()).isEqualTo(1);
        Bundle again = granted(out, 2);
        assertThat(RetriedTask.taskIn(again.tasks().get(0))).isEqualTo(TASK);
        assertThat(RetriedTask.numberIn(again.tasks().get(0))).isPositive();
        assertThat(found(returns(2, again), PoolFinished.class)).hasSize(1);
        assertThat(root.totals().executedTasks()).isEqualTo(1);
        assertThat(root.totals().failedTasks()).isZero();
    }

    /**
     * Checks that a failed task does not return to the pool. From there it would be given to the next engine that asks,
     * which has already tried it.
     */
    @Test
    void shouldKeepATaskForAnotherEngineWhenThatCannotBeGrantedAnythingYet() {
        put(2);
        Bundle first = granted(ask(1, 0), 1);
        LoanGranted unconfirmed = only(ask(2, 0), 2, LoanGranted.class);
        assertThat(messages(fails(1, first, 0, 0), 2, LoanGranted.class)).isEmpty();
        assertThat(messages(ask(1, 0), 1, LoanGranted.class))
                .as("who has tried it in vain")
                .isEmpty();
        List<LoanOutput> out = root.receive(toRoot(2, new GrantTaken(unconfirmed.sequence())), 0);
        Bundle again = granted(out, 2);
        assertThat(RetriedTask.taskIn(again.tasks().get(0))).isEqualTo(TASK);
        returns(2, unconfirmed.bundles().get(0));
        assertThat(found(returns(2, again), PoolFinished.class)).hasSize(1);
    }

    /**
     * Lets engine 1 try a task again that it has tried before: the root gave the task to engine 2, and engine 1
     * borrowed it from there. Up to a limit, such tries do not count.
     */
    @Test
    void shouldNotCountATryWhenTheSameEngineTriesAgainThoughThereIsAnother() {
        root = root(new FailurePolicy(2, 0));
        put(1);
        Bundle bundle = granted(ask(1, 0), 1);
        List<LoanOutput> out = fails(1, bundle, 0, 0);
        for (int again = 0; again < 16; again++) {
            out = failsElsewhere(2, granted(out, 2), 1);
            assertThat(found(out, TaskTriedAgain.class).get(0).tries()).isEqualTo(1);
        }
        out = failsElsewhere(2, granted(out, 2), 1);
        assertThat(found(out, TooManyTasksFailed.class).get(0).places())
                .as("not for ever")
                .containsExactly("thread of 1", "thread of 1");
    }

    @Test
    void shouldGiveATaskToWhoHasTriedItWhenTheOtherEngineGoes() {
        put(2);
        Bundle first = granted(ask(1, 0), 1);
        only(ask(2, 0), 2, LoanGranted.class);
        fails(1, first, 0, 0);
        ask(1, 0);
        List<LoanOutput> out = root.members(Mail.members(1), 0);
        assertThat(granted(out, 1).packed().count()).isEqualTo(1);
    }

    @Test
    void shouldPutATaskIntoThePoolWhenAllHaveTriedIt() {
        put(1);
        List<LoanOutput> out = fails(1, granted(ask(1, 0), 1), 0, 0);
        out = fails(2, granted(out, 2), 0, 0);
        assertThat(messages(out, 1, LoanGranted.class)).isEmpty();
        assertThat(root.queuedTasks()).isEqualTo(1);
        assertThat(granted(ask(1, 0), 1).packed().count()).isEqualTo(1);
    }

    @Test
    void shouldFailTheRunWithAllPlacesWhenATaskThrewTooOften() {
        put(1);
        List<LoanOutput> out = fails(1, granted(ask(1, 0), 1), 0, 0);
        fails(2, granted(out, 2), 0, 0);
        out = fails(1, granted(ask(1, 0), 1), 0, 0);
        TooManyTasksFailed failed = found(out, TooManyTasksFailed.class).get(0);
        assertThat(failed.places()).containsExactly("thread of 1", "thread of 2", "thread of 1");
        assertThat(failed.failure().task()).isEqualTo(TASK);
        assertThat(root.totals().failedTasks()).isEqualTo(1);
    }

    @Test
    void shouldEndWithBalancedBooksWhenTasksAreGivenUpAndTolerated() {
        root = root(new FailurePolicy(1, 1));
        put(3);
        List<LoanOutput> out = fails(1, granted(ask(1, 0), 1), 0, 0);
        assertThat(found(out, TaskGivenUp.class).get(0).places()).containsExactly("thread of 1");
        returns(1, granted(ask(1, 0), 1));
        out = returns(2, granted(ask(2, 0), 2));
        assertThat(found(out, RunFailed.class)).isEmpty();
        LoanTotals totals = found(out, PoolFinished.class).get(0).totals();
        assertThat(totals.putTasks()).isEqualTo(3);
        assertThat(totals.executedTasks()).isEqualTo(2);
        assertThat(totals.failedTasks()).isEqualTo(1);
    }

    /**
     * Checks that a task which was given up stays open in the journal under a number of its own, so that a resumed run
     * tries it again.
     */
    @Test
    void shouldGiveATaskThatWasGivenUpANumberOfItsOwn() {
        root = root(new FailurePolicy(1, 1));
        put(2);
        LoanOutput.LoanBooked booked = booked(fails(1, granted(ask(1, 0), 1), 0, 0));
        assertThat(booked.tasks()).containsExactly(0);
        assertThat(booked.unfinished()).as("gets the number 2").containsExactly(TASK);
        Bundle second = granted(ask(1, 0), 1);
        LoanReturned undone = new LoanReturned(second.loan(), 0, null, 0, 0, List.of(TASK), LoanReturned.NOBODY);
        assertThat(booked(root.receive(toRoot(1, undone), 0)).tasks()).containsExactly(1);
        assertThat(booked(returns(1, granted(ask(1, 0), 1))).tasks()).containsExactly(3);
    }

    private static LoanOutput.LoanBooked booked(List<LoanOutput> outputs) {
        return found(outputs, LoanOutput.LoanBooked.class).get(0);
    }

    @Test
    void shouldGiveUpAtOnceWhenATaskHadPutOthersBeforeItThrew() {
        root = root(new FailurePolicy(3, Long.MAX_VALUE));
        put(1);
        Bundle bundle = granted(ask(1, 0), 1);
        FailedTask failure = new FailedTask(0, TASK, 2, 1, "thread of 1", "task", "threw", "");
        List<LoanOutput> out = root.receive(
                toRoot(
                        1,
                        new LoanReturned(
                                bundle.loan(),
                                0,
                                new byte[1],
                                2,
                                2,
                                List.of(),
                                LoanReturned.NOBODY,
                                List.of(failure),
                                List.of())),
                0);
        assertThat(found(out, TaskGivenUp.class)).hasSize(1);
        assertThat(found(out, PoolFinished.class).get(0).totals().executedTasks())
                .as("those that it put")
                .isEqualTo(2);
    }

    @Test
    void shouldRefuseAReturnWhenFailedTasksDoNotAddUp() {
        put(1);
        Bundle bundle = granted(ask(1, 0), 1);
        FailedTask failure = new FailedTask(0, TASK, 0, 1, "thread", "task", "threw", "");
        List<LoanOutput> out = root.receive(
                toRoot(
                        1,
                        new LoanReturned(
                                bundle.loan(),
                                0,
                                new byte[1],
                                1,
                                0,
                                List.of(),
                                LoanReturned.NOBODY,
                                List.of(failure),
                                List.of())),
                0);
        assertThat(found(out, RunFailed.class).get(0).why()).contains("found 1 + 0 and 1 + 0 + 1 from engine 1");
    }

    @Test
    void shouldCutWhatIsTooLongAndRefuseWhatCannotBe() {
        FailedTask failure = new FailedTask(0, TASK, 0, 1, "thread", "x".repeat(1_000), "threw", "");
        assertThat(failure.name()).hasSize(FailedTask.MOST_NAME).endsWith("...");
        assertThatThrownBy(() -> new FailurePolicy(0, 0))
                .hasMessage("expected 1 to 1000 tries and tolerated tasks from 0 on, found 0 and 0");
    }

    private static MemberDeath death(boolean byItself, BegunTask... begun) {
        return new MemberDeath("engine", "died", "died", byItself, List.of(begun));
    }

    private static BegunTask of(Bundle bundle, int place) {
        return new BegunTask(Membership.ROOT, bundle.loan(), place, "'poison'");
    }

    /**
     * Reports the death of an engine to the root, and then the new membership.
     *
     * @param left the engines that are left
     */
    private List<LoanOutput> dies(int engine, MemberDeath death, int... left) {
        List<LoanOutput> out = new ArrayList<>(root.died(engine, death, 0));
        out.addAll(root.members(Mail.members(left), 0));
        return out;
    }

    @Test
    void shouldTryATaskOnEnginesOfItsOwnUntilItHasEndedAsManyAsItHasTries() {
        root.members(Mail.members(1, 2, 3), 0);
        put(2);
        Bundle first = granted(ask(1, 0), 1);
        List<LoanOutput> out = dies(1, death(true, of(first, 0)), 2, 3);
        assertThat(found(out, TaskTriedAgain.class).get(0).tries()).isEqualTo(1);
        byte[] written = found(out, LoanBooked.class).get(0).unfinished().get(0);
        assertThat(RetriedTask.deathsIn(written)).isEqualTo(1);
        Bundle second = granted(out, 2);
        assertThat(second.tasks()).singleElement().isEqualTo(written);
        assertThat(messages(ask(2, 0), 2, LoanGranted.class))
                .as("to who holds a suspect")
                .isEmpty();
        assertThat(granted(ask(3, 0), 3).count()).isEqualTo(1);
        out = dies(2, death(true, of(second, 0)), 3);
        assertThat(messages(out, 3, LoanGranted.class)).hasSize(1);
        Bundle third = granted(out, 3);
        assertThat(RetriedTask.deathsIn(third.tasks().get(0))).isEqualTo(2);
        out = dies(3, death(true, of(third, 0)));
        assertThat(found(out, TooManyTasksFailed.class).get(0).places()).hasSize(3);
        assertThat(found(out, TooManyTasksFailed.class).get(0).failure().name()).isEqualTo("'poison'");
    }

    @Test
    void shouldTryATaskAsOftenAsItsOwnLimitsSay() {
        put(TaskHead.of(TaskHead.NO_PRIORITY, new TaskLimits(1, true, false, false), TASK));
        List<LoanOutput> out = fails(1, granted(ask(1, 0), 1), 0, 0);
        assertThat(found(out, TooManyTasksFailed.class).get(0).places()).hasSize(1);

        root = root(new FailurePolicy(1, 0));
        put(TaskHead.of(TaskHead.NO_PRIORITY, new TaskLimits(2, true, false, false), TASK));
        out = fails(1, granted(ask(1, 0), 1), 0, 0);
        assertThat(found(out, TaskTriedAgain.class).get(0).ofTries()).isEqualTo(2);
        out = fails(2, granted(out, 2), 0, 0);
        assertThat(found(out, TooManyTasksFailed.class).get(0).places()).hasSize(2);
    }

    @Test
    void shouldNotTryATaskAgainThatBeginsOnceThoughOthersMayBeToBlame() {
        put(TaskHead.of(TaskHead.NO_PRIORITY, new TaskLimits(0, true, true, false), TASK), TASK);
        Bundle one = granted(ask(1, 0), 1);
        Bundle other = granted(ask(1, 0), 1);
        List<LoanOutput> out = dies(1, death(false, of(one, 0), of(other, 0)), 2);
        assertThat(found(out, TooManyTasksFailed.class)).hasSize(1);
        assertThat(found(out, TaskTriedAgain.class)).hasSize(1);
    }

    @Test
    void shouldNotGiveUpATaskForWhichOthersMayBeToBlame() {
        root = root(new FailurePolicy(1, 0));
        put(2);
        Bundle one = granted(ask(1, 0), 1);
        Bundle other = granted(ask(1, 0), 1);
        List<LoanOutput> out = dies(1, death(true, of(one, 0), of(other, 0)), 2);
        assertThat(found(out, TaskTriedAgain.class)).hasSize(2);
        Bundle alone = granted(out, 2);
        assertThat(messages(root.tick(0), 2, LoanGranted.class))
                .as("one suspect at a time")
                .isEmpty();
        out = returns(2, alone);
        assertThat(found(out, TooManyTasksFailed.class)).isEmpty();
        Bundle last = granted(out, 2);
        out = dies(2, death(true, of(last, 0)));
        assertThat(found(out, TooManyTasksFailed.class)).hasSize(1);
    }

    @Test
    void shouldTryNoSuspectInItsOwnProcessAsLongAsThereIsAnother() {
        root = root(new FailurePolicy(3, 0), 1);
        put(1);
        Bundle first = granted(ask(2, 0), 2);
        List<LoanOutput> out = root.died(2, death(false, of(first, 0)), 0);
        assertThat(messages(out, 1, LoanGranted.class))
                .as("as long as there may be another")
                .isEmpty();
        out = root.members(Mail.members(1), 0);
        assertThat(granted(out, 1).count())
                .as("who may have been killed by hand")
                .isEqualTo(1);

        root = root(new FailurePolicy(3, 0), 1);
        put(1);
        out = root.died(2, death(true, of(granted(ask(2, 0), 2), 0)), 0);
        assertThat(found(out, TooManyTasksFailed.class))
                .as("it would end the run")
                .hasSize(1);
    }

    private void put(int tasks) {
        for (int task = 0; task < tasks; task++) {
            root.put(List.of(TASK), 0);
        }
        root.complete(0);
    }

    private void put(byte[]... tasks) {
        root.put(List.of(tasks), 0);
        root.complete(0);
    }

    private List<LoanOutput> ask(int engine, long nowNanos) {
        return root.receive(toRoot(engine, new FetchTasks(++requests[engine], 1, true, 1, 0, 0)), nowNanos);
    }

    private Bundle granted(List<LoanOutput> outputs, int engine) {
        LoanGranted grant = only(outputs, engine, LoanGranted.class);
        root.receive(toRoot(engine, new GrantTaken(grant.sequence())), 0);
        return grant.bundles().get(0);
    }

    private List<LoanOutput> fails(int engine, Bundle bundle, int putTasks, long nowNanos) {
        return fails(engine, bundle, engine, putTasks, nowNanos);
    }

    private List<LoanOutput> failsElsewhere(int borrower, Bundle bundle, int engine) {
        return fails(borrower, bundle, engine, 0, 0);
    }

    private List<LoanOutput> fails(int borrower, Bundle bundle, int engine, int putTasks, long nowNanos) {
        byte[] task = bundle.tasks().get(0);
        FailedTask failure = new FailedTask(
                RetriedTask.numberIn(task),
                RetriedTask.taskIn(task),
                putTasks,
                engine,
                "thread of " + engine,
                "task",
                "threw",
                "");
        return root.receive(
                toRoot(
                        borrower,
                        new LoanReturned(
                                bundle.loan(),
                                0,
                                null,
                                0,
                                0,
                                List.of(),
                                LoanReturned.NOBODY,
                                List.of(failure),
                                List.of())),
                nowNanos);
    }

    private List<LoanOutput> returns(int engine, Bundle bundle) {
        return root.receive(
                toRoot(engine, new LoanReturned(bundle.loan(), 0, new byte[1], 1, 0, List.of(), LoanReturned.NOBODY)),
                0);
    }
}
