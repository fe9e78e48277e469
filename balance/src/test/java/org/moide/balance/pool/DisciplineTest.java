package org.moide.balance.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests what every discipline of a task pool promises, and then what only some disciplines promise. */
class DisciplineTest {
    private static final int THREADS = 6;

    private final LoanAccount account = new LoanAccount(1, THREADS, 1);

    // --- every discipline -------------------------------------------------------------------------------------------

    @ParameterizedTest
    @EnumSource
    void shouldGiveOutEachTaskOnceWhenOneThreadPutsAndAnotherMayTakeTheRest(Discipline discipline) {
        EnginePool pool = pool(discipline, 2);
        List<Object> all = new ArrayList<>();
        IntStream.range(0, 100).forEach(task -> pool.put(0, account, task));
        pool.refill(tasks(account, 100, 150));
        pool.putBack(tasks(account, 150, 160));
        assertThat(pool.queued()).isEqualTo(160);
        for (PooledTask task = pool.take(1); task != null; task = pool.take(1)) {
            all.add(task.task());
        }
        for (PooledTask task = pool.take(0); task != null; task = pool.take(0)) {
            all.add(task.task());
        }
        assertThat(all).doesNotHaveDuplicates().hasSize(160);
        assertThat(pool.queued()).isZero();
        assertThat(pool.isEmpty()).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void shouldBeginATaskInTheQueueThatItsPutNames(Discipline discipline) {
        EnginePool pool = pool(discipline, 3);
        pool.put(0, 1, new PooledTask(account, "one", false));
        pool.put(0, 2, new PooledTask(account, "two", false));
        pool.put(0, 0, new PooledTask(account, "zero", false));
        assertThat(pool.queued()).isEqualTo(3);
        assertThat(account.created()).isEqualTo(3);
        List<Object> inTurn = new ArrayList<>();
        for (int thread = 2; thread >= 0; thread--) {
            PooledTask task = pool.take(thread);
            inTurn.add(task == null ? "none" : task.task());
        }
        switch (discipline) {
            case FIFO_CEN, FIFO_CEN_II -> assertThat(inTurn).containsExactly("one", "two", "zero");
            case LIFO_CEN, LIFO_CEN_II -> assertThat(inTurn).containsExactly("zero", "two", "one");
            default -> assertThat(inTurn).containsExactly("two", "one", "zero");
        }
        assertThat(pool.isEmpty()).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void shouldLoseNoTaskThatWasPutIntoAnothersQueue(Discipline discipline) {
        EnginePool pool = pool(discipline, 2);
        LoanAccount other = new LoanAccount(2, THREADS, 1);
        for (int task = 0; task < 10; task++) {
            pool.put(0, 1, new PooledTask(task < 4 ? other : account, task, false));
        }
        assertThat(pool.takeOut(other::equals, 3)).hasSize(3);
        pool.leave(1);
        assertThat(pool.isEmpty()).isFalse();
        pool.put(0, 1, new PooledTask(account, 10, false));
        assertThat(takeAll(pool, 20)).doesNotHaveDuplicates().hasSize(8);
    }

    @ParameterizedTest
    @EnumSource
    void shouldWakeTheThreadWhoseQueueATaskIsPutInto(Discipline discipline) throws Exception {
        EnginePool pool = new EnginePool(discipline, 2, 2, new TestSignal(), () -> {}, System::nanoTime);
        Queue<Throwable> faults = new ConcurrentLinkedQueue<>();
        AtomicInteger took = new AtomicInteger();
        Thread waiting = StressThreads.start("waiting", faults, () -> {
            while (pool.awaitWork(1, () -> false)) {
                if (pool.take(1) != null) {
                    took.incrementAndGet();
                }
            }
        });
        while (pool.waitingThreads() == 0) {
            Thread.onSpinWait();
        }
        pool.put(0, 1, new PooledTask(account, "task", false));
        while (took.get() == 0 && faults.isEmpty()) {
            Thread.onSpinWait();
        }
        pool.end();
        waiting.join();
        assertThat(faults).isEmpty();
        assertThat(took).hasValue(1);
    }

    @ParameterizedTest
    @EnumSource
    void shouldLendToTheControlThreadWhenThreadsHaveMoreThanTheyRunNext(Discipline discipline) {
        EnginePool pool = pool(discipline, 2);
        LoanAccount other = new LoanAccount(2, THREADS, 1);
        IntStream.range(0, 20).forEach(task -> pool.put(1, account, task));
        PooledTask running = pool.take(1);
        assertThat(running).isNotNull();
        pool.refill(tasks(other, 20, 24));
        List<PooledTask> lent = pool.takeOut(loan -> loan == account, 5);
        assertThat(lent).isNotEmpty().hasSizeLessThanOrEqualTo(5).allMatch(task -> task.account() == account);
        assertThat(pool.queued()).isEqualTo(23 - lent.size());
        assertThat(pool.takeOut(loan -> loan == other, 100))
                .extracting(PooledTask::task)
                .containsExactlyInAnyOrder(20, 21, 22, 23);
        assertThat(pool.queued()).as("what is of another loan stays").isEqualTo(19 - lent.size());
    }

    @ParameterizedTest
    @EnumSource
    void shouldDropAndSetAsideWhenLoansAreVoidOrSettled(Discipline discipline) {
        EnginePool pool = pool(discipline, 1);
        LoanAccount settling = new LoanAccount(2, THREADS, 1);
        pool.put(0, account, "void");
        pool.put(0, settling, "settled");
        account.markVoided();
        settling.markSettling();
        assertThat(pool.take(0)).isNull();
        assertThat(pool.takeSetAside()).extracting(PooledTask::task).containsExactly("settled");
        assertThat(pool.isEmpty()).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void shouldLeaveNothingThatNobodyFindsWhenThreadsLeave(Discipline discipline) {
        EnginePool pool = pool(discipline, 3);
        IntStream.range(0, 10).forEach(task -> pool.put(0, account, task));
        pool.refill(tasks(account, 10, 20));
        pool.leave(0);
        pool.refill(tasks(account, 20, 26));
        pool.leave(1);
        List<Object> taken = new ArrayList<>();
        for (PooledTask task = pool.take(2); task != null && taken.size() < 13; task = pool.take(2)) {
            taken.add(task.task());
        }
        pool.put(2, account, "last");
        pool.leave(2);
        pool.takeOut(loan -> true, 100).forEach(task -> taken.add(task.task()));
        assertThat(taken).doesNotHaveDuplicates().hasSize(26);
    }

    @ParameterizedTest
    @EnumSource
    void shouldRunEveryTaskOnceWhenManyThreadsPutTakeAndWaitWhileTheControlThreadMeddles(Discipline discipline)
            throws InterruptedException {
        for (int seed = 0; seed < 3; seed++) {
            stress(discipline, seed);
        }
    }

    /**
     * Lets threads put and take tasks at the same time. Tasks are numbered in the order in which they are put, so the
     * test can say which task was executed twice or never.
     */
    private void stress(Discipline discipline, int seed) throws InterruptedException {
        int bundle = 60;
        int most = 400_000;
        AtomicIntegerArray runs = new AtomicIntegerArray(most);
        AtomicInteger numbers = new AtomicInteger(bundle);
        Queue<Throwable> faults = new ConcurrentLinkedQueue<>();
        AtomicInteger rounds = new AtomicInteger();
        EnginePool pool = new EnginePool(discipline, THREADS, 2, new TestSignal(), () -> {}, System::nanoTime);
        LoanAccount loan = new LoanAccount(1, THREADS, bundle);
        List<Thread> workers = new ArrayList<>();
        for (int index = 0; index < THREADS; index++) {
            int thread = index;
            SplittableRandom random = new SplittableRandom(seed * 100L + index);
            workers.add(StressThreads.start("worker-" + index, faults, () -> {
                boolean more = true;
                while (more) {
                    PooledTask task = pool.take(thread);
                    if (task == null) {
                        more = pool.awaitWork(thread, () -> false);
                        continue;
                    }
                    int number = (Integer) task.task();
                    runs.incrementAndGet(number);
                    // Many puts at first, then fewer, so that threads run out of tasks again and again.
                    int children = random.nextInt(100) < 90 - number / 1_000 ? random.nextInt(4) : 0;
                    for (int child = 0; child < children; child++) {
                        int next = numbers.getAndIncrement();
                        if (next >= most) {
                            throw new IllegalStateException("expected fewer than " + most + " tasks");
                        }
                        pool.put(thread, loan, next);
                    }
                    if (number % 1_000 == 999) {
                        pool.communicate();
                    }
                    loan.countExecuted(thread);
                }
                rounds.incrementAndGet();
            }));
        }
        pool.refill(tasks(loan, 0, bundle));
        boolean settling = false;
        SplittableRandom random = new SplittableRandom(seed);
        while (!loan.isDone(0) && faults.isEmpty()) {
            List<PooledTask> out = pool.takeOut(any -> true, random.nextInt(20));
            if (settling) {
                loan.markOpen();
            } else {
                loan.markSettling();
            }
            settling = !settling;
            out.addAll(pool.takeSetAside());
            if (!out.isEmpty() && random.nextBoolean()) {
                pool.refill(out);
            } else if (!out.isEmpty()) {
                pool.putBack(out);
            }
            Thread.onSpinWait();
        }
        pool.end();
        for (Thread worker : workers) {
            worker.join();
        }
        assertThat(faults).isEmpty();
        assertThat(rounds).as("every thread was told of the end").hasValue(THREADS);
        assertThat(IntStream.range(0, numbers.get()).filter(task -> runs.get(task) != 1))
                .as("tasks not run exactly once")
                .isEmpty();
        assertThat(loan.executed()).isEqualTo(numbers.get());
        assertThat(loan.created()).isEqualTo(numbers.get() - bundle);
        assertThat(pool.queued()).isZero();
    }

    /** Checks that a waiting thread misses no task: one thread puts single tasks, and another one waits for them. */
    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"FIFO_DIS", "LIFO_DIS"})
    void shouldWakeWhoWaitsWhenTasksArePutOneByOne(Discipline discipline) throws InterruptedException {
        int turns = 2_000;
        Queue<Throwable> faults = new ConcurrentLinkedQueue<>();
        EnginePool pool = new EnginePool(discipline, 2, 2, new TestSignal(), () -> {}, System::nanoTime);
        AtomicLong taken = new AtomicLong();
        Thread waiting = StressThreads.start("waiting", faults, () -> {
            while (pool.awaitWork(1, () -> false)) {
                for (PooledTask task = pool.take(1); task != null; task = pool.take(1)) {
                    taken.incrementAndGet();
                }
            }
        });
        // Of two tasks of one thread another may take one.
        boolean two = discipline == Discipline.LIFO_ST2;
        for (long turn = 1; turn <= turns && faults.isEmpty(); turn++) {
            long before = taken.get();
            pool.put(0, account, turn);
            if (two) {
                pool.put(0, account, turn);
            }
            while (taken.get() == before && faults.isEmpty()) {
                Thread.onSpinWait();
            }
            if (two) {
                pool.take(0);
            }
        }
        pool.end();
        waiting.join();
        assertThat(faults).isEmpty();
    }

    // --- order ------------------------------------------------------------------------------------------------------

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.MATCH_ALL, names = "FIFO.*")
    void shouldTakeTheOldestFirstWhenTheDisciplineSaysSo(Discipline discipline) {
        EnginePool pool = pool(discipline, 1);
        IntStream.range(0, 50).forEach(task -> pool.put(0, account, task));
        List<Integer> order = takeAll(pool, 25);
        IntStream.range(50, 60).forEach(task -> pool.put(0, account, task));
        order.addAll(takeAll(pool, 100));
        assertThat(order)
                .containsExactlyElementsOf(IntStream.range(0, 60).boxed().toList());
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.MATCH_NONE, names = "FIFO.*")
    void shouldTakeTheNewestFirstWhenTheDisciplineSaysSo(Discipline discipline) {
        EnginePool pool = pool(discipline, 1);
        IntStream.range(0, 50).forEach(task -> pool.put(0, account, task));
        assertThat(takeAll(pool, 20)).startsWith(49, 48, 47).endsWith(31, 30);
        pool.put(0, account, 99);
        assertThat(takeAll(pool, 100)).startsWith(99, 29, 28).endsWith(1, 0);
    }

