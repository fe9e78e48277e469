package org.moide.coordinator.journal;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.moide.balance.data.WrittenObject;

/**
 * What a journal adds up to: the tasks that are still to be done and all results so far. A run that goes on from here
 * counts every task exactly once. One thread.
 */
public final class JournalState {
    private final Applying applying = new Applying();
    private final Map<Long, byte[]> open = new LinkedHashMap<>();
    private final Map<String, byte[]> shared = new LinkedHashMap<>();
    private final List<byte[]> results = new ArrayList<>();
    private final List<WrittenObject> written = new ArrayList<>();
    private JournalRecord.@Nullable Began began;
    private boolean created;
    private long nextTask;
    private long put;
    private long createdTasks;
    private long executedTasks;

    /**
     * The same as plain data.
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
        next.handle(applying);
    }

    private void add(List<byte[]> tasks) {
        for (byte[] task : tasks) {
            open.put(nextTask++, task);
        }
    }

    /** Whose journal it is; null if not even that was written. */
    public JournalRecord.@Nullable Began began() {
        return began;
    }

    /** Whether all tasks were put; if not, they have to be created anew. */
    public boolean isCreated() {
        return created;
    }

    /** The tasks that are not done, by their numbers, in their order. */
    public Map<Long, byte[]> open() {
        return open;
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
                if (open.remove(task) == null) {
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
