package org.moide.balance.loan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.moide.balance.loan.Mail.LIMITS;
import static org.moide.balance.loan.Mail.MILLI;
import static org.moide.balance.loan.Mail.found;
import static org.moide.balance.loan.Mail.messages;
import static org.moide.balance.loan.Mail.only;
import static org.moide.balance.loan.Mail.tasks;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.moide.balance.data.TaskHead;
import org.moide.balance.data.TaskLimits;
import org.moide.balance.loan.LoanMessage.AllWaiting;
import org.moide.balance.loan.LoanMessage.FetchTasks;
import org.moide.balance.loan.LoanMessage.GiveBack;
import org.moide.balance.loan.LoanMessage.GrantTaken;
import org.moide.balance.loan.LoanMessage.LoanGranted;
import org.moide.balance.loan.LoanMessage.LoanReturned;
import org.moide.balance.loan.LoanMessage.LoanVoided;
import org.moide.balance.loan.LoanMessage.LoansHeld;
import org.moide.balance.loan.LoanMessage.PartAccepted;
import org.moide.balance.loan.LoanMessage.PoolDone;
import org.moide.balance.loan.LoanMessage.PutAccepted;
import org.moide.balance.loan.LoanMessage.PutTasks;
import org.moide.balance.loan.LoanMessage.RequestRefused;
import org.moide.balance.loan.LoanMessage.ReturnAccepted;
import org.moide.balance.loan.LoanMessage.ReturnPart;
import org.moide.balance.loan.LoanMessage.SettleLoan;
import org.moide.balance.loan.LoanOutput.CloseLoan;
import org.moide.balance.loan.LoanOutput.ClosedLoan;
import org.moide.balance.loan.LoanOutput.Drained;
import org.moide.balance.loan.LoanOutput.EncodeTasks;
import org.moide.balance.loan.LoanOutput.EncodedTasks;
import org.moide.balance.loan.member.EngineBalancer;
import org.moide.balance.pool.EnginePool;
import org.moide.balance.pool.PooledTask;
import org.moide.balance.strategy.Decision;
import org.moide.balance.strategy.Membership;

/**
 * Tests one engine as a borrower and as a lender, message by message. The test says what the engine's strategy decides.
 */
class EngineTest {
    private static final int ROOT = Membership.ROOT;

    private final EnginePool pool = new EnginePool(2, Mail.signal(), () -> {}, () -> 0);
    private final List<Decision> decisions = new ArrayList<>();
    private final EngineBalancer engine = EngineBalancer.of(3, 13, pool, Mail.deciding(decisions), LIMITS);
    private long nowNanos;

    EngineTest() {
        engine.members(Mail.members(3, 4, 5), 0);
    }

    // --- borrower -------------------------------------------------------------------------------------------------

    @Test
    void shouldAskOnceAndRepeatWithGrowingPausesWhenThereIsNoAnswer() {
        List<Long> asked = new ArrayList<>();
        decisions.add(new Decision.Ask(ROOT, 2, true));
        for (long now = 0; now < 1_600; now++) {
            if (!messages(engine.tick(now * MILLI), ROOT, FetchTasks.class).isEmpty()) {
                asked.add(now);
            }
        }
        assertThat(asked).containsExactly(0L, 100L, 300L, 700L, 1_100L, 1_500L);
    }

    @Test
    void shouldGiveUpAnImpatientRequestWhenNobodyAnswers() {
        decide(new Decision.Ask(4, 2, false));
        assertThat(engine.tick(1_001 * MILLI)).isEmpty();
        assertThat(only(decide(new Decision.Ask(4, 2, false)), 4, FetchTasks.class)
                        .request())
                .isEqualTo(2);
    }

    @Test
    void shouldAskALenderLessOftenWhileWhatItPassesOnDoesNotCome() {
        List<Long> asked = new ArrayList<>();
        for (long now = 0; now < 1_000; now++) {
            nowNanos = now * MILLI;
            if (asksInVain()) {
                asked.add(now);
            }
        }
        assertThat(asked).startsWith(0L, 1L, 8L, 21L, 46L, 96L, 196L).hasSize(15);
        borrow(5, 1);
        assertThat(asksInVain()).as("once tasks have come").isTrue();
    }

