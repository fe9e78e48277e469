package org.moide.balance.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.moide.commlib.litmus.Litmus;

/**
 * Tests races between the control thread, which adds tasks and takes them out, and compute threads, which put and take
 * tasks. Each task must be taken once, and tasks that were added before a thread's last check must be
 * found. The same test must find the fault of each faulty queue.
 */
@Tag("races")
class QueuesLitmusTest {
    private static final int BATCH = 50;
    private static final long SEARCH_SECONDS = 20;
    private static final int THREADS = 2;
    private static final int REFILLED = 6;
    private static final int PUT_BY_EACH = 2;
    private static final int TASKS = REFILLED + THREADS * PUT_BY_EACH;
    private static final LoanAccount ACCOUNT = new LoanAccount(1, THREADS, 1);

    /** One try: the queues of a pool, and the tasks that each actor has taken. */
    private static final class Bag {
        private final TaskQueues queues;
        private final List<PooledTask> tasks = new ArrayList<>();
        private final int[][] taken = new int[THREADS][TASKS];
        private volatile boolean refilled;

        Bag(TaskQueues queues) {
            this.queues = queues;
            for (int task = 0; task < TASKS; task++) {
                tasks.add(new PooledTask(ACCOUNT, task, false));
            }
        }

        /** Checks, after all actors have acted, that each task was taken once; returns null, or what is wrong. */
        @Nullable
        String judge() {
            for (int task = 0; task < TASKS; task++) {
                int times = 0;
                for (int[] row : taken) {
                    times += row[task];
                }
                if (times != 1) {
                    return "task " + task + " taken " + times + " times";
                }
            }
            return queues.isEmpty() && queues.queued() == 0 ? null : "said to hold tasks when all were taken";
        }
    }

    @ParameterizedTest
    @EnumSource(
            mode = Mode.EXCLUDE,
            names = {"FIFO_CEN_II", "LIFO_CEN_II"}) // the same queues as those without II
    void shouldGiveEachTaskOnceWhenTheControlThreadMeddles(Discipline discipline) throws InterruptedException {
        Litmus.Outcome outcome =
                litmus(() -> discipline.queues(THREADS, () -> {})).run(15_000);
        assertThat(outcome.forbidden()).as(outcome.toString()).isNull();
    }

    @ParameterizedTest
    @Tag("full")
    @EnumSource
    void shouldCatchTheFlawWhenAQueueHasOne(RacyQueue.Flaw flaw) throws InterruptedException {
        Litmus.Outcome outcome = litmus(() -> new RacyQueue(flaw)).search(SEARCH_SECONDS);
        System.out.println("canary " + flaw + ": " + outcome);
        assertThat(outcome.forbidden()).as(flaw + ": " + outcome).isNotNull();
    }

    private static Litmus<Bag> litmus(Supplier<TaskQueues> queues) {
        return new Litmus<>(
                BATCH,
                () -> new Bag(queues.get()),
                Bag::judge,
                List.of(QueuesLitmusTest::control, bag -> compute(bag, 0), bag -> compute(bag, 1)));
    }

    private static @Nullable String control(Bag bag) {
        bag.queues.refill(bag.tasks.subList(0, REFILLED / 2));
        List<PooledTask> found = new ArrayList<>();
        bag.queues.takeOut(account -> true, 2, found);
        bag.queues.refill(bag.tasks.subList(REFILLED / 2, REFILLED - 1));
        bag.queues.putBack(found);
        List<PooledTask> later = new ArrayList<>();
        bag.queues.takeOut(account -> true, 2, later);
        bag.queues.refill(later);
        bag.queues.refill(bag.tasks.subList(REFILLED - 1, REFILLED)); // may be the only task then
        bag.refilled = true;
        return null;
    }

    private static @Nullable String compute(Bag bag, int thread) {
        int put = 0;
        while (true) {
            boolean last = bag.refilled && put == PUT_BY_EACH;
            PooledTask task = bag.queues.take(thread);
            if (task != null) {
                bag.taken[thread][(Integer) task.task()]++;
            } else if (last) {
                return null;
            } else {
                Thread.yield(); // the control thread may need this processor
            }
            if (put < PUT_BY_EACH) {
                bag.queues.put(thread, bag.tasks.get(REFILLED + PUT_BY_EACH * thread + put));
                put++;
            }
        }
    }
}
