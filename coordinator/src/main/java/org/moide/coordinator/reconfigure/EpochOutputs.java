package org.moide.coordinator.reconfigure;

import java.util.ArrayList;
import java.util.List;
import org.moide.engine.control.EngineCommand;

/** Collects, in order, the steps that the parts of {@link SpmdEpochs} decide on. Used by the control thread only. */
final class EpochOutputs {
    private List<EpochOutput> gathered = new ArrayList<>();

    void add(EpochOutput output) {
        gathered.add(output);
    }

    void tell(int seat, EngineCommand command) {
        add(new EpochOutput.Tell(seat, command));
    }

    void note(String line) {
        add(new EpochOutput.Note(line));
    }

    /** Returns the steps that were added since the last call, and removes them. */
    List<EpochOutput> take() {
        if (gathered.isEmpty()) {
            return List.of();
        }
        List<EpochOutput> taken = gathered;
        gathered = new ArrayList<>();
        return taken;
    }
}
