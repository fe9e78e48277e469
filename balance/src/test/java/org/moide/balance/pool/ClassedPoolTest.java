package org.moide.balance.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.moide.balance.data.ClassCount;
import org.moide.balance.data.TaskClass;
import org.moide.balance.data.TaskHead;
import org.moide.commlib.port.Signal;

class ClassedPoolTest {
    private static final TaskClass FIRST = TaskClass.of(1);
    private static final TaskClass SECOND = TaskClass.of(1, 2);

    private final AtomicInteger dry = new AtomicInteger();
    private final EnginePool pool = new EnginePool(2, new TestSignal(), dry::incrementAndGet, () -> 0);
    private final LoanAccount account = new LoanAccount(1, 2, 10);

    @Test
    void shouldHoldTasksBackUntilWhatTheyReadIsHere() {
        pool.refill(List.of(task(FIRST, 1), task(SECOND, 2), task(FIRST, 3)));
        assertThat(pool.take(0)).isNull();
        assertThat(pool.queued()).isEqualTo(3);
        assertThat(pool.classed().waiting(10)).containsExactly(new ClassCount(FIRST, 2), new ClassCount(SECOND, 1));

        pool.classed().makeReady(FIRST);

        assertThat(List.of(number(pool.take(0)), number(pool.take(1)))).containsExactly(1, 3);
        assertThat(pool.take(0)).isNull();
        assertThat(pool.classed().waiting(10)).containsExactly(new ClassCount(SECOND, 1));
    }

    @Test
    void shouldTakeWhatReadsNothingFirst() {
        pool.classed().makeReady(FIRST);
        pool.refill(List.of(task(FIRST, 1), task(TaskClass.NONE, 2)));

        assertThat(number(pool.take(0))).isEqualTo(2);
        assertThat(number(pool.take(0))).isEqualTo(1);
    }

    @Test
    void shouldCallAClassIdleOnlyWhenNoTaskOfItIsQueuedOrRuns() {
        pool.refill(List.of(task(FIRST, 1)));
        pool.classed().makeReady(FIRST);
        assertThat(pool.classed().takeIdle()).isEmpty();

        PooledTask running = pool.take(0);
        assertThat(pool.classed().takeIdle()).isEmpty();

        assertThat(running).isNotNull();
        pool.ended(running);
        assertThat(pool.classed().takeIdle()).containsExactly(FIRST);

        pool.refill(List.of(task(FIRST, 2)));
        assertThat(pool.take(0)).as("it is not ready any more").isNull();
    }

    @Test
    void shouldWithholdTasksWhoseObjectsNobodyHasWritten() {
        pool.refill(List.of(task(FIRST, 1), task(SECOND, 2)));
        pool.classed().unwritten(2);

        assertThat(pool.classed().waiting(10)).containsExactly(new ClassCount(FIRST, 1));
        assertThat(pool.queued()).isEqualTo(1);
        assertThat(pool.classed().withheld()).isEqualTo(1);
        assertThat(account.withheld()).isEqualTo(1);

        pool.refill(List.of(task(SECOND, 3)));
        assertThat(pool.classed().withheld()).as("it waits for the same").isEqualTo(2);
        assertThat(pool.takeOut(any -> true, 10)).as("for who takes back all").hasSize(3);
        assertThat(pool.classed().withheld()).isZero();
        assertThat(account.withheld()).isZero();

        pool.refill(List.of(task(SECOND, 4)));
        pool.classed().written(2);
        assertThat(pool.classed().withheld()).isZero();
        assertThat(account.withheld()).isZero();
        assertThat(pool.classed().waiting(10)).containsExactly(new ClassCount(SECOND, 1));
    }

    /**
     * Checks a pool with as many classes as objects. If the pool searched all classes for each object, that would take
     * minutes.
     */
    @Test
    @Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldNotLookThroughAllClassesForAnObjectThatIsNotWritten() {
        int classes = 100_000;
        List<PooledTask> tasks = new ArrayList<>();
        for (int id = 0; id < classes; id++) {
            tasks.add(task(TaskClass.of(id), id));
        }
        pool.refill(tasks);

        for (int id = 1; id < 2 * classes; id++) { // no task reads half of them
            pool.classed().unwritten(id);
        }
        assertThat(pool.classed().withheld()).isEqualTo(classes - 1);

        for (int id = 1; id < 2 * classes; id++) {
            pool.classed().written(id);
        }
        assertThat(pool.classed().withheld()).isZero();
        assertThat(account.withheld()).isZero();
        assertThat(pool.queued()).isEqualTo(classes);
    }

    @Test
    void shouldKnowAtTheRootWhatIsWritten() {
        EnginePool root = PoolWithoutThreads.create();
        PooledTask first = task(FIRST, 1);
        root.refill(List.of(first, task(SECOND, 2)));
        assertThat(root.classed().withheld()).isEqualTo(2);
        assertThat(root.isEmpty()).as("for lenders").isTrue();

        root.classed().written(1);

        assertThat(root.queued()).isEqualTo(1);
        assertThat(root.classed().withAllWritten(true, List.of(first, task(SECOND, 2))))
                .containsExactly(first);
        assertThat(root.classed().anyWithheld())
                .isNotNull()
                .satisfies(one -> assertThat(one.getKey()).isEqualTo(2));
        root.classed().written(2);
        assertThat(root.queued()).isEqualTo(2);
        assertThat(root.classed().anyWithheld()).isNull();
    }

