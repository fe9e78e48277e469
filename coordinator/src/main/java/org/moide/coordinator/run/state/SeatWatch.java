package org.moide.coordinator.run.state;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.coordinator.text.Figures;
import org.moide.engine.control.Timing;

/**
 * Decides, when an engine's connection is closed or the engine is silent, whether the engine is lost. The control
 * thread calls it at each tick.
 */
public final class SeatWatch {
    private final Timing timing;
    private final long asleepNanos;
    private final long silenceNanos;
    private final StallWatch stalls;
    private long lastTickNanos;
    private long booksClosedNanos = Long.MAX_VALUE;

    /** A decision about an engine, or about all engines. */
    public sealed interface Verdict {}

    /** The engine is lost. */
    public record Lost(Seat seat, String cause) implements Verdict {}

    /**
     * The engine is late, but not lost: the run does not wait for it any longer, because all tasks are done and only
     * its statistics are missing. It may not even have begun to compute.
     */
    public record Late(Seat seat, String cause) implements Verdict {}

    /** The engine has been silent for so long that other engines get its tasks. */
    public record Silent(Seat seat) implements Verdict {}

    /**
     * No thread of the run makes progress any more.
     *
     * @param line the message for the user
     */
    public record Stalled(String line) implements Verdict {}

    /**
     * Creates the watch.
     *
     * @param timing the times after which an engine counts as lost
     * @param stalls watches whether threads make progress
     */
    public SeatWatch(Timing timing, StallWatch stalls, long nowNanos) {
        this.timing = timing;
        this.asleepNanos = timing.asleep().toNanos();
        this.silenceNanos = timing.silenceOfBorrower().toNanos();
        this.stalls = stalls;
        this.lastTickNanos = nowNanos;
    }

    /**
     * Decides about all engines.
     *
     * @param booksClosed whether all tasks are done and all loans have returned
     */
    public List<Verdict> tick(Seats seats, boolean booksClosed, long nowNanos) {
        if (booksClosed && booksClosedNanos == Long.MAX_VALUE) {
            booksClosedNanos = nowNanos;
        }
        List<Verdict> verdicts = new ArrayList<>();
        long sinceLastNanos = nowNanos - lastTickNanos;
        lastTickNanos = nowNanos;
        if (sinceLastNanos > asleepNanos) {
            extendLeases(seats, sinceLastNanos);
            booksClosedNanos += booksClosed ? sinceLastNanos : 0;
        } else {
            String line = stalls.tick(seats, nowNanos);
            if (line != null) {
                verdicts.add(new Stalled(line));
            }
        }
        for (Seat seat : seats.active()) {
            String cause = whyLost(seat, nowNanos);
            if (cause != null) {
                verdicts.add(new Lost(seat, cause));
            } else if (booksClosed
                    && nowNanos - booksClosedNanos >= timing.ending().toNanos()) {
                verdicts.add(new Late(
                        seat,
                        "all tasks were done, and it did not say within " + Figures.span(timing.ending())
                                + " how it ended"));
            } else if (nowNanos - seat.silentSinceNanos() > silenceNanos) {
                verdicts.add(new Silent(seat));
            }
        }
        return verdicts;
    }

    /** Returns why the engine is to be considered lost; null if it is not. */
    private @Nullable String whyLost(Seat seat, long nowNanos) {
        if (seat.lifelineClosedNanos() != Long.MAX_VALUE
                && nowNanos - seat.lifelineClosedNanos() > timing.lifelineBack().toNanos()) {
            return "its connection closed and was not back within " + Figures.span(timing.lifelineBack());
        } else if (nowNanos - seat.lastHeardNanos() > timing.silence().toNanos()) {
            return "it has said nothing for " + Figures.span(timing.silence());
        }
        return null;
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
