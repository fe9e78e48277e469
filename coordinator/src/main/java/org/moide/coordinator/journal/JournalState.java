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
 * What a journal adds up to: the tasks that are still to be done and all results so far. A run that goes on from here
 * counts every task exactly once. One thread.
 */
public final class JournalState {
    /** What an open task takes in memory, beside its bytes. */
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

    /** Nothing, in memory. */
    public JournalState() {
        this(TaskRoom.unlimited());
    }

    /**
     * Nothing.
     *
     * @param room for how many tasks there is memory; the shelf reads the others where they are
     */
    JournalState(TaskRoom room) {
        this.room = room;
        this.stored = new OpenParts(room.shelf());
    }

    /**
     * The same as plain data, if all is {@link #isInMemory in memory}.
     *
     * @param open the tasks that are not done
     * @param numbers theirs
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

    /** Its parts, as views and not copies. */
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

    /** The state with these parts. */
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
     * @throws IllegalStateException if it cannot follow those before: the journal was written by something else
     */
    public void apply(JournalRecord next) {
        apply(next, NOWHERE);
    }

    /** As the other, for a record that ends there on disk. */
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

    /** Whose journal it is; null if not even that was written. */
    public JournalRecord.@Nullable Began began() {
        return began;
    }

    /** Whether all tasks were put; if not, they have to be created anew. */
    public boolean isCreated() {
        return created;
    }

    /** The tasks that are not done and are in memory, by their numbers, in their order. */
    public Map<Long, byte[]> open() {
        return open;
    }

    /** The others that are not done. */
    public List<StoredTasks> stored() {
        return stored.all();
    }

    /** How many tasks are not done. */
    public long openTasks() {
        return open.size() + stored.tasks();
    }

    /** Whether all tasks that are not done are in memory. */
    public boolean isInMemory() {
        return stored.isEmpty();
    }

    /** What engines may ask for. */
    public Map<String, byte[]> shared() {
        return shared;
    }

    /** The results of all that was done. */
    public List<byte[]> results() {
        return results;
    }

    /** The data objects that tasks have written and that count. */
    public List<WrittenObject> written() {
        return written;
    }

    /** The number of the next task that appears. */
    public long nextTask() {
        return nextTask;
    }

    /** How many tasks were put from outside. */
    public long putTasks() {
        return put;
    }

    /** How many tasks others have created. */
    public long createdTasks() {
        return createdTasks;
    }

    /** How many tasks were done. */
    public long executedTasks() {
        return executedTasks;
    }

    /** What each record changes. */
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
