package org.moide.engine.worker;

import java.util.ArrayDeque;
import java.util.List;
import org.moide.balance.worker.WorkerCounts;
import org.moide.balance.worker.WorkerImage;
import org.moide.engine.control.WorkerStatistics;

/** The workers that have left an engine in one epoch. Any thread; guarded by this. */
final class MoveLog {
    private final int engine;
    private final long beginNanos;
    private final ArrayDeque<WorkerStatistics.Move> last = new ArrayDeque<>();
    private long pauseNanos;

    MoveLog(int engine, long beginNanos) {
        this.engine = engine;
        this.beginNanos = beginNanos;
    }

    synchronized void left(WorkerImage image, String why, long itsPauseNanos, long nowNanos) {
        pauseNanos += itsPauseNanos;
        if (last.size() == WorkerStatistics.MOST_MOVES) {
            last.remove();
        }
        last.add(new WorkerStatistics.Move(
                image.worker(),
                engine,
                image.place().process(),
                why,
                image.bytes(),
                itsPauseNanos,
                nowNanos - beginNanos));
    }

    synchronized WorkerStatistics statistics(long workers, long handled, WorkerCounts counts) {
        return new WorkerStatistics(
                workers,
                handled,
                counts.remoteTasks(),
                counts.forwardedTasks(),
                counts.moves(),
                counts.movedBytes(),
                pauseNanos,
                List.copyOf(last));
    }
}
