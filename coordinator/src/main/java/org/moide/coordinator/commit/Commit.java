package org.moide.coordinator.commit;

import java.io.Serializable;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.moide.engine.control.CheckpointName;
import org.moide.engine.control.StateDigest;

/**
 * A complete checkpoint, with everything that another coordinator needs for resuming the run from it.
 *
 * @param threads the number of threads of each engine, by the engine's number. A resumed run uses the same numbers if
 *     it can, since the last bits of floating-point sums depend on them
 * @param powers the power of each engine, by which work was divided
 * @param redistributes whether the application can continue with another number of logical IDs
 * @param states the size and digest of each logical ID's state on disk
 * @param heard how many lines and results the application has reported so far, for each logical ID
 * @param results the named results so far, the last of each name
 */
public record Commit(
        CheckpointName checkpoint,
        List<Integer> threads,
        List<Double> powers,
        boolean redistributes,
        List<StateDigest> states,
        List<Long> heard,
        Map<String, Serializable> results) {
    public Commit {
        threads = List.copyOf(threads);
        powers = List.copyOf(powers);
        states = List.copyOf(states);
        heard = List.copyOf(heard);
        results = Collections.unmodifiableMap(new LinkedHashMap<>(results)); // keeps the order
        int ids = threads.stream().mapToInt(Integer::intValue).sum();
        if (ids < 1 || states.size() != ids || heard.size() != ids) {
            throw new IllegalArgumentException("checkpoint " + checkpoint + ": expected a state of each of " + ids
                    + " logical IDs and how much it had said, found " + states.size() + " and " + heard.size());
        }
        if (powers.size() != threads.size()) {
            throw new IllegalArgumentException("checkpoint " + checkpoint + ": expected the power of each of "
                    + threads.size() + " engines, found " + powers.size());
        }
    }
}
