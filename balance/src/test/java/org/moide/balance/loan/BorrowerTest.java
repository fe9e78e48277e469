package org.moide.balance.loan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.moide.balance.loan.LoanMessage.Bundle;
import org.moide.balance.loan.LoanMessage.FetchTasks;
import org.moide.balance.loan.LoanMessage.LoanGranted;
import org.moide.balance.loan.LoanMessage.LoanReturned;
import org.moide.balance.loan.LoanMessage.LoanVoided;
import org.moide.balance.loan.LoanMessage.PoolDone;
import org.moide.balance.loan.LoanMessage.PutTasks;
import org.moide.balance.loan.LoanMessage.ReturnAccepted;
import org.moide.balance.loan.LoanMessage.SettleRequest;
import org.moide.balance.loan.LoanOutput.CloseLoan;
import org.moide.balance.loan.LoanOutput.ClosedLoan;
import org.moide.balance.loan.LoanOutput.Drained;
import org.moide.balance.loan.LoanOutput.OfBorrower;
import org.moide.balance.loan.LoanOutput.PoolEnded;
import org.moide.balance.loan.LoanOutput.Send;
import org.moide.balance.pool.EnginePool;
import org.moide.balance.pool.PooledTask;
import org.moide.commlib.port.Signal;

class BorrowerTest {
    private static final long MILLI = 1_000_000;
    private static final BorrowerLimits LIMITS =
            new BorrowerLimits(3 * MILLI, 100 * MILLI, 400 * MILLI, 10_000 * MILLI, 10 * MILLI);

    private final EnginePool pool = new EnginePool(2, new NoSignal(), () -> {});
    private final Borrower borrower = new Borrower(3, 7, 0, pool, LIMITS);

    @Test
    void shouldAskOnceAndRepeatWithGrowingPausesWhenThereIsNoAnswer() {
        List<Long> asked = new ArrayList<>();
        for (long now = 0; now < 1_600; now++) {
            if (!messages(borrower.tick(now * MILLI), FetchTasks.class).isEmpty()) {
                asked.add(now);
            }
        }
        assertThat(asked).containsExactly(0L, 100L, 300L, 700L, 1_100L, 1_500L);
    }

    @Test
    void shouldTellAtOnceWhenItsThreadsBecomeIdle() {
        borrower.tick(0);
        pool.beginWaiting(0);
        assertThat(only(borrower.tick(1), FetchTasks.class).idleThreads()).isEqualTo(1);
        assertThat(borrower.tick(2)).isEmpty();
        pool.beginWaiting(1);
        assertThat(only(borrower.tick(3), FetchTasks.class).allWaiting()).isTrue();
    }

    @Test
    void shouldReturnALoanUntilItIsAcceptedWhenItsTasksAreDone() {
        borrower.tick(0);
        borrower.receive(granted(1, bundle(5, 1)), 0);
        PooledTask task = taken(0);
        assertThat(task.encoded()).isTrue();
        pool.put(0, task.account(), "child");
        task.account().setPartial(0, "result");
        task.account().countExecuted(0);
        assertThat(of(borrower.tick(1), CloseLoan.class))
                .as("the child is queued")
                .isEmpty();
        taken(1).account().countExecuted(1);
        CloseLoan close = of(borrower.tick(2), CloseLoan.class).get(0);
        assertThat(close.account().loan()).isEqualTo(5);
        LoanReturned returned = only(borrower.closed(new ClosedLoan(5, new byte[1], List.of()), 3), LoanReturned.class);
        assertThat(returned.executedTasks()).isEqualTo(2);
        assertThat(returned.createdTasks()).isEqualTo(1);
        assertThat(messages(borrower.tick(200 * MILLI), LoanReturned.class)).containsExactly(returned);
        borrower.receive(new ReturnAccepted(7, 5, false), 201 * MILLI);
        assertThat(messages(borrower.tick(10_000 * MILLI), LoanReturned.class)).isEmpty();
        assertThat(borrower.loansOpen()).isZero();
    }

    @Test
    void shouldTakeAGrantOnceWhenItIsRepeated() {
        borrower.tick(0);
        borrower.receive(granted(1, bundle(5, 3)), 0);
        borrower.receive(granted(1, bundle(5, 3)), 0);
        borrower.receive(granted(9, bundle(6, 3)), 0);
        assertThat(pool.queued()).isEqualTo(3);
    }

    @Test
    void shouldDropTasksAndResultWhenALoanIsVoid() {
        borrower.tick(0);
        borrower.receive(granted(1, bundle(5, 3)), 0);
        PooledTask running = taken(0);
        borrower.receive(new LoanVoided(7, 5), 1);
        assertThat(pool.isEmpty()).isTrue();
        running.account().countExecuted(0);
        assertThat(messages(borrower.tick(2), LoanReturned.class)).isEmpty();
        assertThat(borrower.closed(new ClosedLoan(5, new byte[1], List.of()), 3))
                .noneMatch(Send.class::isInstance);
    }

    @Test
    void shouldReturnWholeLoansAtOnceWhenOthersAreIdleAndNothingOfThemWasBegun() {
        borrower.tick(0);
        borrower.receive(granted(1, bundle(5, 2), bundle(6, 2)), 0);
        LoanReturned returned = only(borrower.receive(new SettleRequest(7, 1), 1), LoanReturned.class);
        assertThat(returned.loan()).as("the youngest").isEqualTo(6);
        assertThat(returned.unfinished()).hasSize(2);
        assertThat(returned.executedTasks()).isZero();
        assertThat(pool.queued()).isEqualTo(2);
        assertThat(messages(borrower.receive(new SettleRequest(7, 1), 2), LoanReturned.class))
                .as("a repeat")
                .isEmpty();
    }

