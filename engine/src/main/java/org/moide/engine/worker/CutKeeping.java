package org.moide.engine.worker;

import org.jspecify.annotations.Nullable;
import org.moide.balance.worker.Cut;

/** Keeps what an engine's workers are at a cut: those that no thread has, and then all of it. The control thread's. */
final class CutKeeping {
    /** So long it keeps states at a stretch, while others wait for what the thread does. */
    private static final long LONGEST_KEEPING_NANOS = 2_000_000;

    /** After so long it looks again whether handlers have returned, and what was kept is stored; then more and more seldom. */
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

    /** @param epoch of the registration whose engines take part in the cut */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Save(byte[] bytes, long epoch) {}

    CutKeeping(WorkerPorts ports, Cut cut, Handlings<?> handlings, long nowNanos) {
        this.ports = ports;
        this.cut = cut;
        this.handlings = handlings;
        this.epoch = ports.registration().epoch();
        this.sinceNanos = nowNanos;
    }

    /** In the cuts from here on these engines take part. */
    void joined(long registration) {
        epoch = registration;
    }

    /** Whether all of a cut is here and waits to be stored. */
    boolean isSaveThere() {
        return save != null;
    }

    /** States of workers that no thread has are kept, and stored when all are there. */
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

    /** The cut is complete, and this is all of it. */
    void complete(byte[] all, long beganNanos) {
        save = new Save(all, epoch);
        keptNanos += ports.around().ticker().nanoTime() - beganNanos;
    }

    /** The cut cannot be used. */
    void drop() {
        cut.drop();
        keptNanos = 0;
    }

    /** When it wants to be called again at the latest. */
    long nextNanos(long now) {
        if (cut.isAnyBehind() || save != null) {
            long pause = Math.max(KEEPING_PAUSE_NANOS, (now - sinceNanos) / WAITS_FOR_ONE_PAUSE);
            return now + Math.min(pause, LONGEST_PAUSE_NANOS);
        }
        sinceNanos = now;
        return Long.MAX_VALUE;
    }
}