    @Test
    void shouldTakeOutByClass() {
        pool.refill(List.of(task(FIRST, 1), task(SECOND, 2), task(SECOND, 3), task(SECOND, 4)));
        List<PooledTask> found = new ArrayList<>();

        pool.classed().takeOut(SECOND, any -> true, 2, found);

        assertThat(found).extracting(ClassedPoolTest::number).containsExactly(4, 3);
        assertThat(pool.classed().all(10)).containsExactly(new ClassCount(FIRST, 1), new ClassCount(SECOND, 1));
        assertThat(pool.takeOut(any -> true, 10)).hasSize(2);
        assertThat(pool.isEmpty()).isTrue();
    }

    @Test
    void shouldForgetTasksOfVoidedLoansAndSetAsideThoseBeingSettled() {
        LoanAccount settled = new LoanAccount(2, 2, 1);
        pool.refill(List.of(task(FIRST, 1), PooledTask.encoded(settled, bytes(FIRST, 2))));
        pool.classed().makeReady(FIRST);
        account.markVoided();
        settled.markSettling();

        assertThat(pool.take(0)).isNull();
        assertThat(pool.takeSetAside()).extracting(ClassedPoolTest::number).containsExactly(2);
        assertThat(pool.classed().takeIdle()).as("neither runs").containsExactly(FIRST);
    }

    @Test
    void shouldWakeTheControlThreadWhenATaskPutsOneThatReads() {
        pool.put(0, PooledTask.of(account, 5, FIRST));

        assertThat(dry).hasValue(1);
        assertThat(pool.take(0)).isNull();
        assertThat(account.created()).isEqualTo(1);
    }

    @Test
    void shouldWakeNobodyForFurtherTasksOfAClass() {
        CountingSignal work = new CountingSignal();
        EnginePool idle = new EnginePool(2, work, dry::incrementAndGet, () -> 0);
        idle.beginWaiting(1);
        idle.put(0, PooledTask.of(account, 5, FIRST));
        idle.put(0, PooledTask.of(account, 6, FIRST));
        assertThat(dry).as("the control thread").hasValue(1);
        assertThat(work.raised).as("threads, which cannot begin it").isZero();

        idle.classed().makeReady(FIRST);
        int before = work.raised;
        idle.put(0, PooledTask.of(account, 7, FIRST));
        assertThat(dry).hasValue(1);
        assertThat(work.raised).as("they can now").isEqualTo(before + 1);

        idle.put(0, PooledTask.of(account, 8, SECOND));
        assertThat(dry).as("another class").hasValue(2);
    }

    private static final class CountingSignal implements Signal {
        private int raised;

        @Override
        public boolean await(BooleanSupplier condition, long timeoutNanos) {
            throw new IllegalStateException("expected nobody to wait");
        }

        @Override
        public void raise() {
            raised++;
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldTakeOutByClassWithEveryDiscipline(Discipline discipline) {
        EnginePool some = new EnginePool(discipline, 2, 2, new TestSignal(), () -> {}, () -> 0);
        some.refill(List.of(task(FIRST, 1), task(SECOND, 2), task(TaskClass.NONE, 3)));
        some.put(0, PooledTask.encoded(account, bytes(SECOND, 4)));
        some.put(0, 1, PooledTask.encoded(account, bytes(SECOND, 5)));
        some.putBack(List.of(task(SECOND, 6)));
        some.classed().makeReady(SECOND);
        List<PooledTask> found = new ArrayList<>();

        some.classed().takeOut(SECOND, any -> true, 3, found);

        assertThat(found).extracting(ClassedPoolTest::number).containsExactly(5, 4, 2);
        assertThat(some.queued()).isEqualTo(3);
        assertThat(some.take(1)).extracting(ClassedPoolTest::number).isIn(3, 6);
    }

    @Test
    void shouldGiveEachTaskOutOnceToManyThreads() throws Exception {
        int tasks = 20_000;
        List<PooledTask> all = new ArrayList<>();
        for (int number = 0; number < tasks; number++) {
            all.add(task(TaskClass.of(number % 7), number));
        }
        pool.refill(all);
        AtomicInteger[] taken = new AtomicInteger[tasks];
        for (int number = 0; number < tasks; number++) {
            taken[number] = new AtomicInteger();
        }
        List<Thread> threads = new ArrayList<>();
        AtomicInteger left = new AtomicInteger(tasks);
        for (int index = 0; index < 2; index++) {
            int thread = index;
            threads.add(new Thread(() -> {
                while (left.get() > 0) {
                    PooledTask task = pool.take(thread);
                    if (task != null) {
                        taken[number(task)].incrementAndGet();
                        pool.ended(task);
                        left.decrementAndGet();
                    }
                }
            }));
        }
        threads.forEach(Thread::start);
        List<TaskClass> idle = new ArrayList<>();
        for (int id = 0; left.get() > 0; id++) {
            pool.classed().makeReady(TaskClass.of(id % 7));
            idle.addAll(pool.classed().takeIdle());
        }
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(taken).allSatisfy(times -> assertThat(times).hasValue(1));
        assertThat(pool.isEmpty()).isTrue();
        assertThat(idle).isNotNull();
    }

    private PooledTask task(TaskClass taskClass, int number) {
        return PooledTask.encoded(account, bytes(taskClass, number));
    }

    private static byte[] bytes(TaskClass taskClass, int number) {
        return TaskHead.of(taskClass, new byte[] {(byte) (number >> 8), (byte) number});
    }

    private static int number(@Nullable PooledTask task) {
        assertThat(task).isNotNull();
        byte[] bytes = TaskHead.taskIn((byte[]) task.task());
        return ((bytes[0] & 0xFF) << 8) | (bytes[1] & 0xFF);
    }
}
