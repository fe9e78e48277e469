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
 * The data objects that a member of a schedule has, or that are on their way to it. Where there is no room, the longest
 * unused goes.
 */
final class MemberObjects {
    private final DataLayout layout;
    private final long memoryBytes;
    private final Map<Integer, Long> sinceNanos = new LinkedHashMap<>(); // by object, the longest unused first

    /**
     * Takes those that lie there at the start, as far as there is room.
     *
     * @param members how many there are
     */
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

    /** The time at which an object is there, or will be; null if it is not. */
    @Nullable
    Long since(long id) {
        return sinceNanos.get((int) id);
    }

    /** The bytes that a task of this class lacks. */
    long missingBytes(TaskClass reads) {
        long bytes = 0;
        for (long id : reads.ids()) {
            bytes += sinceNanos.containsKey((int) id) ? 0 : layout.bytes()[(int) id];
        }
        return bytes;
    }

    /**
     * Uses all that a task reads, as the latest, and drops the oldest objects that have no room.
     *
     * @param bring brings an object that is not there; answers when it comes
     * @param dropped told which objects have gone
     * @return when all are there; {@code otherwise} if the task reads nothing
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
