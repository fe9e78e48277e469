package org.moide.balance.loan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.moide.balance.loan.LoanMessage.FetchTasks;
import org.moide.balance.loan.LoanMessage.LoanGranted;
import org.moide.balance.loan.LoanMessage.LoanReturned;
import org.moide.balance.loan.LoanMessage.LoanVoided;
import org.moide.balance.loan.LoanMessage.PoolDone;
import org.moide.balance.loan.LoanMessage.PutAccepted;
import org.moide.balance.loan.LoanMessage.PutTasks;
import org.moide.balance.loan.LoanMessage.RequestVoided;
import org.moide.balance.loan.LoanMessage.ReturnAccepted;
import org.moide.balance.loan.LoanOutput.BooksBroken;
import org.moide.balance.loan.LoanOutput.OfLender;
import org.moide.balance.loan.LoanOutput.PoolFinished;
import org.moide.balance.loan.LoanOutput.ResultAccepted;
import org.moide.balance.loan.LoanOutput.Send;
import org.moide.balance.strategy.Membership;
import org.moide.balance.strategy.Strategies;
import org.moide.balance.strategy.StrategySpec;

class LenderTest {
    private final Lender lender = new Lender(
            Strategies.make(
                    StrategySpec.of("demand", Map.of("block", "2", "settle", "false")),
                    Membership.ROOT,
                    new SplittableRandom(1),
                    null),
            Lender.Ending.WHEN_COMPLETE,
            LenderLimits.DEFAULT);

    LenderTest() {
        lender.memberJoined(1, 10, 1, 1, 0);
        lender.memberJoined(2, 20, 1, 1, 0);
    }

    @Test
    void shouldAnswerTheSameWhenARequestIsRepeated() {
        putTasks(3);
        LoanGranted granted = grant(fetch(1, 10, 1));
        assertThat(granted.bundles()).hasSize(1);
        assertThat(granted.bundles().get(0).tasks()).hasSize(2);
        assertThat(grant(fetch(1, 10, 1))).isSameAs(granted);
        assertThat(lender.totals().loansMade()).isEqualTo(1);
    }

    @Test
    void shouldServeWhoAskedInVainWhenTasksComeBack() {
        putTasks(2);
        LoanGranted granted = grant(fetch(1, 10, 1));
        assertThat(fetch(2, 20, 1)).isEmpty();
        List<OfLender> out = lender.borrowerLost(1, 0);
        long loan = granted.bundles().get(0).loan();
        assertThat(out).contains(new Send(1, new LoanVoided(10, loan)));
        assertThat(grant(out).bundles().get(0).loan()).isGreaterThan(loan);
        assertThat(lender.totals().retakenTasks()).isEqualTo(2);
    }

    @Test
    void shouldHaveTheRequestAskedAnewWhenItsLoansWereTakenBack() {
        putTasks(2);
        LoanGranted granted = grant(fetch(1, 10, 1));
        lender.borrowerLost(1, 0);
        assertThat(fetch(1, 10, 1)).containsExactly(new Send(1, new RequestVoided(10, 1)));
        assertThat(returned(1, 10, granted, 2, 0)).contains(new Send(1, new LoanVoided(10, 1)));
        assertThat(grant(fetch(1, 10, 2)).bundles().get(0).loan()).isEqualTo(2);
    }

    @Test
    void shouldAcceptAReturnOnceWhenItIsRepeated() {
        putTasks(2);
        LoanGranted granted = grant(fetch(1, 10, 1));
        assertThat(returned(1, 10, granted, 2, 0))
                .satisfiesExactly(
                        first -> assertThat(first).isInstanceOf(ResultAccepted.class),
                        second -> assertThat(second).isEqualTo(new Send(1, new ReturnAccepted(10, 1, false))));
        assertThat(returned(1, 10, granted, 2, 0)).containsExactly(new Send(1, new ReturnAccepted(10, 1, true)));
        assertThat(lender.totals().executedTasks()).isEqualTo(2);
    }

    @Test
    void shouldTellEverybodyWhenAllLoansAreHomeAndThePoolIsComplete() {
        putTasks(2);
        LoanGranted granted = grant(fetch(1, 10, 1));
        assertThat(fetch(2, 20, 1)).isEmpty();
        assertThat(lender.complete(0)).isEmpty();
        List<OfLender> out = returned(1, 10, granted, 5, 3);
        assertThat(out).contains(new Send(2, new PoolDone(20, 1, true)));
        assertThat(out).anySatisfy(output -> assertThat(output).isInstanceOf(PoolFinished.class));
        assertThat(fetch(1, 10, 2)).containsExactly(new Send(1, new PoolDone(10, 2, true)));
    }

