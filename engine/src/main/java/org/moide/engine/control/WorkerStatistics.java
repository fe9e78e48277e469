package org.moide.engine.control;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * What the workers of one engine did in an epoch.
 *
 * @param workers how many were there at the end
 * @param handled tasks that they handled; those of which the effect was undone by a loss count too
 * @param sentAway tasks that they sent to workers on other engines
 * @param forwarded tasks that came after their worker had left, and were sent after it
 * @param mostForwards how often one of these had been sent on, at most
 * @param moves workers that left for another engine
 * @param movedBytes what they were, with the tasks that they took along
 * @param pauseNanos for how long they could handle nothing, all together
 * @param lastMoves the last of these, in their order; up to {@value #MOST_MOVES}
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

    /** More moves of a run than this are in nobody's report; all are counted. */
    public static final int MOST_MOVES = 1_000;

    /** Of an engine without workers. */
    public static final WorkerStatistics NONE = new WorkerStatistics(0, 0, 0, 0, 0, 0, 0, 0, List.of());

    public WorkerStatistics {
        lastMoves = List.copyOf(lastMoves);
        if (lastMoves.size() > MOST_MOVES) {
            throw new IllegalArgumentException(
                    "expected the last " + MOST_MOVES + " moves or fewer, found " + lastMoves.size());
        }
    }

    /**
     * A worker that went to another engine; told by the engine that it left.
     *
     * @param from the number of the engine that it left, in its epoch
     * @param to that of the engine to which it went
     * @param why in some words
     * @param bytes what it was, with the tasks that it took along
     * @param pauseNanos for how long it could handle nothing, as the engine that it left saw it
     * @param atNanos when it left, since the threads of that engine began the epoch
     */
    public record Move(long worker, int from, int to, String why, long bytes, long pauseNanos, long atNanos)
            implements Serializable {
        private static final long serialVersionUID = 1L;
    }

    /** The same with so many of the last moves at most. */
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

    /** With what the same engine's workers did in a later epoch. */
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
