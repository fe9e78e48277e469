package org.moide.coordinator.journal;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.moide.balance.data.WrittenObject;
import org.moide.balance.loan.StoredTasks;
import org.moide.balance.loan.TaskRoom;

/**
 * The state to which the records of a journal lead: the tasks that still have to be done and all results so far. A run
 * that resumes from this state counts every task exactly once. Not thread-safe.
 */
public final class JournalState {
    /** The estimated number of bytes of memory that a task takes in addition to its encoded bytes. */
    private static final long OBJECT_BYTES = 100;

    /** The value that stands for the end position of a record that was not read from a file. */
    private static final long NOWHERE = -1;

    private final Applying applying = new Applying();
    private final TaskRoom room;
    private final Map<Long, byte[]> open = new LinkedHashMap<>();
    private final OpenParts stored; // open tasks that did not fit into memory
    private long openBytes;
    private long end; // where the record that is being applied ends in the file
    private final Map<String, byte[]> shared = new LinkedHashMap<>();
    private final List<byte[]> results = new ArrayList<>();
    private final List<WrittenObject> written = new ArrayList<>();
    private JournalRecord.@Nullable Began began;
    private boolean created;
    private long nextTask;
    private long put;
    private long createdTasks;
    private long executedTasks;

    /** Creates an empty state that keeps all tasks in memory. */
    public JournalState() {
        this(TaskRoom.unlimited());
    }

    /**
     * Creates an empty state.
     *
     * @param room limits the memory for tasks; further tasks are read from the journal's file when they are needed
     */
    JournalState(TaskRoom room) {
        this.room = room;
        this.stored = new OpenParts(room.shelf());
    }

    /**
     * The state as plain data. It is complete only if all tasks are {@link #isInMemory in memory}.
     *
     * @param open the tasks that are not done, encoded
     * @param numbers the numbers of the tasks in {@code open}, in the same order
     */
    public record Parts(
            JournalRecord.@Nullable Began began,
            boolean created,
            List<byte[]> open,
            List<Long> numbers,
            Map<String, byte[]> shared,
            List<byte[]> results,
            List<WrittenObject> written,
            long nextTask,
            long put,
            long createdTasks,
            long executedTasks) {}

    /** Returns the state as plain data, which consists of views and not of copies. */
    public Parts parts() {
        return new Parts(
                began,
                created,
                List.copyOf(open.values()),
                List.copyOf(open.keySet()),
                shared,
                results,
                written,
                nextTask,
                put,
                createdTasks,
                executedTasks);
    }

    public static JournalState of(Parts parts) {
        JournalState state = new JournalState();
        for (int at = 0; at < parts.open().size(); at++) {
            state.open.put(parts.numbers().get(at), parts.open().get(at));
        }
        state.shared.putAll(parts.shared());
        state.results.addAll(parts.results());
        state.written.addAll(parts.written());
        state.began = parts.began();
        state.created = parts.created();
        state.nextTask = parts.nextTask();
        state.put = parts.put();
        state.createdTasks = parts.createdTasks();
        state.executedTasks = parts.executedTasks();
        return state;
    }

    /**
     * Applies the next record.
     *
     * @throws IllegalStateException if the record cannot follow the earlier ones, so that the journal is invalid
     */
    public void apply(JournalRecord next) {
        apply(next, NOWHERE);
    }

    /** Applies the next record, which ends at the position {@code endsAt} of the file. */
    void apply(JournalRecord next, long endsAt) {
        end = endsAt;
        next.handle(applying);
    }

    private void add(List<byte[]> tasks) {
        if (end != NOWHERE && openBytes >= room.memoryBytes()) {
            stored.add(nextTask, tasks, end);
            nextTask += tasks.size();
            return;
        }
        for (byte[] task : tasks) {
            open.put(nextTask++, task);
            openBytes += task.length + OBJECT_BYTES;
        }
    }

    private boolean remove(long task) {
        byte[] done = open.remove(task);
        if (done == null) {
            return stored.remove(task);
        }
        openBytes -= done.length + OBJECT_BYTES;
        return true;
    }

    /** Returns the program that the journal belongs to; null if the journal has no record. */
    public JournalRecord.@Nullable Began began() {
        return began;
    }

    /** Returns whether {@code createTasks} has put all its tasks. If not, the tasks have to be created anew. */
    public boolean isCreated() {
        return created;
    }

    /** Returns the tasks that are not done and are in memory, by number and in order. */
    public Map<Long, byte[]> open() {
        return open;
    }

    /** Returns the tasks that are not done and are only in the journal's file. */
    public List<StoredTasks> stored() {
        return stored.all();
    }

    /** Returns the number of tasks that are not done. */
    public long openTasks() {
        return open.size() + stored.tasks();
    }

    /** Returns whether all tasks that are not done are in memory. */
    public boolean isInMemory() {
        return stored.isEmpty();
    }

    public Map<String, byte[]> shared() {
        return shared;
    }

    /** Returns the results of all executed tasks. */
    public List<byte[]> results() {
        return results;
    }

    /**
     * Returns the data objects that tasks have written and that are valid, because the loans of these tasks have
     * returned.
     */
    public List<WrittenObject> written() {
        return written;
    }

    /** Returns the number that the next new task gets. */
    public long nextTask() {
        return nextTask;
    }

    /** Returns the number of tasks that {@code createTasks} put. */
    public long putTasks() {
        return put;
    }

    /** Returns the number of tasks that other tasks have created. */
    public long createdTasks() {
        return createdTasks;
    }

    public long executedTasks() {
        return executedTasks;
    }

    /** Changes the state for each kind of record. */
    private final class Applying implements JournalRecord.Handler {
        @Override
        public void began(JournalRecord.Began first) {
            began = first;
        }

        @Override
        public void shared(JournalRecord.Shared object) {
            shared.put(object.name(), object.bytes());
        }

        @Override
        public void put(JournalRecord.Put tasks) {
            put += tasks.tasks().size();
            add(tasks.tasks());
        }

        @Override
        public void created(JournalRecord.Created all) {
            created = true;
        }

        @Override
        public void written(JournalRecord.Written objects) {
            written.addAll(objects.objects());
        }

        @Override
        public void returned(JournalRecord.Returned returned) {
            for (long task : returned.tasks()) {
                if (!remove(task)) {
                    throw new IllegalStateException("expected a return of tasks that are open, found task " + task
                            + ", which is not: " + returned);
                }
            }
            add(returned.unfinished().unpacked());
            executedTasks += returned.executed();
            createdTasks += returned.created();
            byte[] result = returned.result();
            if (result != null) {
                results.add(result);
            }
        }
    }
}
