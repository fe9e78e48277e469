package org.moide.balance.loan.member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.moide.balance.loan.Mail.LIMITS;
import static org.moide.balance.loan.Mail.MILLI;
import static org.moide.balance.loan.Mail.tasks;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.moide.balance.loan.BorrowedFrom;
import org.moide.balance.loan.Bundle;
import org.moide.balance.loan.LoanMessage.FetchTasks;
import org.moide.balance.loan.LoanMessage.LoanGranted;
import org.moide.balance.loan.Mail;
import org.moide.balance.pool.EnginePool;
import org.moide.balance.pool.LoanAccount;
import org.moide.balance.pool.PooledTask;
import org.moide.balance.strategy.Decision;
import org.moide.balance.strategy.Membership;

/** Tests at which times an engine with one thread checks its pool. The strategy in the tests answers no requests. */
class PoolWatchTest {
    private static final int OTHER = 4;

    private final AtomicInteger woken = new AtomicInteger();
    private final EnginePool pool = new EnginePool(1, Mail.signal(), woken::incrementAndGet, () -> 0);
    private final List<Decision> decisions = new ArrayList<>();
    private final EngineBalancer engine = EngineBalancer.of(3, 13, pool, Mail.deciding(decisions), LIMITS);
    private final PoolWatch watch = new PoolWatch(engine, pool);
    private long nowNanos;

    PoolWatchTest() {
        engine.members(Mail.members(3, OTHER), 0);
    }

    @Test
    void shouldLeaveTimeToMessagesWhenAllThreadsWait() {
        pool.beginWaiting(0);
        tickIn(MILLI);
        tickIn(20 * MILLI); // the report that all threads wait was sent
        assertThat(watch.nextTickNanos(nowNanos)).isEqualTo(engine.nextTickNanos());
    }

    @Test
    void shouldLookEachMillisecondWhenTasksAreShort() {
        borrow(1_000);
        run(200);
        assertThat(tickIn(MILLI))
                .as("800 tasks of 5 microseconds last for 4 ms")
                .isBetween(MILLI, 2 * MILLI);
        run(790);
        assertThat(tickIn(MILLI)).isEqualTo(MILLI);
    }

    @Test
    void shouldLookWhenHalfOfTheQueueIsDoneWhenTasksAreLong() {
        borrow(9);
        run(1);
        assertThat(tickIn(2 * MILLI)).as("8 tasks of 2 ms").isEqualTo(8 * MILLI);
        run(4);
        assertThat(tickIn(8 * MILLI)).isEqualTo(4 * MILLI);
        assertThat(woken).as("nobody was to say anything").hasValue(0);
    }

    @Test
    void shouldLookEachMillisecondAndHaveTheEndOfATaskSaidWhenAnotherWaitsForTasks() {
        borrow(9);
        engine.receive(Mail.letter(OTHER, 3, new FetchTasks(1, 1, true, 1, 0, 0)), nowNanos);
        run(1);
        assertThat(tickIn(2 * MILLI)).isEqualTo(MILLI);
        PooledTask task = Objects.requireNonNull(pool.take(0));
        assertThat(tickIn(MILLI)).as("it is not over").isEqualTo(8 * MILLI);
        pool.put(0, task.account(), "its thread may be about to go on with it");
        assertThat(woken).hasValue(0);
        pool.executed(0, task.account());
        assertThat(woken).hasValue(1);
    }

    @Test
    void shouldSleepAndHaveItSaidWhenALongTaskPutsSomethingThatAnotherWaitsFor() {
        borrow(9);
        engine.receive(Mail.letter(OTHER, 3, new FetchTasks(1, 1, true, 1, 0, 0)), nowNanos);
        run(1);
        tickIn(2 * MILLI);
        PooledTask task = Objects.requireNonNull(pool.take(0));
        tickIn(MILLI);
        assertThat(tickIn(8 * MILLI)).isEqualTo(64 * MILLI);
        pool.put(0, task.account(), "there will be more");
        assertThat(woken).hasValue(1);
    }

    @Test
    void shouldLookEverMoreSeldomAndHaveItSaidWhenNoTaskEnds() {
        borrow(2);
        PooledTask first = Objects.requireNonNull(pool.take(0));
        assertThat(List.of(tickIn(MILLI), tickIn(MILLI), tickIn(8 * MILLI)))
                .containsExactly(8 * MILLI, 64 * MILLI, 64 * MILLI);
        pool.put(0, first.account(), "for whom it may concern");
        assertThat(woken).hasValue(1);
        run(1);
        assertThat(tickIn(MILLI)).isLessThanOrEqualTo(16 * MILLI);
    }

    @Test
    void shouldSayWhatIsBorrowedOfWhomAndHowMuchOfItIsDone() {
        assertThat(engine.borrowedNow()).isEmpty();
        borrow(9);
        run(4);
        pool.put(0, Objects.requireNonNull(pool.take(0)).account(), "one more");
        assertThat(engine.borrowedNow()).containsExactly(new BorrowedFrom(Membership.ROOT, 1, 10, 4));
    }

    private void borrow(int count) {
        decisions.add(new Decision.Ask(Membership.ROOT, count, true));
        engine.tick(nowNanos);
        engine.receive(
                Mail.letter(Membership.ROOT, 3, new LoanGranted(1, 0, 1, List.of(Bundle.of(5, tasks(count))))),
                nowNanos);
        assertThat(pool.queued()).isEqualTo(count);
    }

    private void run(int count) {
        for (int task = 0; task < count; task++) {
            LoanAccount account = Objects.requireNonNull(pool.take(0)).account();
            pool.executed(0, account);
        }
    }

    /**
     * Lets time pass, then performs a step of the balancer.
     *
     * @return the time until the next step
     */
    private long tickIn(long nanos) {
        nowNanos += nanos;
        engine.tick(nowNanos);
        return watch.nextTickNanos(nowNanos) - nowNanos;
    }
}
