package org.moide.engine.worker;

import org.jspecify.annotations.Nullable;
import org.moide.balance.worker.Cut;

/**
 * Saves the workers of an engine at a cut: first the states of the workers that no thread has, then the whole. Belongs
 * to the control thread.
 */
final class CutKeeping {
    /** The longest time for which the thread keeps states without a break, while others wait for its other work. */
    private static final long LONGEST_KEEPING_NANOS = 2_000_000;

    /**
     * The first pause until the thread looks again whether handlers have returned and whether the last save has been
     * stored. The pauses grow up to {@link #LONGEST_PAUSE_NANOS}.
     */
    private static final long KEEPING_PAUSE_NANOS = 1_000_000;

    private static final long LONGEST_PAUSE_NANOS = 50_000_000;
    private static final int WAITS_FOR_ONE_PAUSE = 8;

    private final WorkerPorts ports;
    private final Cut cut;
    private final Handlings<?> handlings;
    private @Nullable Save save; // of the last cut, until it can be stored
    private long epoch;
    private long keptNanos;
    private long sinceNanos;

    /** @param epoch the epoch of the registration whose engines take part in the cut */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Save(byte[] bytes, long epoch) {}

    CutKeeping(WorkerPorts ports, Cut cut, Handlings<?> handlings, long nowNanos) {
        this.ports = ports;
        this.cut = cut;
        this.handlings = handlings;
        this.epoch = ports.registration().epoch();
        this.sinceNanos = nowNanos;
    }

    /** Notes the registration whose engines take part in the cuts from here on. */
    void joined(long registration) {
        epoch = registration;
    }

    /** Returns whether a whole cut is here and waits to be stored. */
    boolean isSaveThere() {
        return save != null;
    }

    /** Keeps states of workers that no thread has, and stores the cut when all states are there. */
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

    /** Takes the whole of a cut that is complete. */
    void complete(byte[] all, long beganNanos) {
        save = new Save(all, epoch);
        keptNanos += ports.around().ticker().nanoTime() - beganNanos;
    }

    /** Drops a cut that cannot be used. */
    void drop() {
        cut.drop();
        keptNanos = 0;
    }

    /** Returns the time at which {@link #step} has to be called again at the latest. */
    long nextNanos(long now) {
        if (cut.isAnyBehind() || save != null) {
            long pause = Math.max(KEEPING_PAUSE_NANOS, (now - sinceNanos) / WAITS_FOR_ONE_PAUSE);
            return now + Math.min(pause, LONGEST_PAUSE_NANOS);
        }
        sinceNanos = now;
        return Long.MAX_VALUE;
    }
}
