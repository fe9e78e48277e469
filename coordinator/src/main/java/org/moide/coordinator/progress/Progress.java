package org.moide.coordinator.progress;

import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.wire.ExtensibleRecord;
import org.moide.coordinator.text.Figures;

/**
 * The progress of a run's work and its estimated end. The terminal, {@code moide status}, the page and
 * {@code moide top} show it.
 *
 * @param done how much is done, in the unit {@code what}; falls when work is lost
 * @param known how much work is known; 0 if unknown
 * @param what the unit, such as "tasks"; empty before the first update
 * @param perSecond how much was done in a second during the last {@link ProgressMeter#WINDOW_NANOS}
 * @param soonestNanos the remaining time at the higher of two rates, that of the last seconds and that of the whole
 *     run; {@link #UNTOLD} if it cannot be estimated
 * @param latestNanos the remaining time at the lower of the two rates; {@link #UNTOLD} if it cannot be estimated
 */
public record Progress(long done, long known, String what, double perSecond, long soonestNanos, long latestNanos)
        implements ExtensibleRecord {
    public static final long UNTOLD = -1;

    /** The progress before the first update. */
    public static final Progress NONE = new Progress(0, 0, "", 0, UNTOLD, UNTOLD);

    private static final long serialVersionUID = 1L;
    private static final double NANOS = 1e9;

    public Progress {
        Objects.requireNonNull(what, "what");
    }

    /**
     * Returns the fraction of the known work that is done, from 0 to 1; not a number if the amount of work is unknown.
     */
    public double part() {
        return known <= 0 ? Double.NaN : Math.min(1, (double) Math.max(0, done) / known);
    }

    /**
     * Returns how much is done, followed by how much there is if that is known, such as "3/7 tasks".
     *
     * @param of the text between the two numbers, such as "/"
     */
    public String amount(String of) {
        return Figures.count(done) + (known > 0 ? of + Figures.count(known) : "") + " " + what;
    }

    /** Returns a copy that does not estimate the end, for work whose final amount is unknown. */
    public Progress withoutEnd() {
        return new Progress(done, known, what, perSecond, UNTOLD, UNTOLD);
    }

    /**
     * Returns the estimated remaining time for the user, such as "6 s" or "10 to 14 s"; null if it cannot be estimated.
     */
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
