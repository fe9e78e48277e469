package org.moide.engine.bag;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.moide.engine.compute.Interrupts;

class TaskTimesTest {
    private static final long LOOK = TimeUnit.MILLISECONDS.toNanos(200);
    private static final long LIMIT = 10 * LOOK;

    private final List<Integer> interrupted = new ArrayList<>();
    private final TaskTimes limited = new TaskTimes(2, LIMIT, interrupted::add, new Interrupts());
    private long now = -LOOK;

    private void look(TaskTimes times, int often) {
        for (int count = 0; count < often; count++) {
            now += LOOK;
            times.look(now);
        }
    }

    @Test
    void shouldSayWhichTaskHasBeenRunningForLongestAndOfNoneBetweenTasks() {
        TaskTimes times = new TaskTimes(3, TaskTimes.ANY_NANOS, interrupted::add, new Interrupts());
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
        assertThat(limited.limit()).isEqualTo("took longer than 2 s (--task-time-limit)");
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
        TaskTimes times = new TaskTimes(1, 1, thread -> compute.get().interrupt(), new Interrupts());
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
}
