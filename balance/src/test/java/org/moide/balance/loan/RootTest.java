package org.moide.balance.loan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.moide.balance.loan.Mail.LIMITS;
import static org.moide.balance.loan.Mail.MILLI;
import static org.moide.balance.loan.Mail.found;
import static org.moide.balance.loan.Mail.messages;
import static org.moide.balance.loan.Mail.only;
import static org.moide.balance.loan.Mail.tasks;
import static org.moide.balance.loan.Mail.toRoot;

import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.moide.balance.loan.LoanMessage.AllWaiting;
import org.moide.balance.loan.LoanMessage.FetchTasks;
import org.moide.balance.loan.LoanMessage.GrantTaken;
import org.moide.balance.loan.LoanMessage.LoanGranted;
import org.moide.balance.loan.LoanMessage.LoanReturned;
import org.moide.balance.loan.LoanMessage.LoanVoided;
import org.moide.balance.loan.LoanMessage.PartAccepted;
import org.moide.balance.loan.LoanMessage.PoolDone;
import org.moide.balance.loan.LoanMessage.PutAccepted;
import org.moide.balance.loan.LoanMessage.PutTasks;
import org.moide.balance.loan.LoanMessage.ReturnAccepted;
import org.moide.balance.loan.LoanMessage.ReturnPart;
import org.moide.balance.loan.LoanMessage.SettleLoan;
import org.moide.balance.loan.LoanOutput.PoolFinished;
import org.moide.balance.loan.LoanOutput.ResultAccepted;
import org.moide.balance.loan.LoanOutput.RunFailed;
import org.moide.balance.loan.member.BalancerParts;
import org.moide.balance.loan.member.RootBalancer;
import org.moide.balance.pool.EnginePool;
import org.moide.balance.strategy.Membership;
import org.moide.balance.strategy.Strategies;
import org.moide.balance.strategy.Strategy;
import org.moide.balance.strategy.StrategySpec;

/** Tests how the root (the member that lends a run's tasks) answers each kind of message. */
class RootTest {
    private final RootBalancer root = root(PoolCompletion.WHEN_COMPLETE, LIMITS);

    private static RootBalancer root(PoolCompletion ending, BalancerLimits limits) {
        RootBalancer root = RootBalancer.of(
                new EnginePool(0, Mail.signal(), () -> {}, () -> 0),
                demand(),
                ending,
                limits.withoutSilence(),
                FailurePolicy.DEFAULT);
        root.members(Mail.members(1, 2), 0);
        return root;
    }

    private static Strategy demand() {
        return Strategies.make(
                StrategySpec.of("demand", Map.of("block", "2", "settle", "false")),
                Membership.ROOT,
                new SplittableRandom(1),
                null);
    }

    @Test
    void shouldGrantOnceAndRepeatTheGrantUntilItIsTakenWhenARequestIsRepeated() {
        root.put(tasks(3), 0);
        LoanGranted granted = only(fetch(1, 1), 1, LoanGranted.class);
        assertThat(granted.request()).isEqualTo(1);
        assertThat(granted.bundles()).hasSize(1);
        assertThat(granted.bundles().get(0).tasks()).hasSize(2);
        assertThat(fetch(1, 1)).as("a repeat while the grant is on its way").isEmpty();
        assertThat(messages(root.tick(99 * MILLI), 1, LoanGranted.class)).isEmpty();
        assertThat(only(root.tick(100 * MILLI), 1, LoanGranted.class)).isSameAs(granted);
        root.receive(toRoot(1, new GrantTaken(1)), 101 * MILLI);
        assertThat(root.tick(900 * MILLI)).isEmpty();
        assertThat(fetch(1, 1)).as("a late repeat").isEmpty();
        assertThat(root.totals().loansMade()).isEqualTo(1);
    }

