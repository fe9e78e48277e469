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
 * The state that the records of a journal lead to: the tasks that are still to be done and all results so far. A run
 * that goes on from here counts every task exactly once. One thread.
 */
public final class JournalState {
    /** The memory that an open task takes beside its bytes. */
    private static final long OBJECT_BYTES = 100;

    /** The end of a record that lies nowhere. */
    private static final long NOWHERE = -1;

    private final Applying applying = new Applying();
    private final TaskRoom room;
    private final Map<Long, byte[]> open = new LinkedHashMap<>();
    private final OpenParts stored; // what was open when there was no room
    private long openBytes;
    private long end; // of the record that is being taken
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
     * @param room how many tasks there is memory for; its shelf reads the others from where they are
     */
    JournalState(TaskRoom room) {
        this.room = room;
        this.stored = new OpenParts(room.shelf());
    }

    /**
     * The state as plain data. It is complete only if all is {@link #isInMemory in memory}.
     *
     * @param open the tasks that are not done
     * @param numbers the numbers of these tasks
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

    /** Returns the state as plain data. Its parts are views and not copies. */
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

    /** Creates the state with these parts. */
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
     * Takes the next record.
     *
     * @throws IllegalStateException if it cannot follow those before; then something else wrote the journal
     */
    public void apply(JournalRecord next) {
        apply(next, NOWHERE);
    }

    /** Takes the next record, which ends there on disk. */
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

    /** Returns the program whose journal it is; null if not even that was written. */
    public JournalRecord.@Nullable Began began() {
        return began;
    }

    /** Returns whether all tasks were put; if not, they have to be created anew. */
    public boolean isCreated() {
        return created;
    }

    /** Returns the tasks that are not done and are in memory, by their numbers, in their order. */
    public Map<Long, byte[]> open() {
        return open;
    }

    /** Returns the tasks that are not done and are not in memory. */
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

    /** Returns the objects that engines may ask for, by name. */
    public Map<String, byte[]> shared() {
        return shared;
    }

    /** Returns the results of all that was done. */
    public List<byte[]> results() {
        return results;
    }

    /** Returns the data objects that tasks have written and that count. */
    public List<WrittenObject> written() {
        return written;
    }

    /** Returns the number of the next task that appears. */
    public long nextTask() {
        return nextTask;
    }

    /** Returns the number of tasks that were put from outside. */
    public long putTasks() {
        return put;
    }

    /** Returns the number of tasks that other tasks have created. */
    public long createdTasks() {
        return createdTasks;
    }

    /** Returns the number of tasks that were done. */
    public long executedTasks() {
        return executedTasks;
    }

    /** The change of the state by each record. */
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
