package org.moide.balance.data;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** The objects that a store knows of: how large they are, which have room in it, and which of these may be dropped. */
final class StoredObjects {
    /** Taken for the size of an object as long as no size is known. */
    private static final long UNKNOWN_BYTES = 1 << 20;

    /** The state of an object. */
    enum State {
        /** The holder of the object is not known: nobody was asked, or who has it now may be another. */
        UNKNOWN,
        ASKED, // for a holder, the root
        COMING,
        HERE
    }

    /** One object. */
    static final class Entry {
        final long id;
        State state = State.UNKNOWN;
        long sinceNanos; // it was asked for
        boolean sizeAsked;
        boolean fromRoot; // it comes from there, if it is on its way
        private long bytes = -1;
        private boolean shared; // any task may read it: it takes no room of others, and is never dropped
        private int pins; // classes that need it here, and one more of what is shared
        private boolean hasRoom; // its bytes count: it is here, or will be

        Entry(long id) {
            this.id = id;
        }

        boolean isSizeKnown() {
            return bytes >= 0;
        }

        long bytes() {
            return bytes;
        }

        boolean hasRoom() {
            return hasRoom;
        }

        boolean isPinned() {
            return pins > 0;
        }
    }

    private final long memoryBytes;
    private final LongConsumer whenDropped;
    private final Map<Long, Entry> entries = new HashMap<>();
    private final LinkedHashMap<Long, Entry> droppable = new LinkedHashMap<>(); // the longest unused first
    private final ArrayDeque<Long> latest = new ArrayDeque<>(); // that were given room
    private long usedBytes;
    private long pinnedBytes;
    private long mostBytes;
    private long sizedObjects;
    private long sizedBytes;

    /** Creates an empty store. */
    StoredObjects(long memoryBytes, LongConsumer whenDropped) {
        this.memoryBytes = memoryBytes;
        this.whenDropped = whenDropped;
    }

    /** The object of this ID, from now on known. */
    Entry of(long id) {
        return entries.computeIfAbsent(id, Entry::new);
    }

    void sized(Entry entry, long bytes) {
        if (entry.bytes < 0) {
            entry.bytes = bytes;
            sizedObjects += entry.shared ? 0 : 1; // tasks' classes are estimated from theirs
            sizedBytes += entry.shared ? 0 : bytes;
        }
    }

    // --- room -------------------------------------------------------------------------------------------------------

    /** A class needs its objects here: those that have room keep it. */
    void pin(TaskClass taskClass) {
        for (long id : taskClass.ids()) {
            Entry entry = of(id);
            if (entry.pins++ == 0 && entry.hasRoom) {
                pinnedBytes += entry.bytes;
                droppable.remove(id);
            }
        }
    }

    /** A class needs them no more. */
    void unpin(TaskClass taskClass) {
        for (long id : taskClass.ids()) {
            Entry entry = of(id);
            if (--entry.pins == 0 && entry.hasRoom) {
                pinnedBytes -= entry.bytes;
                if (entry.state == State.HERE) {
                    droppable.put(id, entry);
                } else if (entry.state != State.COMING) {
                    takeRoom(entry);
                }
            }
        }
    }

    /** Lets any task read it, from now on: nothing drops it, and what it takes does not count. */
    void share(Entry entry) {
        entry.shared = true;
        entry.pins++;
    }

    /** Removes an object that is no longer shared, and gone; without effect if it never was. */
    private void unshare(long id) {
        Entry entry = entries.get(id);
        if (entry != null && entry.shared) {
            entries.remove(id); // what is on its way is not awaited
            if (entry.state == State.HERE) {
                whenDropped.accept(id);
            }
        }
    }

    /** Returns whether there is room for this many bytes more. */
    boolean hasRoom(long bytes) {
        return usedBytes + bytes <= memoryBytes;
    }

    /** Drops what may be dropped until there is room for this many bytes more; false if there is not enough. */
    boolean makeRoom(long bytes) {
        if (bytes > memoryBytes - pinnedBytes) {
            return false;
        }
        while (!hasRoom(bytes)) {
            if (droppable.isEmpty()) {
                return false; // what is not pinned is still on its way
            }
            Entry oldest = droppable.values().iterator().next();
            droppable.remove(oldest.id);
            takeRoom(oldest);
            whenDropped.accept(oldest.id);
        }
        return true;
    }

    /** Drops an object, if it is here and nobody pins it; what is shared is dropped in any case, and not awaited. */
    void dropIfHere(long id) {
        unshare(id);
        Entry entry = droppable.remove(id);
        if (entry != null) {
            takeRoom(entry);
            whenDropped.accept(id);
        }
    }

    void giveRoom(Entry entry) {
        entry.hasRoom = true;
        usedBytes += entry.bytes;
        mostBytes = Math.max(mostBytes, usedBytes);
        pinnedBytes += entry.pins > 0 ? entry.bytes : 0;
        latest.addLast(entry.id);
        if (latest.size() > 2 * DataWanted.MOST_RESIDENT) {
            latest.removeFirst();
        }
    }

    /** An object that nobody pins is not here any more, and will not come. */
    void takeRoom(Entry entry) {
        entry.hasRoom = false;
        usedBytes -= entry.bytes;
        entry.state = State.UNKNOWN;
    }

    /** Notes that an object has come. */
    void here(Entry entry) {
        entry.state = State.HERE;
        if (entry.pins == 0) {
            droppable.put(entry.id, entry);
        }
    }

    // --- sizes ------------------------------------------------------------------------------------------------------

    long missingBytes(TaskClass taskClass) {
        long bytes = 0;
        for (long id : taskClass.ids()) {
            Entry entry = entries.get(id);
            bytes += entry != null && entry.hasRoom ? 0 : bytes(entry);
        }
        return bytes;
    }

    long classBytes(TaskClass taskClass) {
        long bytes = 0;
        for (long id : taskClass.ids()) {
            bytes += bytes(entries.get(id));
        }
        return bytes;
    }

    private long bytes(@Nullable Entry entry) {
        if (entry != null && entry.bytes >= 0) {
            return entry.bytes;
        }
        return sizedObjects == 0 ? UNKNOWN_BYTES : sizedBytes / sizedObjects;
    }

    long memoryBytes() {
        return memoryBytes;
    }

    long mostBytes() {
        return mostBytes;
    }

    /** The latest that have room, in rising order. */
    long[] resident() {
        Set<Long> found = new HashSet<>();
        Iterator<Long> newestFirst = latest.descendingIterator();
        while (newestFirst.hasNext() && found.size() < DataWanted.MOST_RESIDENT) {
            long id = newestFirst.next();
            if (of(id).hasRoom) {
                found.add(id);
            }
        }
        return found.stream().mapToLong(Long::longValue).sorted().toArray();
    }
}
