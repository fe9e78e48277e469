package org.moide.balance.pool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.moide.balance.data.TaskClass;
import org.moide.balance.data.TaskHead;

/** Tests tasks with priorities in an engine's pool and in the root's. */
class OrderedPoolTest {
    private static final int THREADS = 3;

    private final LoanAccount account = new LoanAccount(1, THREADS, 0);
    private final LoanAccount other = new LoanAccount(2, THREADS, 0);

    @Test
    void shouldTakeTheHighestFirstAndOfEqualOnesTheLast() {
        EnginePool pool = pool();
        put(pool, 0, "low", -3);
        put(pool, 1, "high", 8);
        put(pool, 0, "older", 2);
        put(pool, 2, "newer", 2);
        pool.put(0, 1, PooledTask.of(account, "named queue", TaskClass.NONE, 5));
        assertThat(pool.queued()).isEqualTo(5);
        assertThat(taken(pool, 2)).containsExactly("high", "named queue", "newer", "older", "low");
        assertThat(pool.isEmpty()).isTrue();
    }

    @Test
    void shouldTakeThoseWithoutAPriorityLast() {
        EnginePool pool = pool();
        pool.put(0, account, "plain");
        put(pool, 0, "ordered", Double.NEGATIVE_INFINITY);
        pool.refill(List.of(new PooledTask(account, "from outside", false)));
        assertThat(taken(pool, 0)).startsWith("ordered").hasSize(3);
    }

    @Test
    void shouldGiveEverySecondToOthersFromTheHighestOn() {
        EnginePool pool = pool();
        for (int priority = 0; priority < 8; priority++) {
            put(pool, 0, "task " + priority, priority);
        }
        assertThat(names(pool.takeOut(any -> true, 3))).containsExactly("task 6", "task 4", "task 2");
        assertThat(names(pool.takeOut(any -> true, Integer.MAX_VALUE))).hasSize(5);
        assertThat(pool.isEmpty()).isTrue();
    }

    @Test
    void shouldLendTheHighestWhenNoThreadTakesAny() {
        EnginePool root = PoolWithoutThreads.create();
        LoanAccount all = new LoanAccount(1, 0, 0);
        List<PooledTask> tasks = new ArrayList<>();
        for (int priority = 0; priority < 5; priority++) {
            byte[] encoded = TaskHead.of(TaskClass.NONE, priority, new byte[] {(byte) priority});
            tasks.add(PooledTask.encoded(all, encoded));
        }
        root.refill(tasks);
        assertThat(root.takeOut(any -> true, 2))
                .extracting(PooledTask::priority)
                .containsExactly(4.0, 3.0);
        assertThat(root.queued()).isEqualTo(3);
    }

    @Test
    void shouldNotLookAtPrioritiesWhenAnotherDisciplineIsChosen() {
        EnginePool pool = new EnginePool(Discipline.FIFO_CEN, 1, 1, new TestSignal(), () -> {}, System::nanoTime);
        put(pool, 0, "first", 1);
        put(pool, 0, "second", 2);
        assertThat(taken(pool, 0)).containsExactly("first", "second");
    }

    /**
     * Compares the order in which the pool gives tasks with that of a list which is sorted again each time, while tasks
     * are put, taken and lent at random.
     */
    @Test
    void shouldKeepTheOrderAndLoseNothingWhateverThreadsAndLendersDo() {
        for (int seed = 1; seed <= 200; seed++) {
            new Story(seed).play();
        }
    }

    /** A task in the sorted list with which the pool is compared; its number is its order of arrival. */
    private record Entry(int number, double priority, boolean lendable) {}

    private final class Story {
        private final int seed;
        private final SplittableRandom random;
        private final EnginePool pool = pool();
        private final List<Entry> model = new ArrayList<>();
        private final List<Entry> out = new ArrayList<>();
        private int numbers;

        Story(int seed) {
            this.seed = seed;
            this.random = new SplittableRandom(seed);
        }

        void play() {
            for (int step = 0; step < 300; step++) {
                switch (random.nextInt(5)) {
                    case 0, 1 -> put();
                    case 2 -> lend();
                    case 3 -> comeBack();
                    default -> take();
                }
                assertThat(pool.queued()).as("seed %d", seed).isEqualTo(model.size());
            }
            while (!model.isEmpty()) {
                take();
            }
            assertThat(pool.take(0)).as("seed %d", seed).isNull();
        }

        private void put() {
            Entry entry = new Entry(numbers++, random.nextInt(-4, 5), random.nextBoolean());
            model.add(0, entry);
            pool.put(random.nextInt(THREADS), pooled(entry));
        }

        private PooledTask pooled(Entry entry) {
            return PooledTask.of(entry.lendable ? account : other, entry, TaskClass.NONE, entry.priority);
        }

        private void take() {
            PooledTask task = pool.take(random.nextInt(THREADS));
            Entry best = model.stream()
                    .max(Comparator.comparingDouble(Entry::priority))
                    .orElse(null);
            assertThat(task == null ? null : task.task()).as("seed %d", seed).isEqualTo(best);
            model.remove(best);
        }

        private void lend() {
            int most = random.nextInt(1, 6);
            long lendable = model.stream().filter(Entry::lendable).count();
            List<PooledTask> lent = pool.takeOut(one -> one == account, most);
            assertThat(lent).as("seed %d", seed).hasSize((int) Math.min(most, lendable));
            for (PooledTask task : lent) {
                Entry entry = (Entry) task.task();
                assertThat(entry.lendable && model.remove(entry))
                        .as("seed %d", seed)
                        .isTrue();
                out.add(entry);
            }
        }

        private void comeBack() {
            List<PooledTask> back = new ArrayList<>();
            for (int index = out.size() - 1; index >= 0; index--) {
                back.add(0, pooled(out.get(index)));
                model.add(0, out.get(index));
            }
            out.clear();
            if (random.nextBoolean()) {
                pool.refill(back);
            } else {
                pool.putBack(back);
            }
        }
    }

    private EnginePool pool() {
        return new EnginePool(THREADS, new TestSignal(), () -> {}, System::nanoTime);
    }

    private void put(EnginePool pool, int thread, String name, double priority) {
        pool.put(thread, PooledTask.of(account, name, TaskClass.NONE, priority));
    }

    private static List<String> taken(EnginePool pool, int thread) {
        List<PooledTask> taken = new ArrayList<>();
        for (PooledTask task = pool.take(thread); task != null; task = pool.take(thread)) {
            taken.add(task);
        }
        return names(taken);
    }

    private static List<String> names(List<PooledTask> tasks) {
        return tasks.stream().map(task -> String.valueOf(task.task())).toList();
    }
}