    @ParameterizedTest
    @EnumSource(names = {"FIFO_CEN", "FIFO_ST1", "FIFO_DIS", "FIFO_CEN_II"})
    void shouldLendTheNewestWhenTheOldestIsRunFirst(Discipline discipline) {
        EnginePool pool = pool(discipline, 1);
        IntStream.range(0, 5).forEach(task -> pool.put(0, account, task));
        assertThat(pool.takeOut(any -> true, 2)).extracting(PooledTask::task).containsExactly(4, 3);
    }

    @ParameterizedTest
    @EnumSource(names = {"LIFO_CEN", "LIFO_ST1", "LIFO_DIS", "LIFO_CEN_II", "DEQUES"})
    void shouldLendTheOldestWhenTheNewestIsRunFirst(Discipline discipline) {
        EnginePool pool = pool(discipline, 1);
        IntStream.range(0, 5).forEach(task -> pool.put(0, account, task));
        assertThat(pool.takeOut(any -> true, 2)).extracting(PooledTask::task).containsExactly(0, 1);
    }

    // --- who may take what ------------------------------------------------------------------------------------------

    @ParameterizedTest
    @EnumSource(names = {"FIFO_DIS", "LIFO_DIS"})
    void shouldGiveNobodyElsesWhenQueuesAreDistributed(Discipline discipline) {
        EnginePool pool = pool(discipline, 2);
        pool.put(0, account, "of the first");
        assertThat(pool.take(1)).isNull();
        pool.refill(tasks(account, 0, 3));
        assertThat(pool.take(1)).as("the shorter queue got two of three").isNotNull();
        assertThat(pool.take(1)).isNotNull();
        assertThat(pool.take(1)).isNull();
    }

