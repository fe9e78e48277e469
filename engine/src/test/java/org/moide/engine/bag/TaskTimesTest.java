package org.moide.engine.bag;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.moide.balance.pool.LoanAccount;
import org.moide.balance.pool.PooledTask;
import org.moide.engine.compute.Interrupts;

class TaskTimesTest {
    private static final long LOOK = TimeUnit.MILLISECONDS.toNanos(200);
    private static final long LIMIT = 10 * LOOK;

    private final List<Integer> interrupted = new ArrayList<>();
    private final TaskTimes limited = new TaskTimes(2, LIMIT, interrupted::add, thread -> {}, new Interrupts());
    private long now = -LOOK;

    private void look(TaskTimes times, int often) {
        for (int count = 0; count < often; count++) {
            now += LOOK;
            times.look(now);
        }
    }

    @Test
    void shouldSayWhichTaskHasBeenRunningForLongestAndOfNoneBetweenTasks() {
        TaskTimes times = new TaskTimes(3, TaskTimes.ANY_NANOS, interrupted::add, thread -> {}, new Interrupts());
        look(times, 1);
        assertThat(times.longest()).isNull();
        times.begins(2);
        look(times, 1);
        times.begins(1);
        look(times, 99);
        assertThat(times.longest()).isEqualTo(new TaskTimes.Running(2, 1, 99 * LOOK));
        assertThat(times.ended(2)).isFalse();
        times.begins(2); // the thread's next task
        look(times, 1);
        assertThat(times.longest()).isEqualTo(new TaskTimes.Running(1, 1, 99 * LOOK));
        times.ended(1);
        times.ended(2);
        look(times, 1);
        assertThat(times.longest()).isNull();
        assertThat(interrupted).isEmpty();
        assertThat(times.deaf()).isNull();
    }

    @Test
    void shouldInterruptOnceWhatTakesTooLongAndSayWhenItIsDeaf() {
        limited.begins(0);
        look(limited, 1);
        limited.begins(1);
        look(limited, 9);
        limited.ended(1);
        limited.begins(1);
        assertThat(interrupted).isEmpty();
        look(limited, 1);
        assertThat(interrupted).containsExactly(0);
        assertThat(limited.isToldToEnd(0)).isTrue();
        assertThat(limited.isToldToEnd(1)).isFalse();
        look(limited, (int) (TaskTimes.GRACE_NANOS / LOOK) - 1);
        assertThat(limited.deaf()).isNull();
        limited.ended(1);
        limited.begins(1);
        look(limited, 1);
        assertThat(limited.deaf()).isEqualTo(new TaskTimes.Running(0, 1, LIMIT + TaskTimes.GRACE_NANOS));
        assertThat(limited.ended(0)).isTrue();
        assertThat(limited.ended(0)).isFalse();
        limited.begins(0);
        look(limited, 2);
        assertThat(limited.deaf()).isNull();
        assertThat(limited.ended(0)).isFalse();
        assertThat(interrupted).contains(0).hasSizeLessThan(3);
        assertThat(limited.limit(0)).isEqualTo("took longer than 2 s (--task-time-limit)");
    }

    @Test
    void shouldLimitATaskByALimitOfItsOwnAndNotTheNext() {
        TaskTimes any = new TaskTimes(2, TaskTimes.ANY_NANOS, interrupted::add, thread -> {}, new Interrupts());
        any.begins(0);
        any.limit(0, 5 * LOOK);
        any.begins(1);
        assertThat(any.isLimited(0)).isTrue();
        assertThat(any.isLimited(1)).isFalse();
        look(any, 5);
        assertThat(interrupted).isEmpty();
        look(any, 1);
        assertThat(interrupted).containsExactly(0);
        assertThat(any.limit(0)).isEqualTo("took longer than 1 s (CallOptions.timeLimit)");
        assertThat(any.ended(0)).isTrue();
        any.begins(0);
        assertThat(any.isLimited(0)).isFalse();
        look(any, 20);
        assertThat(interrupted).containsExactly(0);
        assertThat(any.ended(0)).isFalse();

        limited.begins(0);
        limited.limit(0, 2 * LIMIT); // longer than that of all tasks
        look(limited, 15);
        assertThat(interrupted).containsExactly(0);
        assertThat(limited.ended(0)).isFalse();
    }

    @Test
    void shouldBlameNoTaskForTimeInWhichTheJvmStoodStill() {
        limited.begins(0);
        look(limited, 2);
        now += 100 * LIMIT; // the machine was suspended
        look(limited, 2);
        assertThat(interrupted).isEmpty();
        assertThat(limited.longest()).isEqualTo(new TaskTimes.Running(0, 1, 2 * LOOK));
        look(limited, 8);
        assertThat(interrupted).containsExactly(0);
        now += 100 * LIMIT;
        look(limited, 1);
        assertThat(limited.deaf()).isNull();
    }

