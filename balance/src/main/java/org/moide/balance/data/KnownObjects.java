package org.moide.balance.data;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** The data objects of a run as its root knows them, and which members have a copy of which. Guarded by its owner. */
final class KnownObjects {
    private final Map<Long, Entry> entries = new HashMap<>();
    private final Map<Integer, Set<Long>> heldBy = new HashMap<>();
    private long bytes;

    /** An object that is known. */
    static final class Entry {
        final long bytes;
        final boolean recomputable;
        final Set<Integer> copies = new TreeSet<>();
        private long fetches;

        private Entry(long bytes, boolean recomputable) {
            this.bytes = bytes;
            this.recomputable = recomputable;
        }
    }

    void add(long id, long itsBytes, boolean recomputable) {
        Entry before = entries.put(id, new Entry(itsBytes, recomputable));
        bytes += itsBytes - (before == null ? 0 : before.bytes);
    }

    /** The entry of this ID; null if there is none. */
    @Nullable
    Entry get(long id) {
        return entries.get(id);
    }

    boolean has(long id) {
        return entries.containsKey(id);
    }

    /** Removes an object that has come to its end. Costs more with more members that had it. */
    void remove(long id) {
        Entry entry = entries.remove(id);
        if (entry != null) {
            bytes -= entry.bytes;
            entry.copies.forEach(member -> forget(member, id));
        }
    }

    /** The IDs of what a member has. */
    Set<Long> heldBy(int member) {
        return heldBy.getOrDefault(member, Set.of());
    }

    /** A member has brought it. */
    void fetched(long id) {
        Entry entry = entries.get(id);
        if (entry != null) {
            entry.fetches++;
        }
    }

    /** A member has a copy now; without effect if there is no such object. */
    void kept(int member, long id) {
        Entry entry = entries.get(id);
        if (entry != null && entry.copies.add(member)) {
            heldBy.computeIfAbsent(member, none -> new TreeSet<>()).add(id);
        }
    }

    /** A member has it no more. */
    void dropped(int member, long id) {
        Entry entry = entries.get(id);
        if (entry != null && entry.copies.remove(member)) {
            forget(member, id);
        }
    }

    private void forget(int member, long id) {
        Set<Long> held = heldBy.get(member);
        if (held != null) {
            held.remove(id);
        }
    }

    /** A member is gone, and all that it had; the IDs of that. */
    Set<Long> gone(int member) {
        Set<Long> held = heldBy.remove(member);
        if (held == null) {
            return Set.of();
        }
        for (long id : held) {
            Entry entry = entries.get(id);
            if (entry != null) {
                entry.copies.remove(member);
            }
        }
        return held;
    }

    /**
     * The state of all objects, for observers. Costs no more with very many of them.
     *
     * @param writers who has written an object, for the user
     */
    ObjectsNow now(LongFunction<String> writers) {
        List<ObjectsNow.Listed> some = new ArrayList<>();
        for (Map.Entry<Long, Entry> one : entries.entrySet()) {
            if (some.size() == ObjectsNow.MOST_LOOKED_AT) {
                break;
            }
            Entry entry = one.getValue();
            some.add(new ObjectsNow.Listed(
                    one.getKey(), entry.bytes, entry.recomputable, "", entry.copies.size(), entry.fetches));
        }
        Map<Integer, Integer> counts = new TreeMap<>();
        heldBy.forEach((member, held) -> counts.put(member, held.size()));
        return ObjectsNow.of(entries.size(), bytes, some, counts, writers);
    }
}