    /**
     * Checks that the root tells tasks apart by their numbers, which a journal contains: two tasks may have the same
     * bytes, and one object may be put as two tasks.
     */
    @Test
    void shouldKnowTasksByNumbersWhenTheirBytesAreTheSame() {
        byte[] same = {1};
        root.put(List.of(same, same, same), 0);
        long loan = loanOf(fetch(1, 1), 1);
        LoanReturned half = new LoanReturned(loan, 0, new byte[1], 1, 0, List.of(same), LoanReturned.NOBODY);
        LoanOutput.LoanBooked booked = found(root.receive(toRoot(1, half), 0), LoanOutput.LoanBooked.class)
                .get(0);
        assertThat(booked.tasks()).containsExactly(0, 1);
        assertThat(booked.unfinished()).hasSize(1);
        root.receive(toRoot(1, new GrantTaken(1)), 0);
        loan = loanOf(fetch(1, 2), 1);
        LoanReturned rest = new LoanReturned(loan, 0, new byte[1], 2, 0, List.of(), LoanReturned.NOBODY);
        booked = found(root.receive(toRoot(1, rest), 0), LoanOutput.LoanBooked.class)
                .get(0);
        assertThat(booked.tasks()).as("the one that came home has a new number").containsExactlyInAnyOrder(2, 3);
    }

    @Test
    void shouldServeWhoAskedInVainWhenTasksComeBack() {
        root.put(tasks(2), 0);
        long loan = loanOf(fetch(1, 1), 1);
        assertThat(fetch(2, 1)).isEmpty();
        List<LoanOutput> out = root.borrowerLost(1, 0);
        assertThat(only(out, 1, LoanVoided.class).loan()).isEqualTo(loan);
        assertThat(loanOf(out, 2)).isGreaterThan(loan);
        assertThat(root.totals().retakenTasks()).isEqualTo(2);
    }

    @Test
    void shouldServeTheRequestAnewWhenItsGrantWasTakenBackAndItsSenderIsHeardAgain() {
        root.put(tasks(2), 0);
        long loan = loanOf(fetch(1, 1), 1);
        root.borrowerLost(1, 0);
        assertThat(root.queuedTasks()).isEqualTo(2);
        LoanGranted again = only(fetch(1, 1), 1, LoanGranted.class);
        assertThat(again.sequence()).isEqualTo(2);
        assertThat(only(returned(1, loan, 2, 0), 1, LoanVoided.class).loan()).isEqualTo(loan);
        assertThat(found(returned(1, again.bundles().get(0).loan(), 2, 0), ResultAccepted.class))
                .hasSize(1);
    }

    @Test
    void shouldAcceptAReturnOnceWhenItIsRepeated() {
        root.put(tasks(2), 0);
        long loan = loanOf(fetch(1, 1), 1);
        List<LoanOutput> first = returned(1, loan, 2, 0);
        assertThat(found(first, ResultAccepted.class)).hasSize(1);
        only(first, 1, ReturnAccepted.class);
        List<LoanOutput> second = returned(1, loan, 2, 0);
        assertThat(found(second, ResultAccepted.class)).isEmpty();
        only(second, 1, ReturnAccepted.class);
        assertThat(root.totals().executedTasks()).isEqualTo(2);
    }

