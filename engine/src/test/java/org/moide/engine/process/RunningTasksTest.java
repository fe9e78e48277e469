package org.moide.engine.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RunningTasksTest {
    private final AtomicLong nowNanos = new AtomicLong(1_000);

    private static String seen(RunningTasks tasks) throws IOException {
        try (LastTasks last = LastTasks.open(ProcessHandle.current().pid(), tasks.descriptor())) {
            return last.inWords();
        }
    }

    @Test
    void shouldSayWhatEachThreadRunsAndNothingOfOneBetweenTasks() throws IOException {
        RunningTasks tasks = RunningTasks.create(3, nowNanos::get);
        assertThat(seen(tasks)).isEmpty();
        tasks.begins(0, "left\nright");
        tasks.begins(1, new long[7]);
        tasks.begins(2, "x".repeat(1_000));
        assertThat(seen(tasks))
                .isEqualTo("task 'left\\nright' and task 'long[7]' and task '" + "x".repeat(157) + "...'");
        tasks.ended(0);
        tasks.ended(2);
        assertThat(seen(tasks)).isEqualTo("task 'long[7]'");
    }

    @Test
    void shouldNameTheNextBestOnesWhenNamesCostMoreThanAHundredthOfTheTime() throws IOException {
        RunningTasks tasks = RunningTasks.create(1, nowNanos::get);
        AtomicInteger named = new AtomicInteger();
        for (int number = 1; number <= 10_000; number++) {
            nowNanos.addAndGet(100_000); // so long each takes
            int task = number;
            tasks.begins(0, new Object() {
                @Override
                public String toString() {
                    named.incrementAndGet();
                    nowNanos.addAndGet(50_000); // and so long its name
                    return "t" + task;
                }
            });
        }
        // 1 s of tasks in all: a hundredth of it and what is free are 15 ms, so 300 names.
        assertThat(named.get()).isBetween(250, 350);
        assertThat(seen(tasks)).matches("task 't10000'|a tiny task, begun \\d+ after task 't\\d+'");
    }

    @Test
    void shouldGoOnWhenATaskCannotSayItsName() throws IOException {
        RunningTasks tasks = RunningTasks.create(1, nowNanos::get);
        tasks.begins(0, new Object() {
            @Override
            public String toString() {
                throw new IllegalStateException("planned");
            }
        });
        assertThat(seen(tasks)).startsWith("task 'org.moide.engine.process.RunningTasksTest$");
    }
}
