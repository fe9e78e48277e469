package org.moide.engine.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.moide.balance.data.TaskClass;
import org.moide.balance.loan.BegunTask;
import org.moide.balance.pool.LoanAccount;
import org.moide.balance.pool.PooledTask;

class RunningTasksTest {
    private final AtomicLong nowNanos = new AtomicLong(1_000);

    private static String seen(RunningTasks tasks) throws IOException {
        try (LastTasks last = LastTasks.open(ProcessHandle.current().pid(), tasks.descriptor())) {
            return LastTasks.inWords(last.begun());
        }
    }

    private static void begin(RunningTasks tasks, int thread, Object task) {
        tasks.begins(thread, new PooledTask(new LoanAccount(1, 3, 9, 4, 17), task, false));
        tasks.named(thread, task);
    }

    @Test
    void shouldSayOfWhichLoanATaskIsBeforeItHasAName() throws IOException {
        RunningTasks tasks = RunningTasks.create(2, nowNanos::get);
        LoanAccount account = new LoanAccount(1, 2, 9, 4, 17);
        PooledTask lent = PooledTask.encoded(account, new byte[3], 8);
        tasks.begins(0, lent);
        tasks.closes(1, account);
        try (LastTasks last = LastTasks.open(ProcessHandle.current().pid(), tasks.descriptor())) {
            assertThat(last.begun())
                    .containsExactly(
                            new BegunTask(4, 17, 8, "without a name"),
                            new BegunTask(4, 17, PooledTask.NO_PLACE, "without a name"));
        }
        try (LastTasks last = LastTasks.open(ProcessHandle.current().pid(), tasks.descriptor())) {
            assertThat(last.begun(0)).containsExactly(new BegunTask(4, 17, 8, "without a name"));
        }
        tasks.begins(0, PooledTask.putBy(lent, "child", TaskClass.NONE, Double.NaN));
        tasks.named(0, "child");
        tasks.ended(1);
        try (LastTasks last = LastTasks.open(ProcessHandle.current().pid(), tasks.descriptor())) {
            assertThat(last.begun()).containsExactly(new BegunTask(4, 17, 8, "'child'"));
        }
        tasks.forget();
        assertThat(seen(tasks)).isEmpty();
    }

    @Test
    void shouldSayWhatEachThreadRunsAndNothingOfOneBetweenTasks() throws IOException {
        RunningTasks tasks = RunningTasks.create(3, nowNanos::get);
        assertThat(seen(tasks)).isEmpty();
        begin(tasks, 0, "left\nright");
        begin(tasks, 1, new long[7]);
        begin(tasks, 2, "x".repeat(1_000));
        assertThat(seen(tasks))
                .isEqualTo("task 'left\\nright' and task 'long[7]' and task '" + "x".repeat(157) + "...'");
        tasks.ended(0);
        tasks.ended(2);
        assertThat(seen(tasks)).isEqualTo("task 'long[7]'");
    }

    @Test
    void shouldSayWhichTaskOfWhichWorkerIsHandledAlsoByASpareThread() throws IOException {
        RunningTasks tasks = RunningTasks.create(1, nowNanos::get);
        tasks.handles(0, 7, "ask");
        tasks.handles(1, 5, "boom");
        tasks.handles(1_000, 6, "no room"); // a thread without a slot; the call does no harm
        tasks.ended(1_000);
        try (LastTasks last = LastTasks.open(ProcessHandle.current().pid(), tasks.descriptor())) {
            assertThat(last.begun())
                    .containsExactly(
                            new BegunTask(BegunTask.NOBODY, 0, 0, "'ask of worker 7'"),
                            new BegunTask(BegunTask.NOBODY, 0, 0, "'boom of worker 5'"));
        }
        tasks.ended(0);
        assertThat(seen(tasks)).isEqualTo("task 'boom of worker 5'");
    }

    @Test
    void shouldNameTheNextBestOnesWhenNamesCostMoreThanAHundredthOfTheTime() throws IOException {
        RunningTasks tasks = RunningTasks.create(1, nowNanos::get);
        AtomicInteger named = new AtomicInteger();
        for (int number = 1; number <= 10_000; number++) {
            nowNanos.addAndGet(100_000); // the run time of each task
            int task = number;
            begin(tasks, 0, new Object() {
                @Override
                public String toString() {
                    named.incrementAndGet();
                    nowNanos.addAndGet(50_000); // the time for a task's name
                    return "t" + task;
                }
            });
        }
        // All tasks take 1 s. A hundredth of it and the free time are 15 ms, enough for 300 names.
        assertThat(named.get()).isBetween(250, 350);
        assertThat(seen(tasks)).matches("task 't10000'|task without a name, begun \\d+ after 't\\d+'");
    }

    @Test
    void shouldGoOnWhenATaskCannotSayItsName() throws IOException {
        RunningTasks tasks = RunningTasks.create(1, nowNanos::get);
        begin(tasks, 0, new Object() {
            @Override
            public String toString() {
                throw new IllegalStateException("planned");
            }
        });
        assertThat(seen(tasks)).startsWith("task 'org.moide.engine.host.RunningTasksTest$");
    }
}
