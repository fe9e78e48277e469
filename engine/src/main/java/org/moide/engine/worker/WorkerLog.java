package org.moide.engine.worker;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.moide.balance.worker.Declarations;
import org.moide.balance.worker.Slot;
import org.moide.balance.worker.strategy.WorkerRule;
import org.moide.engine.control.EngineReport.Recorded.WorkerPart;
import org.moide.engine.control.Processes;

/**
 * The recorded workload of an engine's workers: the tasks that each worker handled, the tasks that sent them, and their
 * times. It exists only with {@code --record-workload}. A limited number of first tasks is recorded. A task's number is
 * a logical time after Lamport (<i>Time, clocks, and the ordering of events</i>, 1978), so it is greater than the
 * number of the task that sent it, on whatever engine.
 *
 * <p><b>Threads.</b> Any thread; each {@link WorkerRow} is used by one thread. {@code workers} is guarded by this
 * object's lock. {@link #parts} is called after all tasks were handled.
 */
final class WorkerLog {
    /**
     * The limit of process numbers. A task's number divided by it leaves as remainder the number of the process that
     * assigned the task's number.
     */
    private static final int MOST_ENGINES = Processes.MOST;

    /** The greatest number of numbers in a message: about 240 kB. */
    private static final int PART_NUMBERS = 30_000;

    /** The greatest number of workers in a message. The rules of a worker take some hundred bytes. */
    private static final int PART_WORKERS = 1_000;

    private final long mostTasks;
    private final int engine;
    private final long epoch;
    private final AtomicLong time = new AtomicLong(WorkerPart.NO_CAUSE);
    private final List<WorkerRow> rows = new CopyOnWriteArrayList<>();
    private final Map<Long, Seen> workers = new TreeMap<>();

    private record Seen(WorkerRule rule, long stateBytes) {}

    /**
     * Begins an empty recording.
     *
     * @param mostTasks the limit of logical times; tasks with later times are not recorded. It is the same on each
     *     engine, so that the task that sent a recorded task is recorded too
     * @param epoch the number of the epoch, which engines that joined later use too
     */
    public WorkerLog(long mostTasks, int engine, long epoch) {
        if (engine < 0 || engine >= MOST_ENGINES) {
            throw new IllegalArgumentException("expected an engine below " + MOST_ENGINES + ", found " + engine);
        }
        this.mostTasks = mostTasks;
        this.engine = engine;
        this.epoch = epoch;
    }

    /** Returns the number of a task that is about to be handled and that the task {@code cause} has sent. */
    long next(long cause) {
        long sent = cause == WorkerPart.NO_CAUSE ? cause : cause / MOST_ENGINES;
        return time.updateAndGet(last -> Math.max(last, sent) + 1) * MOST_ENGINES + engine;
    }

    boolean isRecorded(long number) {
        return number / MOST_ENGINES < mostTasks;
    }

    /** Adds the record of a further thread. */
    public WorkerRow row() {
        WorkerRow row = new WorkerRow(this);
        rows.add(row);
        return row;
    }

    /**
     * Records a worker at its end or at the end of the run.
     *
     * @param state the worker's encoded state; null if it has none
     */
    public synchronized void ended(Slot slot, byte @Nullable [] state) {
        workers.put(slot.worker(), new Seen(slot.rule(), state == null ? 0 : state.length));
    }

    /** Returns the recorded workload in parts that fit into messages. */
    public synchronized List<WorkerPart> parts() {
        List<WorkerPart> parts = new ArrayList<>();
        List<Declarations.Workers> seen = new ArrayList<>();
        List<Long> states = new ArrayList<>();
        workers.forEach((worker, its) -> {
            seen.add(new Declarations.Workers(worker, 1, its.rule()));
            states.add(worker);
            states.add(its.stateBytes());
            if (seen.size() == PART_WORKERS) {
                parts.add(ofWorkers(seen, states));
                seen.clear();
                states.clear();
            }
        });
        parts.add(ofWorkers(seen, states));
        for (WorkerRow row : rows) {
            long[] tasks = row.tasks();
            for (int from = 0; from < tasks.length; from += PART_NUMBERS) {
                long[] some = Arrays.copyOfRange(tasks, from, Math.min(tasks.length, from + PART_NUMBERS));
                parts.add(new WorkerPart(epoch, List.of(), new long[0], some));
            }
        }
        return parts;
    }

    private WorkerPart ofWorkers(List<Declarations.Workers> seen, List<Long> states) {
        return new WorkerPart(
                epoch, seen, states.stream().mapToLong(Long::longValue).toArray(), new long[0]);
    }
}
