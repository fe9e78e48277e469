package org.moide.balance.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests pools whose order the application decides, with every discipline. Tasks are numbers, and low ones go first. */
class OrganisedPoolTest {
    private static final int THREADS = 3;

    private final LoanAccount account = new LoanAccount(1, THREADS, 0);
    private final LoanAccount other = new LoanAccount(2, THREADS, 0);
    private final AtomicInteger repositories = new AtomicInteger();

    /** A repository that keeps a task until it is retrieved, whether it was lent or not. */
    private static final class LowestFirst implements Repository {
        private final PriorityQueue<PooledTask> tasks =
                new PriorityQueue<>(Comparator.comparingInt(OrganisedPoolTest::number));

        @Override
        public boolean insert(PooledTask task) {
            return number(task) >= 0 && tasks.add(task);
        }

        @Override
        public @Nullable PooledTask retrieve() {
            return tasks.poll();
        }

        @Override
        public RuntimeException lost(int count) {
            return new IllegalStateException(count + " are inside");
        }
    }

    private EnginePool pool(Discipline discipline) {
        EnginePool pool = new EnginePool(discipline, THREADS, THREADS, new TestSignal(), () -> {}, System::nanoTime);
        pool.communicate();
        pool.organise(() -> {
            repositories.incrementAndGet();
            return new LowestFirst();
        });
        return pool;
    }

    private static int number(PooledTask task) {
        return (Integer) task.task();
    }

    private PooledTask task(LoanAccount loan, int number) {
        return new PooledTask(loan, number, false);
    }

    private static List<Integer> taken(EnginePool pool, int thread) {
        List<Integer> taken = new ArrayList<>();
        for (PooledTask task = pool.take(thread); task != null; task = pool.take(thread)) {
            taken.add(number(task));
        }
        return taken;
    }

    @ParameterizedTest
    @EnumSource
    void shouldTakeInTheOrderOfTheRepository(Discipline discipline) {
        EnginePool pool = pool(discipline);
        assertThat(repositories.get()).isEqualTo(discipline.name().contains("CEN") ? 1 : THREADS);
        for (int number : new int[] {5, 2, 9, 7}) {
            pool.put(1, account, number);
        }
        assertThat(pool.queued()).isEqualTo(4);
        assertThat(taken(pool, 1)).containsExactly(2, 5, 7, 9);
        assertThat(pool.isEmpty()).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void shouldTakeWhatArrivesOrIsInAnothersRepositoryUnlessThreadsHaveTheirOwn(Discipline discipline) {
        EnginePool pool = pool(discipline);
        pool.refill(
                IntStream.range(0, 30).mapToObj(number -> task(account, number)).toList());
        IntStream.range(30, 60).forEach(number -> pool.put(0, account, number));
        List<Integer> all = new ArrayList<>(taken(pool, 2));
        if (discipline == Discipline.FIFO_DIS || discipline == Discipline.LIFO_DIS) {
            assertThat(all).hasSize(10);
            pool.leave(0);
            all.addAll(taken(pool, 2));
            assertThat(all).hasSize(40); // what has arrived for the thread that left is another's now
            all.addAll(taken(pool, 1));
        }
        assertThat(all).doesNotHaveDuplicates().hasSize(60);
        assertThat(pool.isEmpty()).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void shouldGiveTasksOfALoanToOthersAndSkipThemThen(Discipline discipline) {
        EnginePool pool = pool(discipline);
        IntStream.range(0, 10).forEach(number -> pool.put(0, number % 2 == 0 ? account : other, number));
        assertThat(number(pool.take(0))).isZero(); // all others are in the repository now
        List<PooledTask> lent = pool.takeOut(other::equals, 4);
        assertThat(lent).extracting(OrganisedPoolTest::number).containsExactly(1, 3, 5, 7);
        assertThat(pool.queued()).isEqualTo(5);
        pool.putBack(lent.subList(0, 1));
        assertThat(taken(pool, 0)).contains(1, 9).doesNotContain(3, 5, 7).hasSize(6);
    }

    @Test
    void shouldRunAtOnceWhatTheRepositoryDoesNotTake() {
        EnginePool pool = pool(Discipline.FIFO_CEN);
        List.of(4, -1, 3).forEach(number -> pool.put(0, account, number));
        assertThat(taken(pool, 0)).containsExactly(-1, 3, 4);
    }

    @Test
    void shouldNotBelieveThatNoneIsLeft() {
        EnginePool pool = pool(Discipline.FIFO_CEN);
        pool.organise(() -> new Repository() {
            @Override
            public boolean insert(PooledTask task) {
                return true;
            }

            @Override
            public @Nullable PooledTask retrieve() {
                return null;
            }

            @Override
            public RuntimeException lost(int count) {
                return new IllegalStateException(count + " are inside");
            }
        });
        pool.put(0, account, 1);
        pool.put(0, account, 2);
        assertThatThrownBy(() -> pool.take(0)).hasMessage("2 are inside");
    }

    @ParameterizedTest
    @EnumSource
    void shouldGiveOutEachTaskOnceToThreadsThatPutAndTakeWhileSomeAreLent(Discipline discipline) throws Exception {
        EnginePool pool = pool(discipline);
        int most = 3_000;
        Queue<Integer> all = new ConcurrentLinkedQueue<>();
        AtomicInteger left = new AtomicInteger(most);
        List<Thread> threads = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
            int index = thread;
            threads.add(new Thread(() -> {
                IntStream.range(0, most / THREADS).forEach(task -> pool.put(index, account, index + THREADS * task));
                while (left.get() > 0) {
                    PooledTask task = pool.take(index);
                    if (task != null) {
                        all.add(number(task));
                        left.decrementAndGet();
                    }
                }
            }));
        }
        threads.forEach(Thread::start);
        while (left.get() > 0) {
            pool.putBack(pool.takeOut(any -> true, 100));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(all).doesNotHaveDuplicates().hasSize(most);
        assertThat(pool.isEmpty()).isTrue();
    }
}
