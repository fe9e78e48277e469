package org.moide.engine.spmd;

import java.util.Map;
import java.util.Objects;
import org.moide.engine.control.CheckpointName;

/**
 * The states with which an engine goes on in a new epoch.
 *
 * @param checkpoint the checkpoint of the states
 * @param count how many logical IDs there were at the checkpoint
 * @param states the states as {@link IdState} writes them, by those IDs: the engine's own, or all if the number of IDs
 *     changes
 */
public record Restored(CheckpointName checkpoint, int count, Map<Integer, byte[]> states) {
    public Restored {
        states = Map.copyOf(states);
    }

    /** Returns the state of a logical ID of the checkpoint. */
    public IdState of(int id) {
        return IdState.decoded(
                Objects.requireNonNull(states.get(id), () -> "state of ID " + id + " in checkpoint " + checkpoint));
    }
}