    @Test
    void shouldReturnResultAndUnfinishedTasksWhenABegunLoanIsSettled() {
        borrower.tick(0);
        borrower.receive(granted(1, bundle(5, 1)), 0);
        PooledTask running = taken(0);
        for (int child = 0; child < 10; child++) {
            pool.put(0, running.account(), child);
        }
        assertThat(of(borrower.receive(new SettleRequest(7, 1), 1), CloseLoan.class))
                .isEmpty();
        pool.put(0, running.account(), "one more");
        assertThat(pool.take(1)).as("set aside").isNull();
        running.account().setPartial(0, "result");
        running.account().countExecuted(0);
        CloseLoan close = of(borrower.tick(2), CloseLoan.class).get(0);
        assertThat(close.unfinished()).hasSize(11);
    }

    @Test
    void shouldGoOnWhenWhatRunsTakesTooLongToSettle() {
        borrower.tick(0);
        borrower.receive(granted(1, bundle(5, 1)), 0);
        PooledTask running = taken(0);
        for (int child = 0; child < 10; child++) {
            pool.put(0, running.account(), child);
        }
        borrower.receive(new SettleRequest(7, 1), MILLI);
        assertThat(pool.take(1)).isNull();
        borrower.tick(12 * MILLI);
        assertThat(pool.queued()).isEqualTo(10);
        assertThat(pool.take(1)).isNotNull();
    }

    @Test
    void shouldReturnWhatIsDoneWhenALoanIsOld() {
        borrower.tick(0);
        borrower.receive(granted(1, bundle(5, 2)), 0);
        PooledTask running = taken(0);
        borrower.tick(10_001 * MILLI);
        running.account().setPartial(0, "result");
        running.account().countExecuted(0);
        CloseLoan close = of(borrower.tick(10_002 * MILLI), CloseLoan.class).get(0);
        assertThat(close.unfinished()).hasSize(1);
    }

    @Test
    void shouldEndTheRoundWhenThePoolIsDone() {
        borrower.tick(0);
        assertThat(borrower.receive(new PoolDone(7, 1, true), 1)).containsExactly(new PoolEnded(1));
        pool.beginWaiting(0);
        assertThat(pool.endWaiting(0)).isTrue();
        assertThat(borrower.tick(1_000 * MILLI)).as("asks no more").isEmpty();
    }

    @Test
    void shouldNotHearWhatWasMeantForAnEarlierEngineOfItsNumber() {
        borrower.tick(0);
        assertThat(borrower.receive(new LoanGranted(6, 1, List.of(bundle(5, 1))), 1))
                .isEmpty();
        assertThat(pool.isEmpty()).isTrue();
    }

    @Test
    void shouldGiveEverythingBackWhenItIsDrained() {
        borrower.tick(0);
        borrower.receive(granted(1, bundle(5, 2)), 0);
        LoanReturned returned = only(borrower.drain(1), LoanReturned.class);
        assertThat(returned.unfinished()).hasSize(2);
        assertThat(borrower.receive(new ReturnAccepted(7, 5, false), 2)).contains(new Drained());
    }

    @Test
    void shouldSendPutsOneAfterTheOtherWhenTheyAreAccepted() {
        PutTasks first = only(borrower.put(List.of(new byte[4]), 0), PutTasks.class);
        assertThat(messages(borrower.put(List.of(new byte[4]), 1), PutTasks.class))
                .isEmpty();
        assertThat(messages(borrower.tick(150 * MILLI), PutTasks.class)).containsExactly(first);
        PutTasks second =
                only(borrower.receive(new LoanMessage.PutAccepted(7, first.sequence()), 151 * MILLI), PutTasks.class);
        assertThat(second.sequence()).isEqualTo(2);
    }

    private static LoanGranted granted(long request, Bundle... bundles) {
        return new LoanGranted(7, request, List.of(bundles));
    }

    private static Bundle bundle(long loan, int tasks) {
        List<byte[]> all = new ArrayList<>();
        for (int task = 0; task < tasks; task++) {
            all.add(new byte[4]);
        }
        return new Bundle(loan, all);
    }

    private PooledTask taken(int thread) {
        return Objects.requireNonNull(pool.take(thread), "a task");
    }

    private static <T extends OfBorrower> List<T> of(List<OfBorrower> outputs, Class<T> type) {
        return outputs.stream().filter(type::isInstance).map(type::cast).toList();
    }

    private static <T extends LoanMessage> List<T> messages(List<OfBorrower> outputs, Class<T> type) {
        return of(outputs, Send.class).stream()
                .map(Send::message)
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }

    private static <T extends LoanMessage> T only(List<OfBorrower> outputs, Class<T> type) {
        List<T> found = messages(outputs, type);
        assertThat(found).as(type.getSimpleName() + " among " + outputs).hasSize(1);
        return found.get(0);
    }

    private static final class NoSignal implements Signal {
        @Override
        public boolean await(BooleanSupplier condition, long timeoutNanos) {
            throw new IllegalStateException("nobody waits here");
        }

        @Override
        public void raise() {}
    }
}
