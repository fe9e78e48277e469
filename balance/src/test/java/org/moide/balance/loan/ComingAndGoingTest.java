package org.moide.balance.loan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.moide.balance.loan.Mail.LIMITS;
import static org.moide.balance.loan.Mail.found;
import static org.moide.balance.loan.Mail.messages;
import static org.moide.balance.loan.Mail.only;
import static org.moide.balance.loan.Mail.tasks;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.moide.balance.loan.LoanMessage.FetchTasks;
import org.moide.balance.loan.LoanMessage.LoanGranted;
import org.moide.balance.loan.LoanMessage.LoanReturned;
import org.moide.balance.loan.LoanMessage.RequestRefused;
import org.moide.balance.loan.LoanMessage.ReturnAccepted;
import org.moide.balance.loan.LoanOutput.Drained;
import org.moide.balance.loan.member.EngineBalancer;
import org.moide.balance.pool.EnginePool;
import org.moide.balance.pool.PooledTask;
import org.moide.balance.strategy.Decision;
import org.moide.balance.strategy.MemberView;
import org.moide.balance.strategy.Membership;

/**
 * Tests engine 3 while other members join and leave, and when it leaves itself. The test says what the engine's
 * strategy decides.
 */
class ComingAndGoingTest {
    private static final int ROOT = Membership.ROOT;
    private static final FetchTasks REQUEST = new FetchTasks(1, 2, false, 1, 0, 0);

    private final EnginePool pool = new EnginePool(1, Mail.signal(), () -> {}, () -> 0);
    private final List<Decision> decisions = new ArrayList<>();
    private final List<MemberView.Request> seen = new ArrayList<>();
    private final EngineBalancer engine = EngineBalancer.of(3, 13, pool, this::decided, LIMITS);
    private Membership members = Mail.members(3, 4);

    ComingAndGoingTest() {
        engine.members(members, 0);
    }

    private List<Decision> decided(MemberView view) {
        seen.clear();
        seen.addAll(view.requests());
        List<Decision> now = List.copyOf(decisions);
        decisions.clear();
        return now;
    }

    // --- others ---------------------------------------------------------------------------------------------------

    @Test
    void shouldHearWhatAMemberAskedBeforeItWasToldOfIt() {
        receive(5, REQUEST);
        assertThat(seen).as("requests of a stranger").isEmpty();
        change(members.with(new Membership.Member(5, 15, 1, 1)));
        assertThat(seen).extracting(MemberView.Request::member).containsExactly(5);
    }

    @Test
    void shouldNotHearWhatAnEarlierEngineOfAMembersNumberAsked() {
        receive(5, REQUEST);
        change(members.with(new Membership.Member(5, 16, 1, 1)));
        assertThat(seen).isEmpty();
    }

    @Test
    void shouldLendNothingToOneOnItsWayOutAndTakeWhatItReturns() {
        borrow(9, 4);
        decisions.add(new Decision.Give(4, 2, 2));
        long lent = only(engine.tick(0), 4, LoanGranted.class).bundles().get(0).loan();
        receive(4, new LoanMessage.GrantTaken(1));
        receive(4, REQUEST);
        assertThat(seen).hasSize(1);
        change(members.leaving(4));
        assertThat(seen).as("requests of one that leaves").isEmpty();
        decisions.add(new Decision.Give(4, 1, 1));
        assertThat(messages(engine.tick(1), 4, LoanGranted.class)).isEmpty();
        only(receive(4, new LoanReturned(lent, 0, null, 0, 0, tasks(2), LoanReturned.NOBODY)), 4, ReturnAccepted.class);
        assertThat(pool.queued()).isEqualTo(4);
    }

    @Test
    void shouldNotWaitForTheAnswerOfOneOnItsWayOut() {
        decisions.add(new Decision.Ask(4, 1, true));
        only(engine.tick(0), 4, FetchTasks.class);
        change(members.leaving(4));
        change(members.without(4).with(new Membership.Member(4, 14, 1, 1)));
        decisions.add(new Decision.Ask(4, 1, true));
        assertThat(messages(engine.tick(1), 4, FetchTasks.class))
                .as("asked anew, not still waited for")
                .hasSize(1);
    }

    @Test
    void shouldTakeBackWhatIsEncodedForOneThatLeavesMeanwhile() {
        borrow(9, 1);
        PooledTask task = Objects.requireNonNull(pool.take(0), "a task");
        pool.put(0, task.account(), "child");
        decisions.add(new Decision.Give(4, 1, 1));
        long job = found(engine.tick(0), LoanOutput.EncodeTasks.class).get(0).job();
        change(members.leaving(4));
        assertThat(messages(engine.encoded(new LoanOutput.EncodedTasks(job, tasks(1)), 1), 4, LoanGranted.class))
                .isEmpty();
        assertThat(pool.queued()).isOne();
    }

    @Test
    void shouldPutBackWhatOneOnItsWayOutHoldsWhenItIsGoneAfterAll() {
        borrow(9, 2);
        decisions.add(new Decision.Give(4, 1, 1));
        engine.tick(0);
        change(members.leaving(4));
        assertThat(pool.queued()).isOne();
        change(members.without(4));
        assertThat(pool.queued()).isEqualTo(2);
    }

    // --- itself ---------------------------------------------------------------------------------------------------

    @Test
    void shouldReturnAllAndLetItsThreadsGoWhenItFindsItselfOnItsWayOut() {
        borrow(9, 2);
        LoanReturned returned = only(change(members.leaving(3)), ROOT, LoanReturned.class);
        assertThat(returned.unfinished()).hasSize(2);
        assertThat(pool.endWaiting(0)).as("told that there is no more").isFalse();
        assertThat(receive(ROOT, new ReturnAccepted(9))).contains(new Drained());
        assertThat(pool.endWaiting(0)).as("told that there is no more").isTrue();
    }

    @Test
    void shouldSayOnceMoreThatItIsDrainedWhenAskedOnceMore() {
        assertThat(change(members.leaving(3))).contains(new Drained());
        assertThat(engine.tick(1)).isEmpty();
        assertThat(engine.drain(2)).contains(new Drained());
    }

    @Test
    void shouldStayWhenItIsAnEarlierEngineOfItsNumberThatLeaves() {
        borrow(9, 2);
        Membership other = Mail.members(4).with(new Membership.Member(3, 12, 1, 1));
        assertThat(messages(engine.members(other.leaving(3), 0), ROOT, LoanReturned.class))
                .isEmpty();
    }

    @Test
    void shouldRefuseWhoAsksWhileItLeavesAndLetWaitWhoMayWait() {
        borrow(9, 2);
        engine.drain(0);
        only(receive(4, REQUEST), 4, RequestRefused.class);
        assertThat(messages(receive(4, new FetchTasks(2, 2, true, 1, 0, 0)), 4, RequestRefused.class))
                .isEmpty();
    }

    // --- by hand --------------------------------------------------------------------------------------------------

    private List<LoanOutput> change(Membership changed) {
        members = changed;
        return engine.members(changed, 0);
    }

    private List<LoanOutput> receive(int from, LoanMessage message) {
        return engine.receive(Mail.letter(from, 3, message), 0);
    }

    private void borrow(long loan, int count) {
        receive(ROOT, new LoanGranted(1, 0, 1, List.of(Bundle.of(loan, tasks(count)))));
    }
}