    private boolean asksInVain() {
        List<FetchTasks> sent = messages(decide(new Decision.Ask(4, 2, false)), 4, FetchTasks.class);
        sent.forEach(fetch -> receive(4, new RequestRefused(fetch.request(), true)));
        return !sent.isEmpty();
    }

    @Test
    void shouldTellAtOnceWhenItsThreadsBecomeIdleAndWhenAllWait() {
        decide(new Decision.Ask(ROOT, 2, true));
        pool.beginWaiting(0);
        assertThat(only(engine.tick(1), ROOT, FetchTasks.class).idleThreads()).isEqualTo(1);
        assertThat(engine.tick(2)).isEmpty();
        pool.beginWaiting(1);
        assertThat(only(engine.tick(3), ROOT, AllWaiting.class)).isEqualTo(new AllWaiting(1, false));
        assertThat(engine.tick(4)).isEmpty();
    }

    @Test
    void shouldNotTellABusyRootOfIdleThreadsBeforeItCouldHaveAnswered() {
        engine.members(Mail.members(IntStream.range(3, 100).toArray()), 0);
        decide(new Decision.Ask(ROOT, 2, true));
        nowNanos = 20 * MILLI;
        receive(ROOT, new LoanGranted(1, 1, 1, List.of(Bundle.of(1, tasks(1)))));
        decide(new Decision.Ask(ROOT, 2, true));
        taken(0);
        pool.beginWaiting(1);
        assertThat(messages(engine.tick(60 * MILLI), ROOT, FetchTasks.class)).isEmpty();
        assertThat(only(engine.tick(60 * MILLI + 1), ROOT, FetchTasks.class).idleThreads())
                .isEqualTo(1);
    }

    @Test
    void shouldReturnALoanUntilItIsAcceptedWhenItsTasksAreDone() {
        borrow(5, 1);
        PooledTask task = taken(0);
        assertThat(task.encoded()).isTrue();
        pool.put(0, task.account(), "child");
        task.account().setPartial(0, "result");
        task.account().countExecuted(0);
        assertThat(found(engine.tick(1), CloseLoan.class))
                .as("the child is queued")
                .isEmpty();
        taken(1).account().countExecuted(1);
        CloseLoan close = found(engine.tick(2), CloseLoan.class).get(0);
        LoanReturned returned = only(
                engine.closed(new ClosedLoan(close.account().loan(), new byte[1], List.of()), 3),
                ROOT,
                LoanReturned.class);
        assertThat(returned.loan()).isEqualTo(5);
        assertThat(returned.executedTasks()).isEqualTo(2);
        assertThat(returned.createdTasks()).isEqualTo(1);
        assertThat(messages(engine.tick(200 * MILLI), ROOT, LoanReturned.class)).containsExactly(returned);
        receive(ROOT, new ReturnAccepted(5));
        assertThat(messages(engine.tick(10_000 * MILLI), ROOT, LoanReturned.class))
                .isEmpty();
        assertThat(engine.loansOpen()).isZero();
    }

    @Test
    void shouldLendInFewerLoansThanAskedForWhenThatWouldBeVeryMany() {
        begin(5, 1_001);
        decisions.add(new Decision.Give(4, 1_000, 1));
        LoanGranted granted = only(engine.tick(nowNanos), 4, LoanGranted.class);
        assertThat(granted.bundles()).hasSizeBetween(32, 64);
        assertThat(granted.bundles().stream()
                        .mapToInt(bundle -> bundle.packed().count())
                        .sum())
                .isEqualTo(1_000);
    }

    @Test
    void shouldTakeAGrantOnceAndConfirmItEachTimeWhenItIsRepeated() {
        LoanGranted granted = new LoanGranted(1, 0, 1, List.of(Bundle.of(5, tasks(3))));
        only(receive(ROOT, granted), ROOT, GrantTaken.class);
        only(receive(ROOT, granted), ROOT, GrantTaken.class);
        assertThat(pool.queued()).isEqualTo(3);
    }

