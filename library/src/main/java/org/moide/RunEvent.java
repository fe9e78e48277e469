package org.moide;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** An event of a run while it goes on: see {@link RunFuture#events}. */
public sealed interface RunEvent {
    /** The application has printed a line. */
    record Line(String text) implements RunEvent {}

    /** MOIDE has something to say that is no result, such as that an engine was lost. */
    record Note(String text) implements RunEvent {}

    /**
     * The progress of the run, told some times a second at most. A run of less than a tenth of a second says so at its
     * end, or not at all.
     *
     * @param done how much of the work is done; falls back when work is lost
     * @param known how much there is, as far as is known yet; 0 if it is not known
     * @param unit of both, such as "tasks"
     * @param perSecond how much was done for each second of late
     * @param left how long the rest takes at the slower of the rates of late and of the run so far; null while nobody
     *     can tell, since more and more comes to be known, or the run is too young
     */
    record Progress(
            long done,
            long known,
            String unit,
            double perSecond,
            @Nullable Duration left) implements RunEvent {}

    /**
     * The subscriber took events more slowly than they came: so many were left out here.
     *
     * @param events from 1 on
     */
    record Dropped(long events) implements RunEvent {}
}
