package org.moide.coordinator.reconfigure;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.registration.NodeReference;
import org.moide.engine.checkpoint.CheckpointName;
import org.moide.engine.checkpoint.RestorePoint;
import org.moide.engine.checkpoint.StateHolder;
import org.moide.engine.control.EngineReport;

/**
 * Which checkpoints are complete, and who keeps which of their states. A checkpoint is committed when all its states are
 * stored; the last one committed is what a run goes back to. Pure; used by the control thread only.
 */
final class CheckpointLedger {
    private final Map<CheckpointName, SortedMap<Integer, Set<Integer>>> stored = new HashMap<>();
    /** What is said of these was said before it was known that they are lost. */
    private final Set<Integer> gone = new TreeSet<>();

    private int ids;
    private long epoch;
    private @Nullable CheckpointName committed;
    private SortedMap<Integer, Set<Integer>> holders = new TreeMap<>();

    /** An epoch begins: only its own checkpoints can become complete from here on. */
    void begin(long number, int idsThen) {
        epoch = number;
        ids = idsThen;
        stored.clear();
    }

    /**
     * A part is stored.
     *
     * @return whether its checkpoint is complete by that, and has not been so before
     */
    boolean stored(EngineReport.CheckpointStored part) {
        CheckpointName name = part.checkpoint();
        if (name.equals(committed)) {
            note(part, holders); // kept at one more place
            return false;
        }
        if (name.epoch() != epoch || (committed != null && name.compareTo(committed) < 0)) {
            return false;
        }
        SortedMap<Integer, Set<Integer>> states = stored.computeIfAbsent(name, first -> new TreeMap<>());
        note(part, states);
        if (states.size() < ids) {
            return false;
        }
        committed = name;
        holders = states;
        stored.keySet().removeIf(other -> other.compareTo(name) <= 0);
        return true;
    }

    private void note(EngineReport.CheckpointStored part, SortedMap<Integer, Set<Integer>> states) {
        Set<Integer> there = new TreeSet<>(part.seats());
        there.removeAll(gone);
        for (int id = part.firstId(); id < part.firstId() + part.ids(); id++) {
            states.computeIfAbsent(id, first -> new TreeSet<>()).addAll(there);
        }
    }

    /** What this seat kept is gone with it. */
    void lost(int seat) {
        gone.add(seat);
        holders.values().forEach(seats -> seats.remove(seat));
        stored.values().forEach(states -> states.values().forEach(seats -> seats.remove(seat)));
    }

    @Nullable
    CheckpointName committed() {
        return committed;
    }

    /** How many logical IDs there were at the committed checkpoint. */
    int committedIds() {
        return holders.size();
    }

    /**
     * Why a run cannot go on from the committed checkpoint; empty if it can, also from the beginning.
     *
     * @param count logical IDs that there will be
     * @param redistributes whether the application can go on with another number of them
     * @param onDisk whether states are on disk too
     * @param lost who was lost last
     */
    String problem(int count, boolean redistributes, boolean onDisk, String lost) {
        List<Integer> nowhere = holders.keySet().stream()
                .filter(id -> holders.getOrDefault(id, Set.of()).isEmpty())
                .toList();
        if (!nowhere.isEmpty() && !onDisk) {
            return "the states of IDs " + nowhere + " in checkpoint " + committed + " are lost: everybody who kept them"
                    + " is gone (" + lost + " last); with --checkpoint-dir they are on disk too";
        }
        if (committed != null && holders.size() != count && !redistributes) {
            return "expected " + holders.size() + " threads, as at checkpoint " + committed + ", found " + count
                    + "; an application whose restore has a Redistribution could go on";
        }
        return "";
    }

    /** Whether anybody but this seat keeps all these states. */
    boolean isKeptElsewhere(int seat, int firstId, int count) {
        for (int id = firstId; id < firstId + count; id++) {
            Set<Integer> seats = holders.getOrDefault(id, Set.of());
            if (seats.stream().allMatch(other -> other == seat)) {
                return false;
            }
        }
        return true;
    }

    /** From where to go on; null if nothing is committed. */
    @Nullable
    RestorePoint point(IntFunction<NodeReference> nodes) {
        CheckpointName name = committed;
        if (name == null) {
            return null;
        }
        List<RestorePoint.Part> parts = new ArrayList<>();
        holders.forEach((id, seats) -> {
            List<StateHolder> kept = seats.stream()
                    .map(seat -> new StateHolder(seat, nodes.apply(seat)))
                    .toList();
            int last = parts.size() - 1;
            if (last >= 0 && parts.get(last).holders().equals(kept)) {
                RestorePoint.Part before = parts.get(last);
                parts.set(last, new RestorePoint.Part(before.firstId(), before.ids() + 1, kept));
            } else {
                parts.add(new RestorePoint.Part(Objects.requireNonNull(id), 1, kept));
            }
        });
        return new RestorePoint(name, parts);
    }
}