    @Test
    void shouldDropTasksAndResultWhenALoanIsVoid() {
        borrow(5, 3);
        PooledTask running = taken(0);
        receive(ROOT, new LoanVoided(5));
        assertThat(pool.isEmpty()).isTrue();
        running.account().countExecuted(0);
        assertThat(messages(engine.tick(2), ROOT, LoanReturned.class)).isEmpty();
        assertThat(engine.closed(new ClosedLoan(running.account().loan(), new byte[1], List.of()), 3))
                .isEmpty();
    }

    @Test
    void shouldReturnWholeLoansAtOnceWhenOthersAreIdleAndNothingOfThemWasBegun() {
        receive(ROOT, new LoanGranted(1, 0, 1, List.of(Bundle.of(5, tasks(2)), Bundle.of(6, tasks(2)))));
        LoanReturned returned = only(receive(ROOT, new GiveBack(1)), ROOT, LoanReturned.class);
        assertThat(returned.loan()).as("the youngest").isEqualTo(6);
        assertThat(returned.unfinished()).hasSize(2);
        assertThat(returned.executedTasks()).isZero();
        assertThat(pool.queued()).isEqualTo(2);
        assertThat(messages(receive(ROOT, new GiveBack(1)), ROOT, LoanReturned.class))
                .as("a repeat")
                .isEmpty();
    }

    @Test
    void shouldReturnResultAndUnfinishedTasksWhenABegunLoanIsSettled() {
        borrow(5, 1);
        PooledTask running = taken(0);
        for (int child = 0; child < 10; child++) {
            pool.put(0, running.account(), child);
        }
        assertThat(found(receive(ROOT, new SettleLoan(5)), CloseLoan.class)).isEmpty();
        pool.put(0, running.account(), "one more");
        assertThat(pool.take(1)).as("set aside").isNull();
        running.account().setPartial(0, "result");
        running.account().countExecuted(0);
        CloseLoan close = found(engine.tick(2), CloseLoan.class).get(0);
        assertThat(close.unfinished()).hasSize(11);
    }

    @Test
    void shouldGoOnWhenWhatRunsTakesTooLongToSettle() {
        borrow(5, 1);
        PooledTask running = taken(0);
        for (int child = 0; child < 10; child++) {
            pool.put(0, running.account(), child);
        }
        nowNanos = MILLI;
        receive(ROOT, new SettleLoan(5));
        assertThat(pool.take(1)).isNull();
        engine.tick(12 * MILLI);
        assertThat(pool.queued()).isEqualTo(10);
        assertThat(pool.take(1)).isNotNull();
    }

    @Test
    void shouldReturnWhatIsDoneWhenALoanIsOld() {
        borrow(5, 2);
        PooledTask running = taken(0);
        engine.tick(10_001 * MILLI);
        running.account().setPartial(0, "result");
        running.account().countExecuted(0);
        CloseLoan close = found(engine.tick(10_002 * MILLI), CloseLoan.class).get(0);
        assertThat(close.unfinished()).hasSize(1);
    }

    @Test
    void shouldReturnABigResultInPartsOneAfterTheOther() {
        borrow(5, 1);
        PooledTask task = taken(0);
        task.account().setPartial(0, "big");
        task.account().countExecuted(0);
        engine.tick(1);
        byte[] big = new byte[(2 << 20) + 5];
        big[2 << 20] = 7;
        List<LoanOutput> out = engine.closed(new ClosedLoan(task.account().loan(), big, List.of()), 2);
        ReturnPart announced = only(out, ROOT, ReturnPart.class);
        assertThat(announced.result()).as("before there is room for it").isEmpty();
        assertThat(announced.resultBytes()).isEqualTo(big.length);
        assertThat(only(receive(ROOT, new PartAccepted(5, 0)), ROOT, ReturnPart.class)
                        .result())
                .hasSize(1 << 20);
        assertThat(receive(ROOT, new PartAccepted(5, 0))).as("a repeat").isEmpty();
        assertThat(only(receive(ROOT, new PartAccepted(5, 1)), ROOT, ReturnPart.class)
                        .part())
                .isEqualTo(2);
        LoanReturned last = only(receive(ROOT, new PartAccepted(5, 2)), ROOT, LoanReturned.class);
        assertThat(last.parts()).isEqualTo(3);
        assertThat(last.result()).hasSize(5).startsWith(7);
    }

