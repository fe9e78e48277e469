package org.moide.engine.control;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * The work of the workers of one engine in an epoch.
 *
 * @param workers how many were there at the end
 * @param handled how many tasks they handled, also those whose effect was undone by a loss
 * @param sentAway how many tasks they sent to workers on other engines
 * @param forwarded how many tasks came after their worker had left, and were sent after it
 * @param mostForwards how often one of these tasks had been sent on, at most
 * @param moves how many workers left for another engine
 * @param movedBytes the bytes of these workers, with the tasks that they took along
 * @param pauseNanos for how long these workers could handle nothing, all together
 * @param lastMoves the last of these moves, in their order; up to {@value #MOST_MOVES}
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

    /** The most moves that are told; all are counted, but more than this of a run are in no report. */
    public static final int MOST_MOVES = 1_000;

    /** The statistics of an engine without workers. */
    public static final WorkerStatistics NONE = new WorkerStatistics(0, 0, 0, 0, 0, 0, 0, 0, List.of());

    public WorkerStatistics {
        lastMoves = List.copyOf(lastMoves);
        if (lastMoves.size() > MOST_MOVES) {
            throw new IllegalArgumentException(
                    "expected the last " + MOST_MOVES + " moves or fewer, found " + lastMoves.size());
        }
    }

    /**
     * A worker's move to another engine, as the engine that it left tells it.
     *
     * @param from the number of the engine that it left, in its epoch
     * @param to the number of the engine to which it went
     * @param why the reason in some words
     * @param bytes the bytes of the worker, with the tasks that it took along
     * @param pauseNanos for how long it could handle nothing, as the engine that it left saw it
     * @param atNanos the time from the begin of the epoch on that engine until it left
     */
    public record Move(long worker, int from, int to, String why, long bytes, long pauseNanos, long atNanos)
            implements Serializable {
        private static final long serialVersionUID = 1L;
    }

    /** Returns the same statistics with at most this number of the last moves. */
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

    /** Returns the sum with what the same engine's workers did in a later epoch. */
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
