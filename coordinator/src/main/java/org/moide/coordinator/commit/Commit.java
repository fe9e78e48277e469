package org.moide.coordinator.commit;

import java.io.Serializable;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.moide.engine.control.CheckpointName;
import org.moide.engine.control.StateDigest;

/**
 * A complete checkpoint as another coordinator has to know it.
 *
 * @param threads of each engine, by its number: the shape, on which the last bits of sums depend
 * @param powers of each engine, by which work was cut
 * @param redistributes whether the application can go on with another number of logical IDs
 * @param states what lies on disk of each logical ID
 * @param heard how many things each logical ID has said so far
 * @param results those of them that are named results, the last of each name
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
        results = Collections.unmodifiableMap(new LinkedHashMap<>(results)); // in their order
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