    @Test
    void shouldBeginNoTaskWhileResultsThatAreTooManyWaitToGoHome() {
        EngineBalancer small = EngineBalancer.of(3, 13, pool, Mail.deciding(decisions), LIMITS.withRoom(10));
        small.members(Mail.members(3, 4, 5), 0);
        Bundle one = Bundle.of(5, tasks(1));
        Bundle other = Bundle.of(6, tasks(2));
        small.receive(Mail.letter(ROOT, 3, new LoanGranted(1, 0, 1, List.of(one, other))), 0);
        PooledTask task = taken(0);
        task.account().setPartial(0, "large");
        task.account().countExecuted(0);
        small.tick(1);
        small.closed(new ClosedLoan(task.account().loan(), new byte[6], List.of()), 2);
        assertThat(pool.take(0))
                .as("with another like that it would be too much")
                .isNull();
        assertThat(pool.isHeld()).isTrue();
        small.receive(Mail.letter(ROOT, 3, new ReturnAccepted(5)), 3);
        assertThat(pool.take(0)).isNotNull();
        assertThat(pool.isHeld()).isFalse();
    }

    @Test
    void shouldEndTheRoundWhenThePoolIsDoneOrTasksOfTheNextRoundCome() {
        assertThat(receive(ROOT, new PoolDone(1, false))).isEmpty();
        assertThat(pool.endedRounds()).isEqualTo(1);
        assertThat(receive(ROOT, new PoolDone(1, false))).as("a repeat").isEmpty();
        assertThat(pool.endedRounds()).isEqualTo(1);
        receive(ROOT, new LoanGranted(1, 0, 3, List.of(Bundle.of(5, tasks(1)))));
        assertThat(pool.endedRounds()).as("the tasks were faster than the word").isEqualTo(2);
        receive(ROOT, new PoolDone(3, true));
        assertThat(pool.endedRounds()).isEqualTo(3);
        assertThat(engine.loansOpen()).isZero();
        assertThat(decide(new Decision.Ask(ROOT, 1, true))).as("asks no more").isEmpty();
    }

    @Test
    void shouldNotHearWhatWasMeantForAnEarlierEngineOfItsNumber() {
        Letter old = new Letter(ROOT, 0, 12, new LoanGranted(1, 0, 1, List.of(Bundle.of(5, tasks(1)))));
        assertThat(engine.receive(old, 1)).isEmpty();
        assertThat(pool.isEmpty()).isTrue();
    }

    @Test
    void shouldGiveEverythingBackWhenItIsDrained() {
        borrow(5, 2);
        LoanReturned returned = only(engine.drain(1), ROOT, LoanReturned.class);
        assertThat(returned.unfinished()).hasSize(2);
        assertThat(receive(ROOT, new ReturnAccepted(5))).contains(new Drained());
    }

    @Test
    void shouldSendPutsOneAfterTheOtherWhenTheyAreAccepted() {
        PutTasks first = only(engine.put(tasks(1), 0), ROOT, PutTasks.class);
        assertThat(messages(engine.put(tasks(1), 1), ROOT, PutTasks.class)).isEmpty();
        assertThat(messages(engine.tick(150 * MILLI), ROOT, PutTasks.class)).containsExactly(first);
        PutTasks second = only(receive(ROOT, new PutAccepted(1)), ROOT, PutTasks.class);
        assertThat(second.sequence()).isEqualTo(2);
    }

