package org.moide.balance.schedule;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntConsumer;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;
import org.moide.balance.data.TaskClass;
import org.moide.balance.workload.DataLayout;

/**
 * The data objects at one member of a schedule, and those on their way to it. If room is short, the least recently used
 * object is dropped.
 */
final class MemberObjects {
    private final DataLayout layout;
    private final long memoryBytes;
    private final Map<Integer, Long> sinceNanos = new LinkedHashMap<>(); // by object, least recently used first

    /** Starts with the objects that the layout places on this member, as far as there is room. */
    MemberObjects(DataLayout layout, int rank, int members, long memoryBytes) {
        this.layout = layout;
        this.memoryBytes = memoryBytes;
        long bytes = 0;
        for (int id = 0; id < layout.bytes().length; id++) {
            if (layout.home(id, members) == rank && bytes + layout.bytes()[id] <= memoryBytes) {
                bytes += layout.bytes()[id];
                sinceNanos.put(id, 0L);
            }
        }
    }

    boolean isEmpty() {
        return sinceNanos.isEmpty();
    }

    Set<Integer> all() {
        return sinceNanos.keySet();
    }

    /** Returns the time at which an object arrived or will arrive; null if the member does not have it. */
    @Nullable
    Long since(long id) {
        return sinceNanos.get((int) id);
    }

    /** Returns the size of the objects that a task of this class reads and that this member lacks. */
    long missingBytes(TaskClass reads) {
        long bytes = 0;
        for (long id : reads.ids()) {
            bytes += sinceNanos.containsKey((int) id) ? 0 : layout.bytes()[(int) id];
        }
        return bytes;
    }

    /**
     * Marks the objects that a task reads as those used last, fetches the missing ones, and drops objects used least
     * recently until the rest fit.
     *
     * @param bring fetches a missing object and returns the time of its arrival
     * @param dropped called with each dropped object
     * @return the time at which all objects of the task are there; {@code otherwise} if the task reads no objects
     */
    long use(TaskClass reads, IntToLongFunction bring, IntConsumer dropped, long otherwise) {
        Map<Integer, Long> read = new LinkedHashMap<>();
        long used = 0;
        for (long id : reads.ids()) {
            Long since = sinceNanos.remove((int) id);
            read.put((int) id, since == null ? bring.applyAsLong((int) id) : since);
            used += layout.bytes()[(int) id];
        }
        used += sinceNanos.keySet().stream().mapToLong(id -> layout.bytes()[id]).sum();
        for (int oldest : List.copyOf(sinceNanos.keySet())) {
            if (used > memoryBytes) {
                sinceNanos.remove(oldest);
                dropped.accept(oldest);
                used -= layout.bytes()[oldest];
            }
        }
        sinceNanos.putAll(read);
        return read.values().stream().mapToLong(Long::longValue).max().orElse(otherwise);
    }
}
