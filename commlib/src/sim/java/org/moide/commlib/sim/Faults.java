package org.moide.commlib.sim;

import org.jspecify.annotations.Nullable;

/**
 * The faults of a run. The first one ends the run, and later ones are added to it as suppressed. Only the holder of the
 * baton uses it.
 */
final class Faults {
    private final EventQueue queue;
    private @Nullable SimulationException first;
    private boolean muted;

    Faults(EventQueue queue) {
        this.queue = queue;
    }

    void add(String where, Throwable fault) {
        if (fault instanceof SimulationException known) {
            add(known);
        } else {
            add(queue.failure("unexpected fault in " + where + ": " + fault, fault));
        }
    }

    void add(SimulationException fault) {
        if (muted) {
            return;
        }
        if (first == null) {
            first = fault;
        } else if (first != fault) {
            first.addSuppressed(fault);
        }
    }

    /** Sets why the run ends, and ignores the faults that follow from it, until {@link #unmute}. */
    void mute(SimulationException why) {
        muted = true;
        first = why;
    }

    void unmute() {
        muted = false;
    }

    boolean any() {
        return first != null && !muted;
    }

    void throwFirst() {
        if (any()) {
            throw first;
        }
    }
}
