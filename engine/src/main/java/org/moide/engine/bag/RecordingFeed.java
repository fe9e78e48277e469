package org.moide.engine.bag;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.moide.balance.data.TaskClass;
import org.moide.balance.data.TaskHead;
import org.moide.balance.loan.FailedTask;
import org.moide.balance.loan.LoanOutput;
import org.moide.balance.pool.PooledTask;
import org.moide.balance.pool.Repository;
import org.moide.commlib.port.Ticker;
import org.moide.engine.control.EngineReport;
import org.moide.engine.data.WrittenData;

/**
 * A {@link TaskFeed} that records the workload of a bag: which task put which, how long each took, and which data
 * objects each read. With {@code --record-workload} it wraps the compute threads' own feed. Each thread records a
 * limited number of tasks. Each further task is added to its nearest recorded ancestor, which counts such tasks and
 * sums their times. A task without a parent is added to the thread's last recorded task that reads the same objects, or
 * else to its last recorded task.
 *
 * <p>Concurrency: each row is used by one thread; {@link #reports} is called when all threads have returned.
 */
public final class RecordingFeed implements TaskFeed {
    /** The greatest number of numbers in a message: about 240 kB. */
    private static final int PART_NUMBERS = 30_000;

    private static final int ENGINE_SHIFT = 44;
    private static final int THREAD_SHIFT = 32;

    private final TaskFeed feed;
    private final Ticker ticker;
    private final Row[] rows;

    /**
     * Records the tasks that {@code feed} gives to its threads.
     *
     * @param mostTasks the limit of tasks that each thread records
     */
    public RecordingFeed(TaskFeed feed, Ticker ticker, int engine, int threads, int mostTasks) {
        this.feed = feed;
        this.ticker = ticker;
        this.rows = new Row[threads];
        for (int thread = 0; thread < threads; thread++) {
            rows[thread] = new Row(((long) engine << ENGINE_SHIFT) | ((long) thread << THREAD_SHIFT), mostTasks);
        }
    }

    /** The recorded tasks of one thread. */
    private static final class Row {
        private final long firstNumber;
        private final int mostTasks;
        private final Map<Long, long[]> folded = new HashMap<>();
        // Without tasks that read no data objects.
        private final Map<TaskClass, Numbers> readers = new LinkedHashMap<>();
        private long[] tasks = new long[3 * 256];
        private int count;
        private long parent;
        private long current;
        private long lastPlain = -1; // the last recorded task that reads no data objects
        private boolean own;
        private boolean resumed; // the task runs on after it was put aside, and was counted before
        private long startNanos;
        private long encodedTasks;
        private long encodedBytes;

        Row(long firstNumber, int mostTasks) {
            this.firstNumber = firstNumber;
            this.mostTasks = mostTasks;
        }

        void begin(long putBy, TaskClass reads, long nowNanos) {
            parent = putBy;
            own = count < mostTasks;
            resumed = false;
            if (own) {
                current = firstNumber + count;
                count++;
                if (3 * count > tasks.length) {
                    tasks = Arrays.copyOf(tasks, 2 * tasks.length);
                }
                if (reads.isNone()) {
                    lastPlain = current;
                } else {
                    readers.computeIfAbsent(reads, unseen -> new Numbers()).add(current);
                }
            } else {
                current = putBy == EngineReport.Recorded.NO_PARENT ? lastLike(reads) : putBy;
            }
            startNanos = nowNanos;
        }

        /**
         * Returns the number of the recorded task to which a further task without a parent is added: the last recorded
         * task that reads the same objects, or else the last recorded one.
         */
        private long lastLike(TaskClass reads) {
            long last = firstNumber + count - 1;
            if (reads.isNone()) {
                return lastPlain < 0 ? last : lastPlain;
            }
            Numbers alike = readers.get(reads);
            return alike == null ? last : alike.last();
        }

        void resume(long number, long nowNanos) {
            own = false;
            resumed = true;
            current = number;
            startNanos = nowNanos;
        }