    @ParameterizedTest
    @EnumSource(names = {"FIFO_ST1", "LIFO_ST1"})
    void shouldStealWhatTheOwnerWouldTakeLastWhenItsOwnIsEmpty(Discipline discipline) {
        EnginePool pool = pool(discipline, 2);
        pool.put(0, account, "first");
        pool.put(0, account, "second");
        boolean oldestFirst = discipline == Discipline.FIFO_ST1;
        assertThat(pool.take(1)).extracting("task").isEqualTo(oldestFirst ? "second" : "first");
    }

    @ParameterizedTest
    @EnumSource(names = {"FIFO_ST2", "LIFO_ST2"})
    void shouldKeepSomeToItselfAndShareTheRestWhenThereAreTwoLevels(Discipline discipline) {
        EnginePool pool = pool(discipline, 2);
        IntStream.range(0, 16).forEach(task -> pool.put(0, account, task));
        assertThat(pool.take(0)).isNotNull();
        int stolen = 0;
        while (pool.take(1) != null) {
            stolen++;
        }
        assertThat(stolen).isBetween(1, 14);
        assertThat(pool.queued()).isEqualTo(15 - stolen);
        assertThat(pool.take(0)).isNotNull();
        assertThat(pool.take(1)).as("what is its own is shared again").isNotNull();
    }

