package org.moide.coordinator.progress;

import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.wire.ExtensibleRecord;
import org.moide.coordinator.text.Figures;

/**
 * The progress of a run's work and the estimated end. A terminal, {@code moide status}, the page, {@code moide top} and
 * a program show it, each in its way.
 *
 * @param done how much is done; falls back when work is lost
 * @param known how much there is as far as is known; 0 if it is not
 * @param what the unit, such as "tasks"; empty before anything was said
 * @param perSecond done in a second of late
 * @param soonestNanos how long the rest takes at the higher of the rates of late and of the run so far;
 *     {@link #UNTOLD} if nobody can tell
 * @param latestNanos the same at the lower
 */
public record Progress(long done, long known, String what, double perSecond, long soonestNanos, long latestNanos)
        implements ExtensibleRecord {
    public static final long UNTOLD = -1;

    /** The progress before anything was said. */
    public static final Progress NONE = new Progress(0, 0, "", 0, UNTOLD, UNTOLD);

    private static final long serialVersionUID = 1L;
    private static final double NANOS = 1e9;

    public Progress {
        Objects.requireNonNull(what, "what");
    }

    /** Returns the done part of what is known, from 0 to 1; not a number if it is not known how much there is. */
    public double part() {
        return known <= 0 ? Double.NaN : Math.min(1, (double) Math.max(0, done) / known);
    }

    /** Returns how much is done and of how much, if that is known, such as "3/7 tasks". */
    public String amount(String of) {
        return Figures.count(done) + (known > 0 ? of + Figures.count(known) : "") + " " + what;
    }

    /** Returns the same progress without an estimate of the end, where nobody knows how much there will be. */
    public Progress withoutEnd() {
        return new Progress(done, known, what, perSecond, UNTOLD, UNTOLD);
    }

    /** Returns how long the rest takes, for the user, such as "6 s" or "10 to 14 s"; null if nobody can tell. */
    public @Nullable String left() {
        if (soonestNanos == UNTOLD) {
            return null;
        }
        Rest soonest = Rest.of(soonestNanos);
        Rest latest = Rest.of(latestNanos);
        return soonest.equals(latest)
                ? latest.toString()
                : (soonest.unit.equals(latest.unit) ? soonest.figures : soonest.toString()) + " to " + latest;
    }

    private record Rest(String figures, String unit) {
        private static final long MINUTE = 60;
        private static final long HOUR = 3600;

        static Rest of(long nanos) {
            long whole = (long) Math.ceil(nanos / NANOS);
            if (whole < MINUTE) {
                return new Rest(Long.toString(whole), "s");
            }
            return whole < HOUR
                    ? new Rest(String.format(Locale.ROOT, "%d:%02d", whole / MINUTE, whole % MINUTE), "min")
                    : new Rest(String.format(Locale.ROOT, "%d:%02d", whole / HOUR, whole / MINUTE % MINUTE), "h");
        }

        @Override
        public String toString() {
            return figures + " " + unit;
        }
    }
}
