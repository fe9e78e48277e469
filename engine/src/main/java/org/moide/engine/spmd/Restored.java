package org.moide.engine.spmd;

import java.util.Map;
import java.util.Objects;
import org.moide.commlib.port.FixedOrder;
import org.moide.engine.control.CheckpointName;

/**
 * The states of a checkpoint from which an engine starts in a new epoch.
 *
 * @param checkpoint the checkpoint
 * @param count the number of logical IDs at the checkpoint
 * @param states the states in the encoding of {@link IdState}, by the logical IDs at the checkpoint: those of this
 *     engine's threads, or all if the number of IDs changes
 */
public record Restored(CheckpointName checkpoint, int count, Map<Integer, byte[]> states) {
    public Restored {
        states = FixedOrder.copyOf(states);
    }

    /** Decodes the state of a logical ID of the checkpoint. */
    public IdState of(int id) {
        return IdState.decoded(
                Objects.requireNonNull(states.get(id), () -> "state of ID " + id + " in checkpoint " + checkpoint));
    }
}
