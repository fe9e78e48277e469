package org.moide.coordinator.run;

import java.util.ArrayList;
import java.util.List;
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

    private final StallWatch stalls;
    private long lastTickNanos;
    private long booksClosedNanos = Long.MAX_VALUE;

    /** What comes of watching. */
    sealed interface Verdict {}

    /** The engine is gone. */
    record Lost(Seat seat, String cause) implements Verdict {}

    /** It has been silent for so long that others should have its tasks. */
    record Silent(Seat seat) implements Verdict {}

    /** Nothing moves any more: a line for the user. */
    record Stalled(String line) implements Verdict {}

    /**
     * Makes a watch.
     *
     * @param stalls what looks whether anything moves
     */
    SeatWatch(StallWatch stalls, long nowNanos) {
        this.stalls = stalls;
        this.lastTickNanos = nowNanos;
    }

    /**
     * Looks at all.
     *
     * @param booksClosed whether every task is done and every loan is home
     */
    List<Verdict> tick(Seats seats, boolean booksClosed, long nowNanos) {
        if (booksClosed && booksClosedNanos == Long.MAX_VALUE) {
            booksClosedNanos = nowNanos;
        }
        List<Verdict> verdicts = new ArrayList<>();
        long sinceLastNanos = nowNanos - lastTickNanos;
        lastTickNanos = nowNanos;
        if (sinceLastNanos > LATENESS_NANOS) {
            extendLeases(seats, sinceLastNanos);
            booksClosedNanos += booksClosed ? sinceLastNanos : 0;
        } else {
            String line = stalls.tick(seats, nowNanos);
            if (line != null) {
                verdicts.add(new Stalled(line));
            }
        }
        for (Seat seat : seats.active()) {
            if (seat.lifelineClosedNanos() != Long.MAX_VALUE
                    && nowNanos - seat.lifelineClosedNanos() > LIFELINE_NANOS) {
                verdicts.add(new Lost(seat, "its connection closed and was not back within 3 s"));
            } else if (nowNanos - seat.lastHeardNanos() > SILENCE_NANOS) {
                verdicts.add(new Lost(seat, "it has said nothing for 60 s"));
            } else if (booksClosed && nowNanos - booksClosedNanos >= CLOSING_NANOS) {
                verdicts.add(new Lost(seat, "all tasks were done, and it did not say within 2 s how it ended"));
            } else if (nowNanos - seat.silentSinceNanos() > LOANS_NANOS) {
                verdicts.add(new Silent(seat));
            }
        }
        return verdicts;
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