    @Test
    void shouldTellEverybodyWhenAllLoansAreHomeAndThePoolIsComplete() {
        root.put(tasks(2), 0);
        long loan = loanOf(fetch(1, 1), 1);
        assertThat(fetch(2, 1)).isEmpty();
        assertThat(root.complete(0)).isEmpty();
        List<LoanOutput> out = returned(1, loan, 5, 3);
        assertThat(found(out, PoolFinished.class)).hasSize(1);
        assertThat(only(out, 2, PoolDone.class)).isEqualTo(new PoolDone(1, true));
        only(out, 1, PoolDone.class);
        assertThat(only(root.receive(toRoot(1, new AllWaiting(1, false)), 0), 1, PoolDone.class)
                        .last())
                .isTrue();
        only(root.tick(100 * MILLI), 2, PoolDone.class);
        root.members(Membership.NONE, 101 * MILLI);
        assertThat(root.nextTickNanos()).as("nobody is left to be told").isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void shouldLendUnfinishedTasksAgainWhenALoanWasSettled() {
        root.put(tasks(2), 0);
        long loan = loanOf(fetch(1, 1), 1);
        root.receive(toRoot(1, new LoanReturned(loan, 0, new byte[1], 1, 2, tasks(3), LoanReturned.NOBODY)), 0);
        assertThat(root.queuedTasks()).isEqualTo(3);
        assertThat(root.totals().settledTasks()).isEqualTo(3);
    }

    @Test
    void shouldLendATaskThatWasNotBegunToWhomItsBorrowerNamesWhenItComesBack() {
        root.put(tasks(2), 0);
        long loan = loanOf(fetch(1, 1), 1);
        List<LoanOutput> out = root.receive(toRoot(1, new LoanReturned(loan, 0, null, 0, 0, tasks(2), 2)), 0);
        LoanGranted passedOn = only(out, 2, LoanGranted.class);
        assertThat(passedOn.request()).as("unasked").isZero();
        assertThat(passedOn.bundles().get(0).tasks()).hasSize(2);
        only(out, 1, ReturnAccepted.class);
    }

    @Test
    void shouldPutAReturnTogetherWhenItComesInParts() {
        root.put(tasks(2), 0);
        long loan = loanOf(fetch(1, 1), 1);
        ReturnPart part = new ReturnPart(loan, 0, 3, new byte[] {1, 2}, tasks(1));
        assertThat(only(root.receive(toRoot(1, part), 0), 1, PartAccepted.class).part())
                .isZero();
        only(root.receive(toRoot(1, part), 0), 1, PartAccepted.class);
        List<LoanOutput> out = root.receive(
                toRoot(1, new LoanReturned(loan, 1, new byte[] {3}, 1, 1, tasks(1), LoanReturned.NOBODY)), 0);
        assertThat(found(out, ResultAccepted.class).get(0).result()).containsExactly(1, 2, 3);
        assertThat(root.queuedTasks()).isEqualTo(2);
    }

    @Test
    void shouldAnswerALargeReturnWhenTheResultsBeforeItAreTaken() {
        RootBalancer root = root(PoolCompletion.WHEN_COMPLETE, LIMITS.withRoom(10));
        root.put(tasks(4), 0);
        long first = loanOf(root.receive(request(1, 1), 0), 1);
        long second = loanOf(root.receive(request(2, 1), 0), 2);
        ReturnPart large = new ReturnPart(first, 0, 11, new byte[0], List.of());
        only(root.receive(toRoot(1, large), 0), 1, PartAccepted.class); // a single result always has room
        ReturnPart other = new ReturnPart(second, 0, 1, new byte[0], List.of());
        assertThat(messages(root.receive(toRoot(2, other), 0), 2, PartAccepted.class))
                .isEmpty();
        assertThat(messages(root.receive(toRoot(2, other), 1), 2, PartAccepted.class))
                .as("a repeat")
                .isEmpty();
        LoanReturned rest = new LoanReturned(first, 1, new byte[11], 2, 0, List.of(), LoanReturned.NOBODY);
        ResultAccepted accepted =
                found(root.receive(toRoot(1, rest), 2), ResultAccepted.class).get(0);
        assertThat(accepted.result()).hasSize(11);
        assertThat(accepted.room()).isTrue();
        assertThat(only(root.resultTaken(first, 3), 2, PartAccepted.class).loan())
                .isEqualTo(second);
        assertThat(messages(root.resultTaken(first, 4), 2, PartAccepted.class)).isEmpty();
    }

    @Test
    void shouldGiveTheRoomOfALostBorrowerToOthers() {
        RootBalancer root = root(PoolCompletion.WHEN_COMPLETE, LIMITS.withRoom(10));
        root.put(tasks(4), 0);
        long first = loanOf(root.receive(request(1, 1), 0), 1);
        long second = loanOf(root.receive(request(2, 1), 0), 2);
        root.receive(toRoot(1, new ReturnPart(first, 0, 11, new byte[0], List.of())), 0);
        root.receive(toRoot(2, new ReturnPart(second, 0, 11, new byte[0], List.of())), 0);
        only(root.borrowerLost(1, 1), 2, PartAccepted.class);
    }

    @Test
    void shouldFailTheRunWhenCountsDoNotAddUp() {
        root.put(tasks(2), 0);
        long loan = loanOf(fetch(1, 1), 1);
        assertThat(found(returned(1, loan, 4, 1), RunFailed.class))
                .containsExactly(new RunFailed("the books of the task pool do not balance: loan 1: expected lent +"
                        + " created = executed + unfinished + failed, found 2 + 1 and 4 + 0 + 0 from engine 1"));
        assertThat(found(returned(1, 99, 1, 0), RunFailed.class).get(0).why()).contains("which was never lent");
    }

    @Test
    void shouldNotHearAnIncarnationThatWasReplaced() {
        root.put(tasks(2), 0);
        long loan = loanOf(fetch(1, 1), 1);
        root.members(Mail.members(1, 2).with(new Membership.Member(1, 99, 1, 1)), 0);
        assertThat(root.queuedTasks()).as("the old one's loan is taken back").isEqualTo(2);
        assertThat(returned(1, loan, 2, 0)).isEmpty();
        assertThat(fetch(1, 2)).isEmpty();
        Letter anew = new Letter(1, 99, 0, new FetchTasks(1, 1, true, 1, 0, 0));
        only(root.receive(anew, 0), 1, LoanGranted.class);
    }

    @Test
    void shouldCountPutsOnceWhenTheyAreRepeated() {
        PutTasks puts = new PutTasks(1, tasks(2), false);
        only(root.receive(toRoot(1, puts), 0), 1, PutAccepted.class);
        only(root.receive(toRoot(1, puts), 0), 1, PutAccepted.class);
        assertThat(root.queuedTasks()).isEqualTo(2);
        root.complete(0);
        assertThatThrownBy(() -> root.put(tasks(1), 0))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("declared complete");
        assertThat(found(root.receive(toRoot(1, new PutTasks(2, tasks(1), false)), 0), RunFailed.class))
                .hasSize(1);
    }

    @Test
    void shouldLendTasksToTheMemberThatPutThemForItselfWhoeverAsks() {
        root.receive(toRoot(2, new FetchTasks(1, 1, true, 1, 0, 0)), 0);
        PutTasks puts = new PutTasks(1, List.of(new byte[500_000], new byte[500_000], new byte[500_000]), true);
        List<LoanOutput> out = root.receive(toRoot(1, puts), 0);
        assertThat(messages(out, 2, LoanGranted.class)).isEmpty();
        LoanGranted first = only(out, 1, LoanGranted.class);
        assertThat(first.bundles().get(0).tasks()).as("within a grant's bytes").hasSize(2);
        root.receive(toRoot(1, puts), 0);
        LoanGranted second = only(root.receive(toRoot(1, new GrantTaken(1)), 0), 1, LoanGranted.class);
        assertThat(second.bundles().get(0).tasks()).hasSize(1);
        root.receive(toRoot(1, new GrantTaken(2)), 0);
        assertThat(root.queuedTasks()).as("of a message that was repeated").isZero();
    }

    @Test
    void shouldLendTasksThatAMemberPutForItselfToOthersWhenItIsLost() {
        root.receive(toRoot(1, new PutTasks(1, tasks(2), true)), 0);
        root.receive(toRoot(2, new FetchTasks(1, 1, true, 1, 0, 0)), 0);
        LoanGranted others = only(root.borrowerLost(1, 0), 2, LoanGranted.class);
        assertThat(others.bundles().get(0).tasks()).hasSize(2);
    }

    @Test
    void shouldKeepAGrantWithinItsLimitsWhenTasksAreLarge() {
        BalancerLimits small = new BalancerLimits(1, 1, 1, 1, 1, 1, 10, 100, 1, BalancerLimits.DEFAULT.roomBytes());
        RootBalancer lender = root(PoolCompletion.WHEN_COMPLETE, small);
        lender.put(List.of(new byte[50], new byte[4], new byte[4]), 0);
        LoanGranted first = only(lender.receive(request(1, 1), 0), 1, LoanGranted.class);
        assertThat(first.bundles().get(0).tasks())
                .as("one too large goes alone")
                .hasSize(1);
        lender.receive(toRoot(1, new GrantTaken(1)), 0);
        LoanGranted second = only(lender.receive(request(1, 2), 0), 1, LoanGranted.class);
        assertThat(second.bundles().get(0).tasks()).hasSize(2);
    }

    @Test
    void shouldEndARoundWhenAllHaveSaidThatTheyWaitInIt() {
        RootBalancer rounds = root(PoolCompletion.WHEN_ALL_WAIT, LIMITS);
        assertThat(rounds.receive(toRoot(1, new AllWaiting(1, false)), 0)).isEmpty();
        List<LoanOutput> out = rounds.receive(toRoot(2, new AllWaiting(1, true)), 0);
        assertThat(only(out, 1, PoolDone.class)).isEqualTo(new PoolDone(1, false));
        only(out, 2, PoolDone.class);
        assertThat(only(rounds.receive(toRoot(1, new AllWaiting(1, false)), 0), 1, PoolDone.class))
                .as("the word was lost")
                .isEqualTo(new PoolDone(1, false));
        rounds.receive(toRoot(1, new AllWaiting(2, true)), 0);
        assertThat(rounds.receive(toRoot(2, new AllWaiting(2, true)), 0))
                .as("all have left: nobody would be told")
                .isEmpty();
    }

    /** Checks that a task of a pool with rounds runs once: what its first copy has done in a thread cannot be undone. */
    @ParameterizedTest
    @EnumSource
    void shouldAskForALoanWhoseTaskRunsInABagOnly(PoolCompletion ending) {
        BalancerParts copying =
                new BalancerParts(FailurePolicy.DEFAULT, TaskRoom.unlimited(), BalancerParts.NO_MEMBER, MILLI);
        RootBalancer lender = RootBalancer.of(
                new EnginePool(0, Mail.signal(), () -> {}, () -> 0),
                demand(),
                ending,
                LIMITS.withoutSilence(),
                copying);
        lender.members(Mail.members(1, 2), 0);
        lender.put(tasks(1), 0);
        if (ending == PoolCompletion.WHEN_COMPLETE) {
            lender.complete(0);
        }
        only(lender.receive(request(1, 1), 0), 1, LoanGranted.class);
        lender.receive(toRoot(1, new GrantTaken(1)), 0);
        lender.receive(request(2, 1), MILLI);
        assertThat(messages(lender.tick(50 * MILLI), 1, SettleLoan.class))
                .as("asked for the loan without its running task, which engine 2 could begin again")
                .hasSize(ending == PoolCompletion.WHEN_COMPLETE ? 1 : 0);
    }

    @Test
    void shouldFailTheRunAndNotHangWhenAStrategyThrows() {
        RootBalancer broken = RootBalancer.of(
                new EnginePool(0, Mail.signal(), () -> {}, () -> 0),
                view -> {
                    throw new IllegalStateException("planned");
                },
                PoolCompletion.WHEN_COMPLETE,
                LIMITS,
                FailurePolicy.DEFAULT);
        assertThat(found(broken.members(Mail.members(1), 0), RunFailed.class)
                        .get(0)
                        .why())
                .startsWith("the strategy ")
                .endsWith("threw java.lang.IllegalStateException: planned when it was to decide for member -1");
    }

    @Test
    void shouldRefuseAMessageWhenItsFieldsAreOutOfBounds() {
        assertThatThrownBy(() -> request(1, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("expected a request number from 1 on, found 0");
    }

    private List<LoanOutput> fetch(int borrower, long request) {
        return root.receive(request(borrower, request), 0);
    }

    private static Letter request(int borrower, long request) {
        return toRoot(borrower, new FetchTasks(request, 1, true, 1, 0, 0));
    }

    private List<LoanOutput> returned(int borrower, long loan, long executed, long created) {
        return root.receive(
                toRoot(
                        borrower,
                        new LoanReturned(loan, 0, new byte[1], executed, created, List.of(), LoanReturned.NOBODY)),
                0);
    }

    private static long loanOf(List<LoanOutput> outputs, int borrower) {
        return only(outputs, borrower, LoanGranted.class).bundles().get(0).loan();
    }
}
