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
 * A record of what an engine's workers did: which task each handled, which task sent that, and how long it took. There
 * is one only in runs that are recorded. The first tasks are recorded, as many as were allowed; later tasks are left
 * out with everything that follows from them. A task's number is a time after Lamport (<i>Time, clocks, and the
 * ordering of events</i>, 1978), so that it is greater than the number of the task that sent it, wherever that was.
 *
 * <p><b>Threads.</b> Any; a {@link WorkerRow} is its thread's. {@code workers} is guarded by this, and {@link #parts}
 * is called when all tasks have been handled.
 */
final class WorkerLog {
    /** A number tells which engine gave it: process numbers are below this. */
    private static final int MOST_ENGINES = Processes.MOST;

    /** The number of numbers in a message: about 240 kB. */
    private static final int PART_NUMBERS = 30_000;

    /** The number of workers in a message; their rules are some hundred bytes each. */
    private static final int PART_WORKERS = 1_000;

    private final long mostTasks;
    private final int engine;
    private final long epoch;
    private final AtomicLong time = new AtomicLong(WorkerPart.NO_CAUSE);
    private final List<WorkerRow> rows = new CopyOnWriteArrayList<>();
    private final Map<Long, Seen> workers = new TreeMap<>();

    private record Seen(WorkerRule rule, long stateBytes) {}

    /**
     * @param mostTasks how many tasks are recorded here; the same on each engine, so that the tasks before a recorded
     *     task are recorded too
     * @param epoch its number, the same for engines that joined it later
     */
    public WorkerLog(long mostTasks, int engine, long epoch) {
        if (engine < 0 || engine >= MOST_ENGINES) {
            throw new IllegalArgumentException("expected an engine below " + MOST_ENGINES + ", found " + engine);
        }
        this.mostTasks = mostTasks;
        this.engine = engine;
        this.epoch = epoch;
    }

    /** Returns the number of a task that begins and was sent by the task {@code cause}. */
    long next(long cause) {
        long sent = cause == WorkerPart.NO_CAUSE ? cause : cause / MOST_ENGINES;
        return time.updateAndGet(last -> Math.max(last, sent) + 1) * MOST_ENGINES + engine;
    }

    boolean isRecorded(long number) {
        return number / MOST_ENGINES < mostTasks;
    }

    /** Adds a row for a further thread. */
    public WorkerRow row() {
        WorkerRow row = new WorkerRow(this);
        rows.add(row);
        return row;
    }

    /**
     * Records the end of a worker, or the worker at the end of the run.
     *
     * @param state its bytes; null if it has none
     */
    public synchronized void ended(Slot slot, byte @Nullable [] state) {
        workers.put(slot.worker(), new Seen(slot.rule(), state == null ? 0 : state.length));
    }

    /** Returns everything that was recorded, in parts that fit into messages. */
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
