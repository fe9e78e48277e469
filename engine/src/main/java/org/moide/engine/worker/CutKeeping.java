package org.moide.engine.worker;

import org.jspecify.annotations.Nullable;
import org.moide.balance.worker.Cut;

/**
 * Saves the workers of an engine at a cut, a snapshot that is taken while workers run. It encodes the states of idle
 * workers step by step, and hands over the snapshot when it is complete. Used by the control thread.
 */
final class CutKeeping {
    /** Longest time for which the control thread keeps states without a break, because its other work waits. */
    private static final long LONGEST_KEEPING_NANOS = 2_000_000;

    /**
     * First pause before the control thread checks again whether handlers have returned and whether the last snapshot
     * is stored. Pauses grow up to {@link #LONGEST_PAUSE_NANOS}.
     */
    private static final long KEEPING_PAUSE_NANOS = 1_000_000;

    private static final long LONGEST_PAUSE_NANOS = 50_000_000;
    private static final int WAITS_FOR_ONE_PAUSE = 8;

    private final WorkerPorts ports;
    private final Cut cut;
    private final Handlings<?> handlings;
    private @Nullable Save save; // the complete snapshot of the last cut, until it is handed over
    private long epoch;
    private long keptNanos;
    private long sinceNanos;

    /**
     * A complete snapshot of this engine's workers that waits to be handed over.
     *
     * @param epoch the epoch number of the registration whose engines take part in the cut
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Save(byte[] bytes, long epoch) {}

    CutKeeping(WorkerPorts ports, Cut cut, Handlings<?> handlings, long nowNanos) {
        this.ports = ports;
        this.cut = cut;
        this.handlings = handlings;
        this.epoch = ports.registration().epoch();
        this.sinceNanos = nowNanos;
    }

    /**
     * Sets the registration (table of engines) whose engines take part in later cuts, which are snapshots that are
     * taken while workers run.
     */
    void joined(long registration) {
        epoch = registration;
    }

    /** Returns whether a complete snapshot waits to be handed over. */
    boolean isSaveThere() {
        return save != null;
    }

    /**
     * Keeps states of idle workers for a limited time, and hands over the snapshot if it is complete and the last one
     * is stored.
     */
    void step(long now) throws InterruptedException {
        if (cut.isAnyBehind()) {
            cut.keepSome(handlings.states(now), () -> ports.around().ticker().nanoTime() - now < LONGEST_KEEPING_NANOS);
            keptNanos += ports.around().ticker().nanoTime() - now;
        }
        Save made = save;
        if (made != null && ports.safePoints().isFree()) {
            save = null;
            ports.safePoints().keep(made.bytes(), made.epoch(), keptNanos);
            keptNanos = 0;
        }
    }

    /** Takes the complete snapshot of this engine's workers at a cut. */
    void complete(byte[] all, long beganNanos) {
        save = new Save(all, epoch);
        keptNanos += ports.around().ticker().nanoTime() - beganNanos;
    }

    /** Drops the snapshot of the cut with this number, which turned out to be inconsistent. */
    void drop(int number) {
        cut.drop(number);
        keptNanos = 0;
    }

    /** Returns the time by which {@link #step} must be called again. */
    long nextNanos(long now) {
        if (cut.isAnyBehind() || save != null) {
            long pause = Math.max(KEEPING_PAUSE_NANOS, (now - sinceNanos) / WAITS_FOR_ONE_PAUSE);
            return now + Math.min(pause, LONGEST_PAUSE_NANOS);
        }
        sinceNanos = now;
        return Long.MAX_VALUE;
    }
}
