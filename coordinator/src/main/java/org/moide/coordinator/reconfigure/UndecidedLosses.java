package org.moide.coordinator.reconfigure;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.engine.control.EngineNumber;

/**
 * Losses of which it cannot be decided yet what comes of them: nobody knows whether the application would call {@code restore}.
 * To look for that takes some milliseconds, so it is asked for when it is needed. Used by the control thread only.
 */
final class UndecidedLosses {
    private final EpochOutputs outputs;
    private final List<Loss> waiting = new ArrayList<>();
    private @Nullable Boolean callsRestore;

    /** An engine with a number is gone. */
    record Loss(EngineNumber number, EnginePlace gone, String what) {}

    UndecidedLosses(EpochOutputs outputs) {
        this.outputs = outputs;
    }

    /** Whether the answer has to be awaited; {@link #decided} gives the loss back then. */
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

    /** It is known; what can be decided now. */
    List<Loss> decided(boolean calls) {
        callsRestore = calls;
        List<Loss> all = List.copyOf(waiting);
        waiting.clear();
        return all;
    }

    /** Whether the classes have such a call, as far as anybody has asked. */
    boolean callsRestore() {
        return Boolean.TRUE.equals(callsRestore);
    }
}
