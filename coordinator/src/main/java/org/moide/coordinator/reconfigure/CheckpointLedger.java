package org.moide.coordinator.reconfigure;

import java.util.ArrayList;
import java.util.Collection;
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
import org.moide.coordinator.commit.Commit;
import org.moide.engine.control.CheckpointName;
import org.moide.engine.control.EngineReport;
import org.moide.engine.control.RestorePoint;
import org.moide.engine.control.StateDigest;
import org.moide.engine.control.StateHolder;

/**
 * The book of checkpoints: which are complete, and which engines keep which of their states. A checkpoint is committed
 * when all its states are stored; a run goes back to the last committed one. Pure; used by the control thread only.
 */
final class CheckpointLedger {
    /** The number of copies of each state: the engine's own and its buddy's. */
    private static final int COPIES = 2;

    private final Map<CheckpointName, States> stored = new HashMap<>();
    /** The seats that are lost. A report may still name one, if it was sent before the loss was known. */
    private final Set<Integer> gone = new TreeSet<>();

    /** The number of IDs in each registration of this epoch. */
    private final Map<Long, Integer> ids = new HashMap<>();

    private @Nullable CheckpointName committed;
    private States states = new States();

    /** The known places of one checkpoint's states, by logical ID. */
    private static final class States {
        private final SortedMap<Integer, Set<Integer>> holders = new TreeMap<>();
        private final SortedMap<Integer, StateDigest> onDisk = new TreeMap<>();

        void note(EngineReport.CheckpointStored part, Set<Integer> gone) {
            Set<Integer> there = new TreeSet<>(part.seats());
            there.removeAll(gone);
            for (int id = part.firstId(); id < part.firstId() + part.ids(); id++) {
                holders.computeIfAbsent(id, first -> new TreeSet<>()).addAll(there);
                if (!part.onDisk().isEmpty()) {
                    onDisk.put(id, part.onDisk().get(id - part.firstId()));
                }
            }
        }

        Set<Integer> holders(int id) {
            return holders.getOrDefault(id, Set.of());
        }

        void lost(int seat) {
            holders.values().forEach(seats -> seats.remove(seat));
        }
    }

    /** Begins an epoch: only its own checkpoints can become complete from here on. */
    void begin(long number, int idsThen) {
        ids.clear();
        ids.put(number, idsThen);
        stored.clear();
    }

    /** Widens the epoch: checkpoints of this registration, too, can become complete from here on. */
    void widen(long number, int idsThen) {
        ids.put(number, idsThen);
    }

    /** Goes back to the checkpoint on disk, and to no other. */
    void goBackTo(Commit onDisk) {
        committed = onDisk.checkpoint();
        states = new States();
        for (int id = 0; id < onDisk.states().size(); id++) {
            states.holders.put(id, new TreeSet<>());
            states.onDisk.put(id, onDisk.states().get(id));
        }
    }

    /**
     * Notes that a part of a checkpoint is stored.
     *
     * @return whether this part completes the checkpoint
     */
    boolean stored(EngineReport.CheckpointStored part) {
        CheckpointName name = part.checkpoint();
        if (name.equals(committed)) {
            states.note(part, gone); // kept at one more place
            return false;
        }
        Integer wanted = ids.get(name.epoch());
        if (wanted == null || (committed != null && name.compareTo(committed) < 0)) {
            return false;
        }
        States known = stored.computeIfAbsent(name, first -> new States());
        known.note(part, gone);
        if (known.holders.size() < wanted) {
            return false;
        }
        committed = name;
        states = known;
        stored.keySet().removeIf(other -> other.compareTo(name) <= 0);
        return true;
    }

    /** Forgets what a lost engine kept. */
    void lost(int seat) {
        gone.add(seat);
        states.lost(seat);
        stored.values().forEach(known -> known.lost(seat));
    }

    @Nullable
    CheckpointName committed() {
        return committed;
    }

    /** Returns the number of logical IDs at the committed checkpoint. */
    int committedIds() {
        return states.holders.size();
    }

    /** Returns what is on disk of each ID at the committed checkpoint; an empty list if not all of it is there. */
    List<StateDigest> onDisk() {
        return states.onDisk.size() == states.holders.size() ? List.copyOf(states.onDisk.values()) : List.of();
    }

    /** Returns the IDs whose states at the committed checkpoint are neither in any engine nor on disk. */
    List<Integer> nowhere() {
        return states.holders.keySet().stream()
                .filter(id -> states.holders(id).isEmpty() && !states.onDisk.containsKey(id))
                .toList();
    }

    /**
     * Returns why a run cannot go on from the committed checkpoint; null if it can, or if it begins anew because none
     * is committed.
     *
     * @param count the number of logical IDs that there will be
     * @param redistributes whether the application can go on with another number of them
     * @param lost the engine that was lost last
     */
    @Nullable
    String problem(int count, boolean redistributes, String lost) {
        List<Integer> nowhere = nowhere();
        if (!nowhere.isEmpty()) {
            return "the states of IDs " + nowhere + " in checkpoint " + committed + " are lost: everybody who kept them"
                    + " is gone (" + lost + " last); with --checkpoint-dir they are on disk too";
        }
        if (committed != null && committedIds() != count && !redistributes) {
            return "expected " + committedIds() + " threads, as at checkpoint " + committed + ", found " + count
                    + "; an application whose restore has a Redistribution could go on";
        }
        return null;
    }

    /** Returns whether each of these states is kept by a staying engine other than this one. */
    boolean isKeptElsewhere(int seat, int firstId, int count, Collection<Integer> staying) {
        for (int id = firstId; id < firstId + count; id++) {
            if (states.holders(id).stream().noneMatch(other -> other != seat && staying.contains(other))) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether the loss of any one of these engines loses no state when there are no other engines. */
    boolean isSafeWith(Collection<Integer> staying) {
        int copies = Math.min(COPIES, staying.size());
        return states.holders.entrySet().stream()
                .allMatch(state -> states.onDisk.containsKey(state.getKey())
                        || state.getValue().stream().filter(staying::contains).count() >= copies);
    }

    /** Returns the checkpoint from which to go on; null if nothing is committed. */
    @Nullable
    RestorePoint point(IntFunction<NodeReference> nodes) {
        CheckpointName name = committed;
        if (name == null) {
            return null;
        }
        List<RestorePoint.Part> parts = new ArrayList<>();
        states.holders.forEach((id, seats) -> {
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
