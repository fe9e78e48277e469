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
 * What an engine's workers did: which task each handled, which task sent that, and how long it took. There is one only
 * in runs that are recorded. The first tasks are recorded, as many as were allowed; what they send later is left out
 * with all that follows from it. Numbers are times after Lamport (<i>Time, clocks, and the ordering of events</i>,
 * 1978), so that a task's number is greater than that of the one that sent it, wherever that was.
 *
 * <p><b>Threads.</b> Any; a {@link WorkerRow} is its thread's. {@code workers} is guarded by this, and {@link #parts}
 * is called when all tasks have been handled.
 */
final class WorkerLog {
    /** A number says which engine gave it: those of processes are below this. */
    private static final int MOST_ENGINES = Processes.MOST;

    /** Numbers in a message: about 240 kB. */
    private static final int PART_NUMBERS = 30_000;

    /** Their rules are some hundred bytes each. */
    private static final int PART_WORKERS = 1_000;

    private final long mostTasks;
    private final int engine;
    private final long epoch;
    private final AtomicLong time = new AtomicLong(WorkerPart.NO_CAUSE);
    private final List<WorkerRow> rows = new CopyOnWriteArrayList<>();
    private final Map<Long, Seen> workers = new TreeMap<>();

    private record Seen(WorkerRule rule, long stateBytes) {}

    /**
     * Of one engine of some.
     *
     * @param mostTasks how many are recorded here; the same on each, so that what was before a task is recorded if that is
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

    /** The number of the task that begins, sent by the one of that number. */
    long next(long cause) {
        long sent = cause == WorkerPart.NO_CAUSE ? cause : cause / MOST_ENGINES;
        return time.updateAndGet(last -> Math.max(last, sent) + 1) * MOST_ENGINES + engine;
    }

    boolean isRecorded(long number) {
        return number / MOST_ENGINES < mostTasks;
    }

    /** For a further thread. */
    public WorkerRow row() {
        WorkerRow row = new WorkerRow(this);
        rows.add(row);
        return row;
    }

    /**
     * A worker ends, or the run does.
     *
     * @param state its bytes; null if it has none
     */
    public synchronized void ended(Slot slot, byte @Nullable [] state) {
        workers.put(slot.worker(), new Seen(slot.rule(), state == null ? 0 : state.length));
    }

    /** All that was recorded, in parts that fit into messages. */
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
