package org.moide.engine.worker;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.moide.balance.worker.WorkerImage;
import org.moide.balance.worker.WorkerMessage;
import org.moide.balance.worker.WorkerTable;
import org.moide.engine.control.WorkerStatistics;
import org.moide.engine.control.WorkersNow;

/**
 * Counts the work of an engine's workers in one epoch, and keeps the results of workers that have ended.
 *
 * <p><b>Threads.</b> Any; {@code results}, {@code moves} and {@code pauseNanos} are guarded by this object's lock.
 */
final class WorkDone {
    private final int engine;
    private final long beginNanos;
    private final LongAdder handledTasks = new LongAdder();
    private final LongAdder busyNanos = new LongAdder();
    private final List<LastResult> results = new ArrayList<>();
    private final ArrayDeque<WorkerStatistics.Move> moves = new ArrayDeque<>();
    private long pauseNanos;

    /**
     * Figures of an engine since the epoch began.
     *
     * @param busyNanos the time that its threads have handled tasks, summed over threads
     */
    record Figures(long handledTasks, long busyNanos) {}

    WorkDone(int engine, long beginNanos) {
        this.engine = engine;
        this.beginNanos = beginNanos;
    }

    void handled(int tasks, long nanos) {
        handledTasks.add(tasks);
        busyNanos.add(nanos);
    }

    Figures figures() {
        return new Figures(handledTasks.sum(), busyNanos.sum());
    }

    /**
     * Keeps the result of a worker that has ended, with the last cut that the worker had passed. A cut is a snapshot
     * that is taken while workers run.
     */
    synchronized void result(byte[] encoded, int cut) {
        results.add(new LastResult(encoded, cut));
    }

    /** Keeps the result of a worker that had ended before the epoch began. */
    void result(byte[] encoded) {
        result(encoded, WorkerMessage.NO_CUT);
    }

    /**
     * Returns all results, each with the last cut (snapshot that is taken while workers run) that its worker had
     * passed.
     */
    synchronized List<LastResult> lastResults() {
        return List.copyOf(results);
    }

    synchronized List<byte[]> results() {
        return resultsBefore(Integer.MAX_VALUE);
    }

    /**
     * Returns the results of workers that ended without having passed this cut, so that the cut does not contain the
     * workers themselves. A cut is a snapshot that is taken while workers run.
     */
    synchronized List<byte[]> resultsBefore(int cut) {
        return results.stream()
                .filter(result -> result.cut() < cut)
                .map(LastResult::encoded)
                .toList();
    }

    /**
     * Notes that a worker has moved to another engine. The move began at {@code sinceNanos}; from then on the worker
     * could handle no task here.
     */
    synchronized void left(WorkerImage image, String why, long sinceNanos, long nowNanos) {
        pauseNanos += nowNanos - sinceNanos;
        if (moves.size() == WorkerStatistics.MOST_MOVES) {
            moves.remove();
        }
        moves.add(new WorkerStatistics.Move(
                image.worker(),
                engine,
                image.place().process(),
                why,
                image.bytes(),
                nowNanos - sinceNanos,
                nowNanos - beginNanos));
    }

    /** Returns the current state of the engine's workers. */
    WorkersNow now(WorkerTable table, long queuedTasks, WorkersNow.@Nullable Handler longest) {
        return new WorkersNow(table.workers(), table.activeWorkers(), queuedTasks, handledTasks.sum(), longest);
    }

    synchronized WorkerStatistics statistics(WorkerTable table) {
        return new WorkerStatistics(
                table.workers(),
                handledTasks.sum(),
                table.counts().remoteTasks(),
                table.counts().forwardedTasks(),
                table.counts().mostForwards(),
                table.counts().moves(),
                table.counts().movedBytes(),
                pauseNanos,
                List.copyOf(moves));
    }
}
