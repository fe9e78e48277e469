package org.moide.coordinator.reconfigure;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.engine.control.EngineNumber;

/**
 * Losses whose consequence cannot be decided yet, since it is not known whether the application would call
 * {@code restore}. Looking for that takes some milliseconds, so it is asked for only when it is needed. Used by the
 * control thread only.
 */
final class UndecidedLosses {
    private final EpochOutputs outputs;
    private final List<Loss> waiting = new ArrayList<>();
    private @Nullable Boolean callsRestore;

    /** The loss of an engine with a number. */
    record Loss(EngineNumber number, EnginePlace gone, String what) {}

    UndecidedLosses(EpochOutputs outputs) {
        this.outputs = outputs;
    }

    /** Returns whether a loss has to wait for the answer; {@link #decided} then returns it. */
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

    /** Takes the answer. Returns the losses that can be decided now. */
    List<Loss> decided(boolean calls) {
        callsRestore = calls;
        List<Loss> all = List.copyOf(waiting);
        waiting.clear();
        return all;
    }

    /** Returns whether the classes have such a call; false as long as nobody has asked. */
    boolean callsRestore() {
        return Boolean.TRUE.equals(callsRestore);
    }
}