    @ParameterizedTest
    @EnumSource(names = {"FIFO_CEN_II", "LIFO_CEN_II"})
    void shouldLetNoMoreThreadsThanProcessorsWorkUntilTheyCommunicate(Discipline discipline) {
        EnginePool pool = new EnginePool(discipline, 3, 1, new TestSignal(), () -> {}, () -> 0);
        IntStream.range(0, 6).forEach(task -> pool.put(0, account, task));
        assertThat(pool.take(0)).isNotNull();
        assertThat(pool.take(1)).as("rests").isNull();
        pool.leave(0);
        assertThat(pool.take(1)).as("takes the place of the one that left").isNotNull();
        assertThat(pool.take(2)).as("rests").isNull();
        pool.communicate();
        assertThat(pool.take(2)).isNotNull();
    }

    /**
     * Checks that tasks do not wake a resting thread, and that the thread misses no task that is put after its rest.
     */
    @Test
    void shouldTakeWhatComesLaterWhenARestIsOver() throws InterruptedException {
        for (int turn = 0; turn < 300; turn++) {
            EnginePool pool =
                    new EnginePool(Discipline.FIFO_CEN_II, 2, 1, new TestSignal(), () -> {}, System::nanoTime);
            Queue<Throwable> faults = new ConcurrentLinkedQueue<>();
            CountDownLatch took = new CountDownLatch(1);
            CyclicBarrier together = new CyclicBarrier(2);
            Thread resting = StressThreads.start("resting", faults, () -> {
                together.await();
                while (pool.awaitWork(1, () -> false)) {
                    if (pool.take(1) != null) {
                        took.countDown();
                    }
                }
            });
            StressThreads.start("meddling", faults, () -> {
                together.await();
                pool.communicate();
                pool.put(0, account, "task");
            });
            assertThat(took.await(100, TimeUnit.SECONDS))
                    .as("turn %s: %s", turn, faults)
                    .isTrue();
            pool.end();
            resting.join();
        }
    }

    // --- names ------------------------------------------------------------------------------------------------------

    @Test
    void shouldFindADisciplineByItsNameAndListAllWhenThereIsNone() {
        assertThat(Discipline.of("fifo_cenII")).isEqualTo(Discipline.FIFO_CEN_II);
        assertThat(Discipline.of("LIFO_ST2")).isEqualTo(Discipline.LIFO_ST2);
        assertThatThrownBy(() -> Discipline.of("fifo"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("expected one of deques, fifo_cen, lifo_cen, fifo_cenII, lifo_cenII, fifo_dis, lifo_dis,"
                        + " fifo_st1, lifo_st1, fifo_st2, lifo_st2, found 'fifo'");
    }

    // --- help -------------------------------------------------------------------------------------------------------

    private EnginePool pool(Discipline discipline, int threads) {
        return new EnginePool(discipline, threads, threads, new TestSignal(), () -> {}, () -> 0);
    }

    private static List<PooledTask> tasks(LoanAccount account, int from, int to) {
        return IntStream.range(from, to)
                .mapToObj(task -> new PooledTask(account, task, false))
                .toList();
    }

    private static List<Integer> takeAll(EnginePool pool, int most) {
        List<Integer> taken = new ArrayList<>();
        PooledTask task = pool.take(0);
        while (task != null) {
            taken.add((Integer) task.task());
            task = taken.size() < most ? pool.take(0) : null;
        }
        return taken;
    }
}