    @Test
    void shouldSendTasksForItselfApartFromOthersInTheOrderInWhichTheyWerePut() {
        PutTasks first = only(engine.put(tasks(1), 0), ROOT, PutTasks.class);
        engine.putHere(tasks(2), 0);
        engine.putHere(tasks(1), 0);
        engine.put(tasks(1), 0);
        PutTasks second = only(receive(ROOT, new PutAccepted(1)), ROOT, PutTasks.class);
        PutTasks third = only(receive(ROOT, new PutAccepted(2)), ROOT, PutTasks.class);
        assertThat(List.of(first.here(), second.here(), third.here())).containsExactly(false, true, false);
        assertThat(second.tasks()).hasSize(3);
        assertThat(third.tasks()).hasSize(1);
    }

    @Test
    void shouldShowItsLendersThatItIsThereAsLongAsItHoldsTheirLoans() {
        receive(4, new LoanGranted(1, 0, 1, List.of(Bundle.of(8, tasks(1)))));
        int beats = 0;
        for (long now = 1; now <= 1_000; now++) {
            beats += messages(engine.tick(now * MILLI), 4, LoansHeld.class).size();
        }
        assertThat(beats).as("in the silence that costs loans").isBetween(9, 11);
    }

    // --- lender ---------------------------------------------------------------------------------------------------

    @Test
    void shouldLendTasksOfABegunLoanOnAndCountWhatComesHomeInIt() {
        PooledTask running = begin(5, 6);
        LoanGranted granted = give(4, 2);
        receive(4, new GrantTaken(1));
        long sub = granted.bundles().get(0).loan();
        finishAllBut(running, 3);
        assertThat(found(engine.tick(1), CloseLoan.class)).as("two are lent on").isEmpty();
        List<LoanOutput> out =
                receive(4, new LoanReturned(sub, 0, new byte[] {9}, 3, 2, tasks(1), LoanReturned.NOBODY));
        only(out, 4, ReturnAccepted.class);
        assertThat(found(out, CloseLoan.class)).as("one came back unfinished").isEmpty();
        taken(1).account().countExecuted(1);
        CloseLoan close = found(engine.tick(2), CloseLoan.class).get(0);
        assertThat(close.results()).hasSize(1);
        LoanReturned home = only(
                engine.closed(new ClosedLoan(close.account().loan(), new byte[1], List.of()), 3),
                ROOT,
                LoanReturned.class);
        assertThat(home.executedTasks()).isEqualTo(8);
        assertThat(home.createdTasks()).isEqualTo(2);
    }

    @Test
    void shouldHaveTasksEncodedBeforeTheyAreLentWhenTheyWerePutHere() {
        borrow(5, 1);
        PooledTask running = taken(0);
        pool.put(0, running.account(), "child");
        EncodeTasks job =
                found(decide(new Decision.Give(4, 9, 9)), EncodeTasks.class).get(0);
        assertThat(job.tasks()).extracting(PooledTask::task).containsExactly("child");
        assertThat(decide(new Decision.Give(4, 9, 9))).as("one grant at a time").isEmpty();
        LoanGranted granted = only(engine.encoded(new EncodedTasks(job.job(), tasks(1)), 1), 4, LoanGranted.class);
        assertThat(granted.bundles()).hasSize(1);
    }

    @Test
    void shouldKeepATaskThatBeginsHereUntilATaskOfItsLoanHasRun() {
        byte[] here = TaskHead.of(TaskHead.NO_PRIORITY, TaskLimits.BEGINS_HERE, new byte[] {1});
        receive(ROOT, new LoanGranted(1, 0, 1, List.of(Bundle.of(5, List.of(here)))));
        assertThat(messages(decide(new Decision.Give(4, 9, 9)), 4, LoanGranted.class))
                .isEmpty();
        assertThat(pool.queued()).isEqualTo(1);

        PooledTask running = taken(0);
        pool.put(0, running.account(), "first");
        pool.put(0, running.account(), "second");
        assertThat(found(decide(new Decision.Give(4, 9, 9)), EncodeTasks.class)).isEmpty();

        taken(0).account().countExecuted(0);
        EncodeTasks job =
                found(decide(new Decision.Give(4, 9, 9)), EncodeTasks.class).get(0);
        assertThat(job.tasks()).hasSize(1);
    }

