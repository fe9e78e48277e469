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

/**
 * The root's list of the run's data objects, and of the members that have a copy of each. Guarded by the {@link
 * DataDirectory} that owns it.
 */
final class KnownObjects {
    private final Map<Long, Entry> entries = new HashMap<>();
    private final Map<Integer, Set<Long>> heldBy = new HashMap<>();
    private long bytes;

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

    /** Returns the entry of the object; null if the root does not know it. */
    @Nullable
    Entry get(long id) {
        return entries.get(id);
    }

    boolean has(long id) {
        return entries.containsKey(id);
    }

    /**
     * Removes an object that the application has released. The cost grows with the number of members that had a copy.
     */
    void remove(long id) {
        Entry entry = entries.remove(id);
        if (entry != null) {
            bytes -= entry.bytes;
            entry.copies.forEach(member -> forget(member, id));
        }
    }

    /** Returns the IDs of the objects that a member has a copy of. */
    Set<Long> heldBy(int member) {
        return heldBy.getOrDefault(member, Set.of());
    }

    /** Adds one to the number of times that members have fetched the object. */
    void fetched(long id) {
        Entry entry = entries.get(id);
        if (entry != null) {
            entry.fetches++;
        }
    }

    /** Records that a member has a copy of the object; has no effect if the object is not known. */
    void kept(int member, long id) {
        Entry entry = entries.get(id);
        if (entry != null && entry.copies.add(member)) {
            heldBy.computeIfAbsent(member, none -> new TreeSet<>()).add(id);
        }
    }

    /** Records that a member no longer has a copy of the object. */
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

    /**
     * Removes a member that has left or died.
     *
     * @return the IDs of the objects it had copies of
     */
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
     * Returns a view of the objects for observers. It examines a bounded number of objects.
     *
     * @param writers gives, for an object's ID, a readable name of its writer
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
