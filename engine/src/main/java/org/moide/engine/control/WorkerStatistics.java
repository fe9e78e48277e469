package org.moide.engine.control;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * The work of the workers of one engine in an epoch.
 *
 * @param workers how many workers were on the engine at the end
 * @param handled how many tasks they handled, including those that were undone after a loss
 * @param sentAway how many tasks they sent to workers on other engines
 * @param forwarded how many tasks arrived after their worker had moved, and were forwarded to its new engine
 * @param mostForwards the largest number of times that a task was forwarded
 * @param moves how many workers moved to another engine
 * @param movedBytes the bytes of the moved workers, including their queued tasks
 * @param pauseNanos the time in which moving workers could handle nothing, summed over workers
 * @param lastMoves the last moves, in their order, up to {@value #MOST_MOVES}
 */
public record WorkerStatistics(
        long workers,
        long handled,
        long sentAway,
        long forwarded,
        long mostForwards,
        long moves,
        long movedBytes,
        long pauseNanos,
        List<Move> lastMoves)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    /** The greatest number of moves that a report lists; moves beyond it are counted but not listed. */
    public static final int MOST_MOVES = 1_000;

    public static final WorkerStatistics NONE = new WorkerStatistics(0, 0, 0, 0, 0, 0, 0, 0, List.of());

    public WorkerStatistics {
        lastMoves = List.copyOf(lastMoves);
        if (lastMoves.size() > MOST_MOVES) {
            throw new IllegalArgumentException(
                    "expected the last " + MOST_MOVES + " moves or fewer, found " + lastMoves.size());
        }
    }

    /**
     * A worker's move to another engine, as recorded by the engine that it left.
     *
     * @param from the number of the engine that it left
     * @param to the number of the engine to which it moved
     * @param why the reason, as text
     * @param bytes the bytes of the worker, including its queued tasks
     * @param pauseNanos the time in which the worker could handle nothing, as the engine that it left measured it
     * @param atNanos the time of the move since the epoch began on that engine
     */
    public record Move(long worker, int from, int to, String why, long bytes, long pauseNanos, long atNanos)
            implements Serializable {
        private static final long serialVersionUID = 1L;
    }

    /** Returns a copy with at most this many of the last moves. */
    WorkerStatistics last(int most) {
        return lastMoves.size() <= most
                ? this
                : new WorkerStatistics(
                        workers,
                        handled,
                        sentAway,
                        forwarded,
                        mostForwards,
                        moves,
                        movedBytes,
                        pauseNanos,
                        lastMoves.subList(lastMoves.size() - most, lastMoves.size()));
    }

    /** Returns the sum of these figures and those of the same engine in a later epoch. */
    public WorkerStatistics plus(WorkerStatistics later) {
        List<Move> all = new ArrayList<>(lastMoves);
        all.addAll(later.lastMoves);
        return new WorkerStatistics(
                later.workers,
                handled + later.handled,
                sentAway + later.sentAway,
                forwarded + later.forwarded,
                Math.max(mostForwards, later.mostForwards),
                moves + later.moves,
                movedBytes + later.movedBytes,
                pauseNanos + later.pauseNanos,
                all.subList(Math.max(0, all.size() - MOST_MOVES), all.size()));
    }
}
