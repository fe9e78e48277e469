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
 * Records which checkpoints are complete, and which engines keep which states of them. A checkpoint is committed when
 * all its states are stored; after a loss the run goes back to the last committed one. Used by the control thread only.
 */
final class CheckpointLedger {
    /** The number of copies that each state should have: one on the engine itself, one on another engine. */
    private static final int COPIES = 2;

    private final Map<CheckpointName, States> stored = new HashMap<>();
    /**
     * The seats of lost engines. A seat is a number that an engine keeps for the whole run. A report that was sent
     * before a loss became known may still name the seat of the lost engine.
     */
    private final Set<Integer> gone = new TreeSet<>();

    /**
     * The number of logical IDs in each registration of this epoch, by the registration's number. A registration is a
     * table of the engines and their logical IDs.
     */
    private final Map<Long, Integer> ids = new HashMap<>();

    private @Nullable CheckpointName committed;
    private States states = new States();

    /** The engines, and the disk, on which the states of one checkpoint are stored. The keys are logical IDs. */
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

    /**
     * Begins an epoch, a time in which the run has the same engines. From now on only checkpoints of this epoch can
     * become complete.
     */
    void begin(long number, int idsThen) {
        ids.clear();
        ids.put(number, idsThen);
        stored.clear();
    }

    /**
     * Adds a registration, a new table of engines, to the epoch. From now on its checkpoints can become complete, like
     * those of the epoch's earlier registrations.
     */
    void widen(long number, int idsThen) {
        ids.put(number, idsThen);
    }

    /**
     * Makes a checkpoint on disk the one to which the run goes back, and forgets all states that engines keep in
     * memory.
     */
    void goBackTo(Commit onDisk) {
        committed = onDisk.checkpoint();
        states = new States();
        for (int id = 0; id < onDisk.states().size(); id++) {
            states.holders.put(id, new TreeSet<>());
            states.onDisk.put(id, onDisk.states().get(id));
        }
    }

    /**
     * Records that an engine has stored states of a checkpoint.
     *
     * @return whether the checkpoint has become complete by this
     */
    boolean stored(EngineReport.CheckpointStored part) {
        CheckpointName name = part.checkpoint();
        if (name.equals(committed)) {
            states.note(part, gone); // stored at a further engine
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

    /**
     * Forgets the copies that a lost engine kept.
     *
     * @param seat the engine's number, which no other engine of the run has
     */
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

    /**
     * Returns the size and digest of each ID's state at the committed checkpoint, as on disk; an empty list if the disk
     * lacks any state.
     */
    List<StateDigest> onDisk() {
        return states.onDisk.size() == states.holders.size() ? List.copyOf(states.onDisk.values()) : List.of();
    }

    /**
     * Returns the logical IDs whose states at the committed checkpoint are lost, since neither an engine nor the disk
     * has them.
     */
    List<Integer> nowhere() {
        return states.holders.keySet().stream()
                .filter(id -> states.holders(id).isEmpty() && !states.onDisk.containsKey(id))
                .toList();
    }

    /**
     * Returns why the run cannot go back to the committed checkpoint; null if it can, or if it starts anew because no
     * checkpoint is committed.
     *
     * @param count the number of logical IDs of the next epoch
     * @param redistributes whether the application can convert its states to another number of IDs
     * @param lost the name of the engine that was lost last
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

    /**
     * Returns whether another engine, which stays in the run, also keeps each of these states.
     *
     * @param seat the engine that keeps the states now and does not count
     * @param firstId the first logical ID whose state is meant
     * @param count the number of logical IDs from there on
     * @param staying the seats of the engines that stay in the run
     */
    boolean isKeptElsewhere(int seat, int firstId, int count, Collection<Integer> staying) {
        for (int id = firstId; id < firstId + count; id++) {
            if (states.holders(id).stream().noneMatch(other -> other != seat && staying.contains(other))) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns whether the states would be safe if only these engines stayed: each state is on disk, or enough of these
     * engines keep it so that the loss of one engine does not lose it.
     */
    boolean isSafeWith(Collection<Integer> staying) {
        int copies = Math.min(COPIES, staying.size());
        return states.holders.entrySet().stream()
                .allMatch(state -> states.onDisk.containsKey(state.getKey())
                        || state.getValue().stream().filter(staying::contains).count() >= copies);
    }

    /** Returns the checkpoint from which the next epoch starts; null if none is committed. */
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
