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
 * What the workers of an engine have done in one epoch.
 *
 * <p><b>Threads.</b> Any; {@code results}, {@code moves} and {@code pauseNanos} are guarded by this.
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
     * Of an engine since the epoch began.
     *
     * @param busyNanos of all its threads
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

    /** A worker has ended with this, and had passed this cut. */
    synchronized void result(byte[] encoded, int cut) {
        results.add(new LastResult(encoded, cut));
    }

    /** A worker had ended with this when the epoch began. */
    void result(byte[] encoded) {
        result(encoded, WorkerMessage.NO_CUT);
    }

    /** With the cuts that the workers had passed. */
    synchronized List<LastResult> lastResults() {
        return List.copyOf(results);
    }

    synchronized List<byte[]> results() {
        return resultsBefore(Integer.MAX_VALUE);
    }

    /** Of the workers that ended before they passed this cut. */
    synchronized List<byte[]> resultsBefore(int cut) {
        return results.stream()
                .filter(result -> result.cut() < cut)
                .map(LastResult::encoded)
                .toList();
    }

    /** A worker has gone to another engine, for which its thread began at {@code sinceNanos}. */
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

    /** How it stands. */
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
