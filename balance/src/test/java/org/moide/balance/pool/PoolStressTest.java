package org.moide.balance.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests the deques and the pool with real threads: every task is taken exactly once, and none is left
 * behind.
 */
@Tag("races")
class PoolStressTest {
    private static final int TASKS = 200_000;
    private static final int THIEVES = 3;

    /**
     * Checks tasks that are put in bursts. With bursts of one task, threads race for the last task. Bursts of hundreds
     * reuse slots and let the deque grow.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 8, 300})
    void shouldGiveEveryTaskToExactlyOneWhenOwnerAndThievesRace(int burst) throws InterruptedException {
        TaskDeque deque = new TaskDeque();
        assertThat(timesTakenWrong(
                        new Deque() {
                            @Override
                            public void push(PooledTask task) {
                                deque.push(task);
                            }

                            @Override
                            public @Nullable PooledTask pop() {
                                return deque.pop();
                            }

                            @Override
                            public @Nullable PooledTask steal() {
                                return deque.steal();
                            }
                        },
                        burst))
                .isZero();
    }

    /**
     * Checks that the same test fails with an unsafe deque; otherwise it would prove nothing. The unsafe deque leaves
     * much time for a race, since on a busy machine with few processors threads seldom run at the same moment.
     */
    @Test
    void shouldNoticeWhenADequeIsNotSafe() throws InterruptedException {
        int wrong = 0;
        for (int attempt = 0; attempt < 100 && wrong == 0; attempt++) {
            wrong = timesTakenWrong(new CarelessDeque(), 8);
        }
        assertThat(wrong).as("tasks lost or taken twice").isPositive();
    }

    @Test
    void shouldRunEveryTaskOnceWhenThreadsPutTakeAndWaitWhileTheControlThreadMeddles() throws InterruptedException {
        int threads = 3;
        int bundle = 50;
        AtomicLong executed = new AtomicLong();
        AtomicLong created = new AtomicLong();
        Queue<Throwable> faults = new ConcurrentLinkedQueue<>();
        EnginePool pool = new EnginePool(threads, new TestSignal(), () -> {}, System::nanoTime);
        LoanAccount account = new LoanAccount(1, threads, bundle);
        List<Thread> workers = new ArrayList<>();
        for (int index = 0; index < threads; index++) {
            int thread = index;
            SplittableRandom random = new SplittableRandom(index);
            workers.add(StressThreads.start("worker-" + index, faults, () -> {
                boolean more = true;
                while (more) {
                    PooledTask task = pool.take(thread);
                    if (task == null) {
                        more = pool.awaitWork(thread, () -> false);
                        continue;
                    }
                    int depth = (Integer) task.task();
                    int children = depth == 0 ? 0 : random.nextInt(4);
                    for (int child = 0; child < children; child++) {
                        created.incrementAndGet();
                        pool.put(thread, random.nextInt(threads), new PooledTask(account, depth - 1, false));
                    }
                    executed.incrementAndGet();
                    account.countExecuted(thread);
                }
            }));
        }
        List<PooledTask> first = new ArrayList<>();
        for (int task = 0; task < bundle; task++) {
            first.add(new PooledTask(account, 12, false));
        }
        pool.refill(first);
        boolean settling = false;
        while (!account.isDone(0) && faults.isEmpty()) {
            List<PooledTask> out = pool.takeOut(loan -> true, 7);
            if (settling) {
                account.markOpen();
            } else {
                account.markSettling();
            }
            settling = !settling;
            out.addAll(pool.takeSetAside());
            if (!out.isEmpty()) {
                pool.refill(out);
            }
            Thread.onSpinWait();
        }
        pool.end();
        for (Thread worker : workers) {
            worker.join();
        }
        assertThat(faults).isEmpty();
        assertThat(executed.get()).as("as many as lent and created").isEqualTo(bundle + created.get());
        assertThat(pool.queued()).isZero();
        assertThat(account.executed()).isEqualTo(executed.get());
        assertThat(account.created()).isEqualTo(created.get());
    }

    // --- one owner, some thieves ----------------------------------------------------------------------------------

    private interface Deque {
        void push(PooledTask task);

        @Nullable
        PooledTask pop();

        @Nullable
        PooledTask steal();
    }

    /** A deque that is correct only as long as one thread uses it. */
    private static final class CarelessDeque implements Deque {
        private final PooledTask[] slots = new PooledTask[TASKS];
        private volatile int top;
        private volatile int bottom;

        @Override
        public void push(PooledTask task) {
            int newest = bottom;
            slots[newest % TASKS] = task;
            bottom = newest + 1;
        }

        @Override
        public @Nullable PooledTask pop() {
            int newest = bottom - 1;
            if (newest < top) {
                return null;
            }
            bottom = newest;
            return slots[newest % TASKS];
        }

        @Override
        public @Nullable PooledTask steal() {
            int oldest = top;
            if (oldest >= bottom) {
                return null;
            }
            PooledTask task = slots[oldest % TASKS];
            if (oldest % 16 == 0) {
                letOthersRun();
            }
            top = oldest + 1;
            return task;
        }
    }

    private static int timesTakenWrong(Deque deque, int longestBurst) throws InterruptedException {
        LoanAccount account = new LoanAccount(1, 1, 1);
        AtomicIntegerArray taken = new AtomicIntegerArray(TASKS);
        Queue<Throwable> faults = new ConcurrentLinkedQueue<>();
        CountDownLatch ownerDone = new CountDownLatch(1);
        CountDownLatch thievesThere = new CountDownLatch(THIEVES);
        List<Thread> thieves = new ArrayList<>();
        for (int thief = 0; thief < THIEVES; thief++) {
            thieves.add(StressThreads.start("thief-" + thief, faults, () -> {
                thievesThere.countDown();
                boolean last = false;
                while (!last) {
                    last = ownerDone.getCount() == 0;
                    for (PooledTask task = deque.steal(); task != null; task = deque.steal()) {
                        taken.incrementAndGet((Integer) task.task());
                    }
                    letOthersRun(); // the owner must run too, in the middle of an operation
                }
            }));
        }
        thievesThere.await();
        SplittableRandom random = new SplittableRandom(42);
        int next = 0;
        while (next < TASKS) {
            for (int burst = random.nextInt(longestBurst); burst >= 0 && next < TASKS; burst--) {
                deque.push(new PooledTask(account, next, false));
                next++;
            }
            for (int burst = random.nextInt(longestBurst); burst >= 0; burst--) {
                PooledTask task = deque.pop();
                if (task != null) {
                    taken.incrementAndGet((Integer) task.task());
                }
            }
            if (next % 512 == 0) {
                letOthersRun();
            }
        }
        ownerDone.countDown();
        for (PooledTask task = deque.pop(); task != null; task = deque.pop()) {
            taken.incrementAndGet((Integer) task.task());
        }
        for (Thread thief : thieves) {
            thief.join();
        }
        assertThat(faults).isEmpty();
        int wrong = 0;
        for (int task = 0; task < TASKS; task++) {
            if (taken.get(task) != 1) {
                wrong++;
            }
        }
        return wrong;
    }

    /** Yields the processor now and then, so that threads more often switch in the middle of an operation. */
    @SuppressWarnings("ThreadPriorityCheck") // only the number of interleavings depends on it
    private static void letOthersRun() {
        Thread.yield();
    }
}