    @Test
    void shouldGiveNoTaskBackThatBeginsHere() {
        byte[] here = TaskHead.of(TaskHead.NO_PRIORITY, TaskLimits.BEGINS_HERE, new byte[] {1});
        List<Bundle> bundles = LongStream.range(5, 15)
                .mapToObj(loan -> Bundle.of(loan, List.of(here)))
                .toList();
        receive(ROOT, new LoanGranted(1, 0, 1, bundles));

        assertThat(messages(receive(ROOT, new GiveBack(1)), ROOT, LoanReturned.class))
                .isEmpty();
        assertThat(found(engine.tick(1), CloseLoan.class)).isEmpty();
        assertThat(pool.queued()).isEqualTo(10);
    }

    @Test
    void shouldPutTasksBackWhenTheirBorrowerIsGoneBeforeTheyAreEncoded() {
        borrow(5, 1);
        PooledTask running = taken(0);
        pool.put(0, running.account(), "child");
        EncodeTasks job =
                found(decide(new Decision.Give(4, 9, 9)), EncodeTasks.class).get(0);
        engine.members(Mail.members(3, 5), 0);
        assertThat(engine.encoded(new EncodedTasks(job.job(), tasks(1)), 1)).isEmpty();
        assertThat(pool.queued()).isEqualTo(1);
    }

    @Test
    void shouldSendAnUntouchedLoanBackForWhoeverWantsItSoThatChainsStayShort() {
        borrow(5, 2);
        receive(4, new FetchTasks(1, 9, false, 1, 0, 0));
        List<LoanOutput> out = decide(new Decision.Give(4, 9, 9));
        LoanReturned returned = only(out, ROOT, LoanReturned.class);
        assertThat(returned.wantedBy()).isEqualTo(4);
        assertThat(returned.unfinished()).hasSize(2);
        assertThat(only(out, 4, RequestRefused.class).passedOn()).isTrue();
        assertThat(engine.totals().loansMade()).isZero();
    }

    @Test
    void shouldKeepTasksThatComeBackForItself() {
        begin(5, 6);
        long sub = give(4, 2).bundles().get(0).loan();
        List<LoanOutput> out = receive(4, new LoanReturned(sub, 0, null, 0, 0, tasks(2), 3));
        assertThat(found(out, LoanOutput.Send.class)).hasSize(1);
        only(out, 4, ReturnAccepted.class);
        assertThat(pool.queued()).isEqualTo(5);
    }

    @Test
    void shouldPutABundleBackWhenItsBorrowerIsGoneOrSilent() {
        begin(5, 6);
        give(4, 2);
        assertThat(pool.queued()).isEqualTo(3);
        engine.members(Mail.members(3, 5), 0);
        assertThat(pool.queued()).isEqualTo(5);
        LoanGranted again = give(5, 2);
        for (nowNanos = 0; nowNanos <= 1_000 * MILLI; nowNanos += 100 * MILLI) {
            assertThat(messages(engine.tick(nowNanos), 5, LoanVoided.class)).isEmpty();
        }
        nowNanos += MILLI;
        assertThat(only(engine.tick(nowNanos), 5, LoanVoided.class).loan())
                .isEqualTo(again.bundles().get(0).loan());
        assertThat(pool.queued()).isEqualTo(5);
    }

    @Test
    void shouldCountABorrowersSilenceFromItsFirstLoanOn() {
        begin(5, 6);
        receive(4, new FetchTasks(1, 9, false, 1, 0, 0));
        only(decide(new Decision.Refuse(4)), 4, RequestRefused.class);
        for (nowNanos = 0; nowNanos < 5_000 * MILLI; nowNanos += 100 * MILLI) {
            engine.tick(nowNanos);
        }
        assertThat(messages(decide(new Decision.Give(4, 2, 2)), 4, LoanGranted.class))
                .hasSize(1);
        assertThat(messages(engine.tick(nowNanos + 400 * MILLI), 4, LoanVoided.class))
                .isEmpty();
        assertThat(engine.totals().loansRetaken()).isZero();
    }

