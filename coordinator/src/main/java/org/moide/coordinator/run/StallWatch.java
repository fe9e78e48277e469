package org.moide.coordinator.run;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.waiting.EngineState;
import org.moide.commlib.waiting.ThreadState;
import org.moide.coordinator.report.WaitLines;

/**
 * Tells the user once when nothing moves any more: every thread of every engine has been in the same wait for as long as the user
 * set, and at least one waits for a call of another. A thread that is in none of our waits may compute: then nothing is said.
 * A stepped core, used by the control thread only.
 */
final class StallWatch {
    /** Engines speak each half second: what one does that is silent for longer is not known. */
    private static final long SILENT_NANOS = TimeUnit.SECONDS.toNanos(5);

    private static final double NANOS = 1e9;

    private final long afterNanos;
    private final long startNanos;
    private boolean told;

    /**
     * Makes a watch.
     *
     * @param afterNanos how long nothing must have moved; 0 to say nothing ever
     */
    StallWatch(long afterNanos, long startNanos) {
        this.afterNanos = afterNanos;
        this.startNanos = startNanos;
    }

    /** A line for the user, once; else null. */
    @Nullable
    String tick(Seats seats, long nowNanos) {
        List<Seat> active = seats.active();
        if (told || afterNanos == 0 || active.isEmpty()) {
            return null;
        }
        long movedNanos = Long.MIN_VALUE;
        boolean anybodyWaits = false;
        for (Seat seat : active) {
            EngineState state = seat.looked();
            if (state == null || !state.isQuiet() || nowNanos - seat.lastHeardNanos() > SILENT_NANOS) {
                return null;
            }
            movedNanos = movedNanos == Long.MIN_VALUE ? seat.lookedNanos() : Math.max(movedNanos, seat.lookedNanos());
            anybodyWaits |= state.threads().stream().anyMatch(thread -> thread.kind() == ThreadState.Kind.WAITING);
        }
        if (anybodyWaits && nowNanos - movedNanos >= afterNanos) {
            told = true;
            return new WaitLines(nowNanos, startNanos).stalled((nowNanos - movedNanos) / NANOS, seats.lookedThreads());
        }
        return null;
    }
}