        void end(long nowNanos) {
            long nanos = Math.max(1, nowNanos - startNanos);
            if (own) {
                int at = 3 * (count - 1);
                tasks[at] = current;
                tasks[at + 1] = parent;
                tasks[at + 2] = nanos;
            } else {
                long[] sums = folded.computeIfAbsent(current, unseen -> new long[2]);
                sums[0] += resumed ? 0 : 1;
                sums[1] += nanos;
            }
        }
    }

    /**
     * The rest of a task that was put aside.
     *
     * @param number the recorded task to which its further time is added
     */
    private record Rest(long number, Serializable rest) implements Serializable {
        private static final long serialVersionUID = 1L;
    }

    /** A growing array of task numbers. */
    private static final class Numbers {
        private long[] numbers = new long[16];
        private int count;

        void add(long number) {
            if (count == numbers.length) {
                numbers = Arrays.copyOf(numbers, 2 * count);
            }
            numbers[count++] = number;
        }

        long last() {
            return numbers[count - 1];
        }

        long[] part(int from, int most) {
            return Arrays.copyOfRange(numbers, from, Math.min(count, from + most));
        }
    }

    // --- compute threads ------------------------------------------------------------------------------------------

    @Override
    public @Nullable Work next(int thread) throws InterruptedException {
        Work work = feed.next(thread);
        if (work instanceof Work.Resume resume && resume.rest() instanceof Rest rest) {
            rows[thread].resume(rest.number, ticker.nanoTime());
            return new Work.Resume(resume.task(), rest.rest);
        }
        if (!(work instanceof Work.Run run)) {
            return work;
        }
        Row row = rows[thread];
        PooledTask pooled = run.task();
        long parent = EngineReport.Recorded.NO_PARENT;
        if (pooled.encoded()) {
            byte[] bytes = TaskHead.taskIn((byte[]) pooled.task());
            if (RecordedTask.isIn(bytes)) {
                parent = RecordedTask.parentIn(bytes);
                bytes = RecordedTask.taskIn(bytes);
                pooled = pooled.as(TaskHead.of(pooled.taskClass(), bytes), true, pooled.taskClass());
            }
            row.encodedTasks++;
            row.encodedBytes += bytes.length;
        } else if (pooled.task() instanceof RecordedTask recorded) {
            parent = recorded.parent();
            pooled = pooled.as(recorded.task(), false, pooled.taskClass());
        }
        row.begin(parent, pooled.taskClass(), ticker.nanoTime());
        return new Work.Run(pooled);
    }

    @Override
    public void organise(Supplier<Repository> repositories) {
        feed.organise(repositories);
    }

    @Override
    public void put(int thread, int queue, PooledTask parent, Serializable task, TaskClass reads, double priority) {
        feed.put(thread, queue, parent, new RecordedTask(rows[thread].current, task), reads, priority);
    }

    @Override
    public Object object(long id) {
        return feed.object(id);
    }

    @Override
    public Object shared(long id) throws InterruptedException {
        return feed.shared(id);
    }

    @Override
    public WrittenData write(long id, Serializable value) throws InterruptedException {
        return feed.write(id, value);
    }

    @Override
    public WrittenData writeRecomputable(long id, Serializable value) {
        return feed.writeRecomputable(id, value);
    }

    @Override
    public void made(int thread, Work.Make made, Serializable value) {
        feed.made(thread, made, value);
    }

    @Override
    public void discard(List<WrittenData> written) {
        feed.discard(written);
    }

    @Override
    public void putEncoded(int thread, @Nullable PooledTask parent, Serializable task) {
        feed.putEncoded(thread, parent, parent == null ? task : new RecordedTask(rows[thread].current, task));
    }

    @Override
    public void putHere(int thread, @Nullable PooledTask parent, List<? extends Serializable> tasks) {
        long current = rows[thread].current;
        feed.putHere(
                thread,
                parent,
                parent == null
                        ? tasks
                        : tasks.stream()
                                .map(task -> new RecordedTask(current, task))
                                .toList());
    }

    @Override
    public Runnable setAside(int thread, PooledTask task, Serializable rest) {
        rows[thread].end(ticker.nanoTime());
        return feed.setAside(thread, task, new Rest(rows[thread].current, rest));
    }

