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

/**
 * The list of data objects that an engine's store knows: their sizes, which of them have room reserved, and which may
 * be dropped.
 */
final class StoredObjects {
    /** The size assumed for an object until any size is known. */
    private static final long UNKNOWN_BYTES = 1 << 20;

    enum State {
        /** No member that holds the object is known: the root was not asked, or its answer may be out of date. */
        UNKNOWN,
        ASKED, // the root was asked for a holder
        COMING,
        HERE
    }

    static final class Entry {
        final long id;
        State state = State.UNKNOWN;
        long sinceNanos; // when the object was asked for
        boolean sizeAsked;
        boolean fromRoot; // whether it is fetched from the root
        private long bytes = -1;
        private boolean shared; // any task may read it: it is never dropped and uses no counted room
        private int pins; // number of classes that need it here, plus one if it is shared
        private boolean hasRoom; // its bytes count as used: it is here or on its way

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
    private final LinkedHashMap<Long, Entry> droppable = new LinkedHashMap<>(); // least recently used first
    private final ArrayDeque<Long> latest = new ArrayDeque<>(); // IDs in the order in which they were given room
    private long usedBytes;
    private long pinnedBytes;
    private long mostBytes;
    private long sizedObjects;
    private long sizedBytes;

    /**
     * Creates the list of an engine that may keep {@code memoryBytes} bytes of objects.
     *
     * @param whenDropped called with the ID of each object that is dropped
     */
    StoredObjects(long memoryBytes, LongConsumer whenDropped) {
        this.memoryBytes = memoryBytes;
        this.whenDropped = whenDropped;
    }

    /** Returns the entry of an object; adds one if the object was not known. */
    Entry of(long id) {
        return entries.computeIfAbsent(id, Entry::new);
    }

    void sized(Entry entry, long bytes) {
        if (entry.bytes < 0) {
            entry.bytes = bytes;
            sizedObjects += entry.shared ? 0 : 1; // only objects of task classes count in the mean size
            sizedBytes += entry.shared ? 0 : bytes;
        }
    }

    // --- room -------------------------------------------------------------------------------------------------------

    /** Keeps the objects of this class from being dropped, since its tasks are being prepared or run. */
    void pin(TaskClass taskClass) {
        for (long id : taskClass.ids()) {
            Entry entry = of(id);
            if (entry.pins++ == 0 && entry.hasRoom) {
                pinnedBytes += entry.bytes;
                droppable.remove(id);
            }
        }
    }

    /** Allows this class's objects to be dropped, unless another class needs them. */
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

    /** Marks an object that any task may read. It is never dropped, and its bytes do not count as used room. */
    void share(Entry entry) {
        entry.shared = true;
        entry.pins++;
    }

    /** Removes a shared object that the application has released; has no effect on other objects. */
    private void unshare(long id) {
        Entry entry = entries.get(id);
        if (entry != null && entry.shared) {
            entries.remove(id); // an object on its way is removed without waiting for it
            if (entry.state == State.HERE) {
                whenDropped.accept(id);
            }
        }
    }

    /** Returns whether this many more bytes fit without dropping anything. */
    boolean hasRoom(long bytes) {
        return usedBytes + bytes <= memoryBytes;
    }

    /**
     * Drops objects until this many more bytes fit.
     *
     * @return false if they do not fit
     */
    boolean makeRoom(long bytes) {
        if (bytes > memoryBytes - pinnedBytes) {
            return false;
        }
        while (!hasRoom(bytes)) {
            if (droppable.isEmpty()) {
                return false; // every object that could be dropped is still on its way
            }
            Entry oldest = droppable.values().iterator().next();
            droppable.remove(oldest.id);
            takeRoom(oldest);
            whenDropped.accept(oldest.id);
        }
        return true;
    }

    /**
     * Drops an object that the application has released, if this engine has it and no class needs it. A shared object
     * is dropped in any case.
     */
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

    /** Frees the room of an object that was dropped or will not come. */
    void takeRoom(Entry entry) {
        entry.hasRoom = false;
        usedBytes -= entry.bytes;
        entry.state = State.UNKNOWN;
    }

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

    /** Returns the IDs of the objects for which room was reserved last, in ascending order. */
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