    @Test
    void shouldBlameNobodyForSilenceWhenItSleptItself() {
        begin(5, 6);
        give(4, 2);
        assertThat(messages(engine.tick(30_000 * MILLI), 4, LoanVoided.class)).isEmpty();
        assertThat(engine.totals().loansRetaken()).isZero();
    }

    @Test
    void shouldVoidWhatItHasLentOnWhenTheLoanThatItCameFromIsVoidOrItsLenderIsGone() {
        begin(5, 6);
        long sub = give(4, 2).bundles().get(0).loan();
        assertThat(only(receive(ROOT, new LoanVoided(5)), 4, LoanVoided.class).loan())
                .isEqualTo(sub);
        assertThat(only(
                        receive(4, new LoanReturned(sub, 0, null, 0, 0, tasks(2), LoanReturned.NOBODY)),
                        4,
                        LoanVoided.class))
                .isNotNull();
        receive(5, new LoanGranted(1, 0, 1, List.of(Bundle.of(8, tasks(4)))));
        taken(0);
        receive(4, new GrantTaken(1));
        long other = give(4, 2).bundles().get(0).loan();
        assertThat(only(engine.members(Mail.members(3, 4), 0), 4, LoanVoided.class)
                        .loan())
                .isEqualTo(other);
        assertThat(engine.loansOpen()).isZero();
    }

    @Test
    void shouldCallHomeWhatItHasLentOnBeforeItSettles() {
        PooledTask running = begin(5, 6);
        long sub = give(4, 2).bundles().get(0).loan();
        receive(4, new GrantTaken(1));
        assertThat(only(receive(ROOT, new SettleLoan(5)), 4, SettleLoan.class).loan())
                .isEqualTo(sub);
        assertThat(only(engine.tick(100 * MILLI), 4, SettleLoan.class).loan()).isEqualTo(sub);
        assertThat(pool.take(1)).as("its own tasks go on meanwhile").isNotNull();
        running.account().countExecuted(0);
        running.account().countExecuted(1);
        nowNanos = 101 * MILLI;
        List<LoanOutput> out = receive(4, new LoanReturned(sub, 0, null, 0, 0, tasks(2), LoanReturned.NOBODY));
        LoanReturned home = only(out, ROOT, LoanReturned.class);
        assertThat(home.executedTasks()).isEqualTo(2);
        assertThat(home.unfinished()).hasSize(4);
    }

    @Test
    void shouldAnswerARefusalAgainWhenTheRequestIsRepeated() {
        FetchTasks fetch = new FetchTasks(1, 9, false, 1, 0, 0);
        receive(4, fetch);
        only(decide(new Decision.Refuse(4)), 4, RequestRefused.class);
        only(receive(4, fetch), 4, RequestRefused.class);
        assertThat(decide(new Decision.Refuse(4))).isEmpty();
    }

    // --- by hand --------------------------------------------------------------------------------------------------

    private List<LoanOutput> receive(int from, LoanMessage message) {
        return engine.receive(Mail.letter(from, 3, message), nowNanos);
    }

    private List<LoanOutput> decide(Decision decision) {
        decisions.add(decision);
        return engine.tick(nowNanos);
    }

    private void borrow(long loan, int count) {
        receive(ROOT, new LoanGranted(1, 0, 1, List.of(Bundle.of(loan, tasks(count)))));
    }

    /** Lets the engine borrow a loan of {@code count} tasks, begins the first one and returns it. */
    private PooledTask begin(long loan, int count) {
        borrow(loan, count);
        return taken(0);
    }

    private LoanGranted give(int member, int count) {
        return only(decide(new Decision.Give(member, count, count)), member, LoanGranted.class);
    }

    private void finishAllBut(PooledTask running, int queued) {
        running.account().countExecuted(0);
        for (int task = 0; task < queued; task++) {
            taken(1).account().countExecuted(1);
        }
    }

    private PooledTask taken(int thread) {
        return Objects.requireNonNull(pool.take(thread), "a task");
    }
}
