package org.moide.coordinator.run.state;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.waiting.EngineState;
import org.moide.commlib.waiting.ThreadState;
import org.moide.coordinator.report.WaitLines;
import org.moide.engine.control.Timing;

/**
 * Tells the user once when nothing moves any more: every thread of every engine has been in the same wait for as long
 * as the user set, and at least one waits for a call of another thread. A thread that is in none of our waits may
 * compute; then nothing is told. A stepped core, used by the control thread only.
 */
public final class StallWatch {
    /** The number of missing beats after which it is not known what an engine does. */
    private static final int BEATS_LEFT_OUT = 10;

    private static final double NANOS = 1e9;

    private final long silentNanos;
    private final long afterNanos;
    private final long startNanos;
    private boolean told;

    /**
     * Creates a watch.
     *
     * @param afterNanos how long nothing must have moved; 0 to never tell it
     */
    public StallWatch(Timing timing, long afterNanos, long startNanos) {
        this.silentNanos = BEATS_LEFT_OUT * timing.beat().toNanos();
        this.afterNanos = afterNanos;
        this.startNanos = startNanos;
    }

    /** Returns a line for the user, once; otherwise null. */
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
            if (state == null || !state.isQuiet() || nowNanos - seat.lastHeardNanos() > silentNanos) {
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
