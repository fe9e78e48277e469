package org.moide.coordinator.run.state;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.waiting.EngineState;
import org.moide.commlib.waiting.ThreadState;
import org.moide.coordinator.report.WaitLines;
import org.moide.engine.control.Timing;

/**
 * Detects that a run has stalled: no thread makes progress any more. Then it returns a line for the user, once. A run
 * has stalled when every thread of every engine has been in the same wait for the time that the user set, and at least
 * one of them waits for a call of another thread. A thread that does not wait in a method of MOIDE counts as computing.
 * Used by the control thread only.
 */
public final class StallWatch {
    /** The number of missing heartbeats after which the last report about an engine's threads counts as out of date. */
    private static final int BEATS_LEFT_OUT = 10;

    private static final double NANOS = 1e9;

    private final long silentNanos;
    private final long afterNanos;
    private final long startNanos;
    private boolean told;

    /**
     * Creates the watch.
     *
     * @param afterNanos the time without progress after which the user gets a line; 0 for never
     * @param startNanos when the run began; the line gives times since then
     */
    public StallWatch(Timing timing, long afterNanos, long startNanos) {
        this.silentNanos = BEATS_LEFT_OUT * timing.beat().toNanos();
        this.afterNanos = afterNanos;
        this.startNanos = startNanos;
    }

    /** Returns a line for the user if no thread of the run makes progress; otherwise null. Returns a line only once. */
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
