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
 * Which checkpoints are complete, and who keeps which of their states. A checkpoint is committed when all its states are
 * stored; the last one committed is what a run goes back to. Pure; used by the control thread only.
 */
final class CheckpointLedger {
    /** Of each state: its engine's own, and its buddy's. */
    private static final int COPIES = 2;

    private final Map<CheckpointName, States> stored = new HashMap<>();
    /** Seats that are lost: what is said of them was said before that was known. */
    private final Set<Integer> gone = new TreeSet<>();

    /** How many IDs there are in each registration of this epoch. */
    private final Map<Long, Integer> ids = new HashMap<>();

    private @Nullable CheckpointName committed;
    private States states = new States();

    /** What is known of one checkpoint's states, by logical ID. */
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

    /** An epoch begins: only its own checkpoints can become complete from here on. */
    void begin(long number, int idsThen) {
        ids.clear();
        ids.put(number, idsThen);
        stored.clear();
    }

    /** The epoch is widened: checkpoints of this registration, too, can become complete from here on. */
    void widen(long number, int idsThen) {
        ids.put(number, idsThen);
    }

    /** Goes back to what is on disk, and nowhere else. */
    void goBackTo(Commit onDisk) {
        committed = onDisk.checkpoint();
        states = new States();
        for (int id = 0; id < onDisk.states().size(); id++) {
            states.holders.put(id, new TreeSet<>());
            states.onDisk.put(id, onDisk.states().get(id));
        }
    }

    /**
     * A part is stored.
     *
     * @return whether its checkpoint is complete by that, and has not been so before
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

    /** What this seat kept is gone with it. */
    void lost(int seat) {
        gone.add(seat);
        states.lost(seat);
        stored.values().forEach(known -> known.lost(seat));
    }

    @Nullable
    CheckpointName committed() {
        return committed;
    }

    /** How many logical IDs there were at the committed checkpoint. */
    int committedIds() {
        return states.holders.size();
    }

    /** What lies on disk of each ID at the committed checkpoint; empty if it is not all there. */
    List<StateDigest> onDisk() {
        return states.onDisk.size() == states.holders.size() ? List.copyOf(states.onDisk.values()) : List.of();
    }

    /** The IDs whose states at the committed checkpoint nobody keeps any more, and no disk. */
    List<Integer> nowhere() {
        return states.holders.keySet().stream()
                .filter(id -> states.holders(id).isEmpty() && !states.onDisk.containsKey(id))
                .toList();
    }

    /**
     * Why a run cannot go on from the committed checkpoint; null if it can, also from the beginning.
     *
     * @param count logical IDs that there will be
     * @param redistributes whether the application can go on with another number of them
     * @param lost who was lost last
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

    /** Whether another than this seat keeps all these states, of those that stay. */
    boolean isKeptElsewhere(int seat, int firstId, int count, Collection<Integer> staying) {
        for (int id = firstId; id < firstId + count; id++) {
            if (states.holders(id).stream().noneMatch(other -> other != seat && staying.contains(other))) {
                return false;
            }
        }
        return true;
    }

    /** Whether no state is lost by the loss of any of these, if there are no others. */
    boolean isSafeWith(Collection<Integer> staying) {
        int copies = Math.min(COPIES, staying.size());
        return states.holders.entrySet().stream()
                .allMatch(state -> states.onDisk.containsKey(state.getKey())
                        || state.getValue().stream().filter(staying::contains).count() >= copies);
    }

    /** From where to go on; null if nothing is committed. */
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