    @Test
    void shouldLendUnfinishedTasksAgainWhenALoanWasSettled() {
        putTasks(2);
        LoanGranted granted = grant(fetch(1, 10, 1));
        lender.receive(new LoanReturned(1, 10, granted.bundles().get(0).loan(), new byte[1], 1, 2, tasks(3)), 0);
        assertThat(lender.unstartedTasks()).isEqualTo(3);
        assertThat(lender.totals().settledTasks()).isEqualTo(3);
    }

    @Test
    void shouldSayThatTheBooksAreBrokenWhenCountsDoNotAddUp() {
        putTasks(2);
        LoanGranted granted = grant(fetch(1, 10, 1));
        assertThat(returned(1, 10, granted, 4, 1))
                .containsExactly(new BooksBroken("loan 1: expected lent + created = executed + unfinished, found 2 + 1"
                        + " and 4 + 0 from engine 1"));
        assertThat(lender.receive(new LoanReturned(1, 10, 99, null, 0, 0, tasks(1)), 0))
                .anySatisfy(output -> assertThat(output).isInstanceOf(BooksBroken.class));
    }

    @Test
    void shouldNotHearAnIncarnationThatWasReplaced() {
        putTasks(2);
        LoanGranted granted = grant(fetch(1, 10, 1));
        lender.memberJoined(1, 11, 1, 1, 0);
        assertThat(lender.unstartedTasks())
                .as("the old one's loan is taken back")
                .isEqualTo(2);
        assertThat(returned(1, 10, granted, 2, 0)).isEmpty();
        assertThat(fetch(1, 10, 2)).isEmpty();
        assertThat(grant(fetch(1, 11, 1)).incarnation()).isEqualTo(11);
    }

    @Test
    void shouldCountPutsOnceWhenTheyAreRepeated() {
        PutTasks puts = new PutTasks(1, 10, 1, tasks(2));
        assertThat(lender.receive(puts, 0)).containsExactly(new Send(1, new PutAccepted(10, 1)));
        assertThat(lender.receive(puts, 0)).containsExactly(new Send(1, new PutAccepted(10, 1)));
        assertThat(lender.unstartedTasks()).isEqualTo(2);
        lender.complete(0);
        assertThatThrownBy(() -> lender.put(tasks(1), 0))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("declared complete");
    }

    @Test
    void shouldKeepAnAnswerWithinItsLimitsWhenTasksAreLarge() {
        Lender small = new Lender(
                Strategies.make(
                        StrategySpec.of("demand", Map.of("block", "9")),
                        Membership.ROOT,
                        new SplittableRandom(1),
                        null),
                Lender.Ending.WHEN_COMPLETE,
                new LenderLimits(10, 100));
        small.memberJoined(1, 10, 1, 1, 0);
        small.put(List.of(new byte[50], new byte[4], new byte[4]), 0);
        LoanGranted first = grant(small.receive(request(1, 10, 1), 0));
        assertThat(first.bundles().get(0).tasks())
                .as("one too large goes alone")
                .hasSize(1);
        assertThat(grant(small.receive(request(1, 10, 2), 0)).bundles().get(0).tasks())
                .hasSize(2);
    }

    @Test
    void shouldRefuseAMessageWhenItsFieldsAreOutOfBounds() {
        assertThatThrownBy(() -> request(1, 10, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("expected a request number from 1 on, found 0");
    }

    private void putTasks(int count) {
        assertThat(lender.put(tasks(count), 0)).isEmpty();
    }

    private List<OfLender> fetch(int borrower, long incarnation, long request) {
        return lender.receive(request(borrower, incarnation, request), 0);
    }

    private List<OfLender> returned(int borrower, long incarnation, LoanGranted granted, long executed, long created) {
        long loan = granted.bundles().get(0).loan();
        return lender.receive(
                new LoanReturned(borrower, incarnation, loan, new byte[1], executed, created, List.of()), 0);
    }

    private static FetchTasks request(int borrower, long incarnation, long request) {
        return new FetchTasks(borrower, incarnation, request, 1, false, false, 0, 0);
    }

    private static List<byte[]> tasks(int count) {
        return Stream.generate(() -> new byte[4]).limit(count).toList();
    }

    private static LoanGranted grant(List<OfLender> outputs) {
        for (OfLender output : outputs) {
            if (output instanceof Send send && send.message() instanceof LoanGranted granted) {
                return granted;
            }
        }
        throw new AssertionError("expected a grant, found " + outputs);
    }
}
