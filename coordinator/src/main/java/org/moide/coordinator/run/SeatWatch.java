package org.moide.coordinator.run;

import java.util.concurrent.TimeUnit;

/**
 * What closed connections and silence cost an engine (DESIGN §8, §9): a stepped core, of which the control thread asks at each
 * tick.
 */
final class SeatWatch {
    /** A lifeline that is not back by then is a dead engine (DESIGN §8). */
    static final long LIFELINE_NANOS = TimeUnit.SECONDS.toNanos(3);

    /** Silence costs an engine its loans long before its life (DESIGN §8): what it returns of them later is dropped. */
    static final long LOANS_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** Silence on an open lifeline ends an engine only after this (DESIGN §8). */
    static final long SILENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

    /** When the books are closed an engine is only missed for its figures, and nobody waits for it longer than this. */
    static final long CLOSING_NANOS = TimeUnit.SECONDS.toNanos(2);

    /** A tick later than this means that we slept, not the others: leases are extended first (DESIGN §9). */
    static final long LATENESS_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final Verdicts verdicts;
    private final StallWatch stalls;
    private long lastTickNanos;
    private long booksClosedNanos = Long.MAX_VALUE;

    /** What comes of watching. */
    interface Verdicts {
        void lost(Seat seat, String cause, long nowNanos);

        /** It has been silent for so long that others should have its tasks. */
        void silent(Seat seat, long nowNanos);
    }

    /**
     * Makes a watch.
     *
     * @param stalls what looks whether anything moves
     */
    SeatWatch(Verdicts verdicts, StallWatch stalls, long nowNanos) {
        this.verdicts = verdicts;
        this.stalls = stalls;
        this.lastTickNanos = nowNanos;
    }

    /**
     * Looks at all.
     *
     * @param booksClosed whether every task is done and every loan is home
     */
    void tick(Seats seats, boolean booksClosed, long nowNanos) {
        if (booksClosed && booksClosedNanos == Long.MAX_VALUE) {
            booksClosedNanos = nowNanos;
        }
        long sinceLastNanos = nowNanos - lastTickNanos;
        lastTickNanos = nowNanos;
        if (sinceLastNanos > LATENESS_NANOS) {
            extendLeases(seats, sinceLastNanos);
            booksClosedNanos += booksClosed ? sinceLastNanos : 0;
        } else {
            stalls.tick(seats, nowNanos);
        }
        for (Seat seat : seats.active()) {
            if (!seat.active()) {
                continue; // it was lost together with one before it
            }
            if (seat.lifelineClosedNanos() != Long.MAX_VALUE
                    && nowNanos - seat.lifelineClosedNanos() > LIFELINE_NANOS) {
                verdicts.lost(seat, "its connection closed and was not back within 3 s", nowNanos);
            } else if (nowNanos - seat.lastHeardNanos() > SILENCE_NANOS) {
                verdicts.lost(seat, "it has said nothing for 60 s", nowNanos);
            } else if (booksClosed && nowNanos - booksClosedNanos >= CLOSING_NANOS) {
                verdicts.lost(seat, "all tasks were done, and it did not say within 2 s how it ended", nowNanos);
            } else if (nowNanos - seat.silentSinceNanos() > LOANS_NANOS) {
                verdicts.silent(seat, nowNanos);
            }
        }
    }

    private static void extendLeases(Seats seats, long byNanos) {
        for (Seat seat : seats.all()) {
            seat.heard(seat.lastHeardNanos() + byNanos);
            if (seat.lifelineClosedNanos() != Long.MAX_VALUE) {
                seat.lifelineClosed(seat.lifelineClosedNanos() + byNanos);
            }
        }
    }
}