    @Override
    public void verifyObjects(PooledTask task) {
        feed.verifyObjects(task);
    }

    @Override
    public boolean verifiesObjects() {
        return feed.verifiesObjects();
    }

    @Override
    public boolean isShortOfTasks() {
        return feed.isShortOfTasks();
    }

    @Override
    public boolean lacksTasks() {
        return feed.lacksTasks();
    }

    @Override
    public PooledTask withBytes(int thread, PooledTask task) {
        return feed.withBytes(thread, task);
    }

    @Override
    public void executed(int thread, PooledTask task) {
        rows[thread].end(ticker.nanoTime());
        feed.executed(thread, task);
    }

    @Override
    public void failed(int thread, PooledTask task, FailedTask failure) {
        rows[thread].end(ticker.nanoTime());
        feed.failed(thread, task, failure);
    }

    @Override
    public void communicates() {
        feed.communicates();
    }

    @Override
    public void closed(int thread, LoanOutput.ClosedLoan loan) {
        feed.closed(thread, loan);
    }

    @Override
    public void encoded(int thread, LoanOutput.EncodedTasks tasks) {
        feed.encoded(thread, tasks);
    }

    @Override
    public void merged(int thread, LoanOutput.MergedResults results) {
        feed.merged(thread, results);
    }

    @Override
    public void leave(int thread) {
        feed.leave(thread);
    }

    @Override
    public long dataWaitNanos() {
        return feed.dataWaitNanos();
    }

    @Override
    public long waitNanos(int thread) {
        return feed.waitNanos(thread);
    }

    @Override
    public long tasks(int thread) {
        return feed.tasks(thread);
    }

    // --- the control thread ---------------------------------------------------------------------------------------

    /** Returns the recorded workload in parts that fit into messages. */
    public List<EngineReport.Recorded> reports() {
        List<EngineReport.Recorded> reports = new ArrayList<>();
        for (Row row : rows) {
            reports.add(
                    new EngineReport.Recorded(new long[0], new long[0], List.of(), row.encodedTasks, row.encodedBytes));
            for (int from = 0; from < 3 * row.count; from += PART_NUMBERS) {
                long[] part = Arrays.copyOfRange(row.tasks, from, Math.min(3 * row.count, from + PART_NUMBERS));
                reports.add(new EngineReport.Recorded(part, new long[0], List.of(), 0, 0));
            }
            long[] folded = new long[3 * row.folded.size()];
            int at = 0;
            for (Map.Entry<Long, long[]> entry : row.folded.entrySet()) {
                folded[at++] = entry.getKey();
                folded[at++] = entry.getValue()[0];
                folded[at++] = entry.getValue()[1];
            }
            for (int from = 0; from < folded.length; from += PART_NUMBERS) {
                long[] part = Arrays.copyOfRange(folded, from, Math.min(folded.length, from + PART_NUMBERS));
                reports.add(new EngineReport.Recorded(new long[0], part, List.of(), 0, 0));
            }
            addReaders(row, reports);
        }
        return reports;
    }

    private static void addReaders(Row row, List<EngineReport.Recorded> reports) {
        List<EngineReport.Recorded.Readers> part = new ArrayList<>();
        int left = PART_NUMBERS;
        for (Map.Entry<TaskClass, Numbers> entry : row.readers.entrySet()) {
            int from = 0;
            while (from < entry.getValue().count) {
                int room = left - entry.getKey().size();
                if (room <= 0) {
                    reports.add(new EngineReport.Recorded(new long[0], new long[0], part, 0, 0));
                    part = new ArrayList<>();
                    left = PART_NUMBERS;
                    continue;
                }
                long[] tasks = entry.getValue().part(from, room);
                part.add(new EngineReport.Recorded.Readers(entry.getKey(), tasks));
                from += tasks.length;
                left = room - tasks.length;
            }
        }
        if (!part.isEmpty()) {
            reports.add(new EngineReport.Recorded(new long[0], new long[0], part, 0, 0));
        }
    }
}