    @Test
    @Tag("races")
    void shouldNeverInterruptTheTaskAfter() throws InterruptedException {
        AtomicReference<Thread> compute = new AtomicReference<>();
        TaskTimes times = new TaskTimes(1, 1, thread -> compute.get().interrupt(), thread -> {}, new Interrupts());
        AtomicBoolean hit = new AtomicBoolean();
        Thread thread = new Thread(() -> {
            int told = 0;
            while (told < 300) {
                times.begins(0);
                Thread.onSpinWait();
                told += times.ended(0) ? 1 : 0;
                hit.compareAndSet(false, Thread.currentThread().isInterrupted());
            }
        });
        compute.set(thread);
        thread.start();
        for (long look = 0; thread.isAlive(); look++) {
            times.look(look * 10);
        }
        thread.join();
        assertThat(hit).isFalse();
    }

    @Test
    void shouldMoveWhatHasRunForThreeLooksAndHasPutNothing() {
        TaskTimes times = new TaskTimes(2, TaskTimes.ANY_NANOS, interrupted::add, thread -> {}, new Interrupts());
        PooledTask one = new PooledTask(new LoanAccount(1, 2, 1), "one", false);
        times.begins(0);
        times.begins(1);
        look(times, 2);
        assertThat(times.marked()).as("marked by the second look, for the next").isEmpty();
        look(times, 1);
        assertThat(times.marked())
                .containsExactly(new TaskTimes.Running(0, 1, 2 * LOOK), new TaskTimes.Running(1, 1, 2 * LOOK));
        times.puts(1);
        assertThat(times.move(times.marked().get(1), one)).isFalse();
        assertThat(times.move(times.marked().get(0), one)).isTrue();
        List<TaskTimes.Running> before = times.marked();
        assertThat(times.moved(0)).isSameAs(one);
        times.ended(0);
        assertThat(times.takeMoved(0)).isSameAs(one);
        times.begins(0);
        assertThat(times.move(before.get(0), one)).isFalse();
        assertThat(times.takeMoved(0)).isNull();
        assertThat(times.takeMoved(1)).isNull();
        assertThat(interrupted).isEmpty();
    }

    @Test
    void shouldInterruptWhatNobodyWantsAndLetItTakeItsTime() {
        TaskTimes times = new TaskTimes(1, TaskTimes.ANY_NANOS, interrupted::add, thread -> {}, new Interrupts());
        times.begins(0);
        look(times, 3);
        times.endUnwanted(times.marked().get(0), now);
        assertThat(interrupted).containsExactly(0);
        look(times, 100);
        assertThat(times.deaf()).isNull();
        assertThat(times.ended(0)).isTrue();
        times.begins(0);
        look(times, 100);
        assertThat(interrupted).hasSize(1);
        assertThat(times.ended(0)).isFalse();
    }

    /**
     * A thread that runs many short tasks, of which every second one puts a task. Meanwhile the test's own thread moves
     * running tasks to another loan.
     */
    private static final class Short extends Thread {
        private static final int MOST_TASKS = 5_000_000;

        private final TaskTimes times;
        private final boolean[] asMoved = new boolean[MOST_TASKS + 1];
        private final boolean[] putUnmoved = new boolean[MOST_TASKS + 1];
        private volatile boolean enough;

        Short(TaskTimes times) {
            this.times = times;
        }

        @Override
        public void run() {
            for (int task = 1; task <= MOST_TASKS && !enough; task++) {
                times.begins(0);
                spin(task % 37 * (task % 8 == 0 ? 100 : 1)); // long enough to be looked at some times
                if (task % 2 == 0) {
                    times.puts(0);
                    asMoved[task] = times.takeMoved(0) != null;
                    putUnmoved[task] = !asMoved[task];
                    spin(task % 23);
                }
                times.ended(0);
                asMoved[task] |= times.takeMoved(0) != null;
            }
        }

        private static void spin(int often) {
            for (int turn = 0; turn < often; turn++) {
                Thread.onSpinWait();
            }
        }
    }

    @Test
    @Tag("races")
    void shouldEitherMoveATaskOrLetItEndAsItWas() throws InterruptedException {
        AtomicReference<Thread> compute = new AtomicReference<>();
        Short thread = new Short(new TaskTimes(
                1, TaskTimes.ANY_NANOS, index -> {}, index -> compute.get().getStackTrace(), new Interrupts()));
        compute.set(thread);
        PooledTask task = new PooledTask(new LoanAccount(1, 1, 1), "a task", false);
        Set<Long> moved = new HashSet<>();
        thread.start();
        for (long look = 0; thread.isAlive(); look++) {
            thread.times.look(look);
            for (TaskTimes.Running running : thread.times.marked()) {
                if (thread.times.move(running, task)) {
                    moved.add(running.number());
                }
            }
            thread.enough = moved.size() >= 40;
        }
        thread.join();
        assertThat(moved).as("tasks that were moved: none tries nothing").hasSizeGreaterThan(10);
        for (int number = 1; number <= Short.MOST_TASKS; number++) {
            boolean isMoved = moved.contains((long) number);
            assertThat(thread.asMoved[number])
                    .as("task %s ended as moved", number)
                    .isEqualTo(isMoved);
            assertThat(isMoved && thread.putUnmoved[number])
                    .as("task %s was moved after it had put a task", number)
                    .isFalse();
        }
    }
}
