package org.moide.coordinator.journal;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.moide.balance.loan.PackedTasks;
import org.moide.balance.loan.StoredTasks;
import org.moide.balance.loan.TaskShelf;

/**
 * The tasks of a journal that are not done and do not fit into memory. Their bytes stay in the journal's file, in
 * parts: a part has the tasks of one record, whose bytes lie one after the other.
 */
final class OpenParts {
    private final TaskShelf journal;
    private final TreeMap<Long, Part> parts = new TreeMap<>(); // by the number of their first task

    OpenParts(TaskShelf journal) {
        this.journal = journal;
    }

    private static final class Part implements StoredTasks {
        private final TaskShelf journal;
        private final long first;
        private final int all;
        private final long place;
        private final int length;
        private final BitSet done = new BitSet();

        Part(TaskShelf journal, long first, int all, long place, int length) {
            this.journal = journal;
            this.first = first;
            this.all = all;
            this.place = place;
            this.length = length;
        }

        boolean remove(long task) {
            int at = (int) (task - first);
            if (task - first >= all || done.get(at)) {
                return false;
            }
            done.set(at);
            return true;
        }

        @Override
        public int count() {
            return all - done.cardinality();
        }

        @Override
        public Map<Long, byte[]> load() {
            List<byte[]> tasks = new PackedTasks(all, journal.read(place, length)).unpacked();
            Map<Long, byte[]> open = new LinkedHashMap<>();
            for (int at = done.nextClearBit(0); at < all; at = done.nextClearBit(at + 1)) {
                open.put(first + at, tasks.get(at));
            }
            return open;
        }
    }

    /**
     * Adds the tasks of a record, numbered from {@code first}. Their packed bytes end at position {@code end} of the
     * journal.
     */
    void add(long first, List<byte[]> tasks, long end) {
        int length =
                tasks.stream().mapToInt(task -> Integer.BYTES + task.length).sum();
        if (!tasks.isEmpty()) {
            parts.put(first, new Part(journal, first, tasks.size(), end - length, length));
        }
    }

    /** Removes a task that is done. Returns false if the task is not among these. */
    boolean remove(long task) {
        Map.Entry<Long, Part> entry = parts.floorEntry(task);
        if (entry == null || !entry.getValue().remove(task)) {
            return false;
        }
        if (entry.getValue().count() == 0) {
            parts.remove(entry.getKey());
        }
        return true;
    }

    long tasks() {
        return parts.values().stream().mapToLong(Part::count).sum();
    }

    boolean isEmpty() {
        return parts.isEmpty();
    }

    /** Returns all tasks in the order of their numbers. */
    List<StoredTasks> all() {
        return new ArrayList<>(parts.values());
    }
}
