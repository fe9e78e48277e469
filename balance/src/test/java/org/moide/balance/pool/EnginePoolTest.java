package org.moide.balance.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class EnginePoolTest {
    private final AtomicInteger dry = new AtomicInteger();
    private final AtomicLong clock = new AtomicLong(1_000);
    private final EnginePool pool = new EnginePool(2, new TestSignal(), dry::incrementAndGet, clock::get);
    private final LoanAccount account = new LoanAccount(1, 2, 3);

    @Test
    void shouldTakeTheOwnersNewestAndTheVictimsOldestWhenTasksWerePut() {
        pool.put(0, account, "a");
        pool.put(0, account, "b");
        pool.put(0, account, "c");
        assertThat(taken(0)).isEqualTo("c");
        assertThat(taken(1)).isEqualTo("a");
        assertThat(taken(0)).isEqualTo("b");
        assertThat(pool.take(0)).isNull();
        assertThat(pool.take(1)).isNull();
    }

    @Test
    void shouldTakeInOrderWhenTasksCameFromOutside() {
        List<PooledTask> tasks = new ArrayList<>();
        for (int number = 0; number < 100; number++) {
            tasks.add(new PooledTask(account, number, false));
        }
        pool.refill(tasks);
        for (int number = 0; number < 100; number++) {
            assertThat(taken(0)).isEqualTo(number);
        }
    }

    @Test
    void shouldKeepTasksWhileItIsHeld() {
        pool.put(0, account, "a");
        pool.hold(true);
        assertThat(pool.take(0)).isNull();
        assertThat(pool.queued()).isEqualTo(1);
        pool.hold(false);
        assertThat(taken(0)).isEqualTo("a");
    }

    @Test
    void shouldKeepEveryTaskWhenADequeGrows() {
        for (int number = 0; number < 1_000; number++) {
            pool.put(0, account, number);
        }
        assertThat(pool.queued()).isEqualTo(1_000);
        for (int number = 999; number >= 0; number--) {
            assertThat(taken(0)).isEqualTo(number);
        }
        assertThat(pool.isEmpty()).isTrue();
    }

    @Test
    void shouldBeShortWithFewerThanFourTasksAThread() {
        for (int number = 1; number < 8; number++) {
            pool.put(number % 2, account, number);
        }
        assertThat(pool.isShort()).isTrue();
        pool.put(0, account, 8);
        assertThat(pool.isShort()).isFalse();
        taken(1);
        assertThat(pool.isShort()).isTrue();
    }

    @Test
    void shouldDropTasksWhenTheirLoanIsVoid() {
        LoanAccount other = new LoanAccount(2, 2, 1);
        pool.put(0, other, "kept");
        pool.put(0, account, "dropped");
        account.markVoided();
        assertThat(taken(0)).isEqualTo("kept");
        assertThat(pool.takeSetAside()).isEmpty();
    }

    @Test
    void shouldSetTasksAsideWhenTheirLoanIsSettled() {
        pool.put(0, account, "queued");
        account.markSettling();
        assertThat(pool.take(1)).isNull();
        assertThat(pool.takeSetAside()).extracting(PooledTask::task).containsExactly("queued");
        assertThat(pool.takeSetAside()).isEmpty();
        assertThat(dry).as("the control thread is told").hasValue(1);
        account.markOpen();
        pool.put(0, account, "again");
        assertThat(taken(0)).isEqualTo("again");
    }

    @Test
    void shouldGiveWordOnceWhenItIsWantedAndTasksEnd() {
        pool.executed(0, account);
        assertThat(dry).as("nobody wanted to know").hasValue(0);
        pool.wantWord(true);
        assertThat(pool.takeWord()).as("nothing has ended").isFalse();
        pool.executed(1, account);
        pool.executed(0, account);
        assertThat(dry).hasValue(1);
        assertThat(pool.takeWord()).isTrue();
        assertThat(pool.takeWord()).as("it was taken").isFalse();
        assertThat(account.executed()).isEqualTo(3);
    }

    @Test
    void shouldGiveWordOnceWhenItIsWantedAndTasksArePut() {
        pool.wantWord(true);
        pool.put(0, account, "a");
        pool.put(0, account, "b");
        assertThat(dry).hasValue(1);
        assertThat(pool.takeWord()).isTrue();
    }

    @Test
    void shouldGiveNoWordOfPutsWhenItIsWantedOfEndsOnly() {
        pool.wantWord(false);
        pool.put(0, account, "a");
        assertThat(dry).hasValue(0);
        assertThat(pool.takeWord()).isFalse();
        pool.executed(0, account);
        assertThat(dry).hasValue(1);
        assertThat(pool.takeWord()).isTrue();
    }

    @Test
    void shouldTakeOutOneLoansTasksWhenAnotherHasSomeToo() {
        LoanAccount other = new LoanAccount(2, 2, 2);
        pool.put(0, account, "a");
        pool.put(1, other, "x");
        pool.put(1, account, "b");
        pool.refill(List.of(new PooledTask(other, "y", false), new PooledTask(account, "c", false)));
        assertThat(pool.takeOut(loan -> loan == account, 2)).hasSize(2);
        assertThat(pool.takeOut(loan -> loan == account, 2)).hasSize(1);
        assertThat(List.of(taken(0), taken(0))).containsExactlyInAnyOrder("x", "y");
    }

    @Test
    void shouldTellEveryThreadOnceWhenARoundEnds() throws InterruptedException {
        pool.end();
        pool.put(0, account, "of the next round");
        assertThat(pool.take(0)).as("before it was told").isNull();
        assertThat(pool.awaitWork(0, () -> false)).isFalse();
        assertThat(taken(0)).isEqualTo("of the next round");
        assertThat(pool.awaitWork(1, () -> false)).isFalse();
        assertThat(pool.awaitWork(1, () -> true)).isTrue();
    }

    @Test
    void shouldCountThreadsThatWaitInThisRoundOnlyWhenARoundHasEnded() {
        pool.beginWaiting(0);
        pool.leave(1);
        assertThat(pool.waitingThreads()).isEqualTo(2);
        pool.end();
        assertThat(pool.waitingThreads()).as("the first has not been told").isEqualTo(1);
        assertThat(pool.endWaiting(0)).isTrue();
        pool.beginWaiting(0);
        assertThat(pool.waitingThreads()).isEqualTo(2);
        assertThat(pool.leftThreads()).isEqualTo(1);
    }

    @Test
    void shouldCountHowLongThreadsWaitAndAreGone() {
        pool.beginWaiting(0);
        clock.addAndGet(5);
        assertThat(pool.withoutTaskNanos()).as("still waiting").isEqualTo(5);
        pool.endWaiting(0);
        clock.addAndGet(100);
        assertThat(pool.withoutTaskNanos()).isEqualTo(5);
        pool.leave(1);
        clock.addAndGet(2);
        assertThat(pool.withoutTaskNanos()).isEqualTo(7);
    }

    @Test
    void shouldCountWhatAThreadDoesAsideWhileItGoesOn() {
        pool.aside(0, true);
        pool.aside(1, true);
        clock.addAndGet(10);
        assertThat(pool.withoutTaskNanos()).as("both still aside").isEqualTo(20);
        pool.aside(0, false);
        clock.addAndGet(3);
        assertThat(pool.withoutTaskNanos()).as("one still aside").isEqualTo(23);
        pool.leave(1);
        clock.addAndGet(2);
        assertThat(pool.withoutTaskNanos()).as("gone, which counts once").isEqualTo(25);
    }

    @Test
    void shouldThrowOutWhoWaitsWhenThePoolIsAbandoned() {
        pool.put(0, account, "never taken");
        pool.abandon();
        assertThat(pool.take(0)).isNull();
        assertThatThrownBy(() -> pool.awaitWork(0, () -> false))
                .isInstanceOf(InterruptedException.class)
                .hasMessageContaining("abandoned");
    }

    @Test
    void shouldRefuseAnEncodedTaskWhenItIsNoBytes() {
        assertThatThrownBy(() -> new PooledTask(account, "text", true))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("loan 1: expected an encoded task as byte[], found java.lang.String");
    }

    private Object taken(int thread) {
        PooledTask task = pool.take(thread);
        return Objects.requireNonNull(task, "a task for thread " + thread).task();
    }
}
