package org.moide.coordinator.reconfigure;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.engine.control.EngineNumber;

/**
 * Keeps losses of engines whose consequence depends on whether the application would call {@code restore}, by which a
 * thread gets its state of a checkpoint back. The application's classes are searched for such a call only after a loss,
 * since the search takes some milliseconds. Used by the control thread only.
 */
final class UndecidedLosses {
    private final EpochOutputs outputs;
    private final List<Loss> waiting = new ArrayList<>();
    private @Nullable Boolean callsRestore;

    /** The loss of an engine that had a number. */
    record Loss(EngineNumber number, EnginePlace gone, String what) {}

    UndecidedLosses(EpochOutputs outputs) {
        this.outputs = outputs;
    }

    /**
     * Returns whether a loss has to wait until the classes have been searched. A loss that waits is later returned by
     * {@link #decided}.
     */
    boolean mustWait(Loss loss) {
        if (callsRestore != null) {
            return false;
        }
        if (waiting.isEmpty()) {
            outputs.add(new EpochOutput.LookForRestore());
        }
        waiting.add(loss);
        return true;
    }

    /**
     * Records the result of the search. Returns the losses that waited for it.
     *
     * @param calls whether the application's classes call {@code restore}
     */
    List<Loss> decided(boolean calls) {
        callsRestore = calls;
        List<Loss> all = List.copyOf(waiting);
        waiting.clear();
        return all;
    }

    /** Returns whether the classes call {@code restore}; false before the search. */
    boolean callsRestore() {
        return Boolean.TRUE.equals(callsRestore);
    }
}
