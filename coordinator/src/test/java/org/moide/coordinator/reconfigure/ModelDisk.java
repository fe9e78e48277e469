package org.moide.coordinator.reconfigure;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.moide.coordinator.commit.Commit;
import org.moide.engine.control.CheckpointName;
import org.moide.engine.control.StateDigest;

/**
 * The disk that all engines of a {@link ModelRun} share. It outlives the run's coordinator, and some writes fail
 * because it is full.
 */
final class ModelDisk {
    private final TreeMap<CheckpointName, Map<Integer, ModelEngine.State>> states = new TreeMap<>();
    private final TreeMap<CheckpointName, Commit> commits = new TreeMap<>();
    private final SplittableRandom random;
    private final double full;

    /**
     * Creates an empty disk.
     *
     * @param full the probability with which a write fails, as on a full disk
     */
    ModelDisk(long seed, double full) {
        this.random = new SplittableRandom(seed);
        this.full = full;
    }

    private boolean fails() {
        return random.nextDouble() < full;
    }

    /** Writes states and returns their digests; returns none if a write fails. */
    List<StateDigest> write(CheckpointName name, Map<Integer, ModelEngine.State> some) {
        List<StateDigest> digests = new ArrayList<>();
        for (Map.Entry<Integer, ModelEngine.State> state : new TreeMap<>(some).entrySet()) {
            if (fails()) {
                return List.of();
            }
            states.computeIfAbsent(name, first -> new HashMap<>()).put(state.getKey(), state.getValue());
            digests.add(StateDigest.of(state.getValue().toString().getBytes(java.nio.charset.StandardCharsets.UTF_8)));
        }
        return digests;
    }

    /** Writes a commit. Returns the reason if that fails, otherwise null. */
    @Nullable
    String write(Commit commit) {
        if (fails()) {
            return "no space left on device";
        }
        commits.put(commit.checkpoint(), commit);
        return null;
    }

    ModelEngine.@Nullable State read(CheckpointName name, int id) {
        return states.getOrDefault(name, Map.of()).get(id);
    }

    void keepOnly(CheckpointName from, List<CheckpointName> besides) {
        states.keySet().removeIf(name -> name.compareTo(from) < 0 && !besides.contains(name));
        commits.keySet().removeIf(name -> name.compareTo(from) < 0 && !besides.contains(name));
    }

    /** Returns the latest commit whose states are all on the disk; null if there is none. */
    @Nullable
    Commit latest() {
        for (Commit commit : commits.descendingMap().values()) {
            Map<Integer, ModelEngine.State> there = states.getOrDefault(commit.checkpoint(), Map.of());
            if (there.size() == commit.states().size()) {
                return commit;
            }
        }
        return null;
    }

    /** Returns how many commits there are on the disk. */
    int complete() {
        return commits.size();
    }

    long latestEpoch() {
        return states.isEmpty() ? 0 : Objects.requireNonNull(states.lastKey()).epoch();
    }
}
