package org.moide.balance.workload;

import java.util.Arrays;
import java.util.List;
import org.moide.balance.worker.strategy.WorkerRule;

/**
 * Workers and the tasks that they send each other. A task is sent when another one, with a smaller number, is handled,
 * or before workers begin.
 */
public final class WorkerWorkload extends Workload {
    /** The most workers; each takes some hundred bytes. */
    public static final int MOST_WORKERS = 1_000_000;

    /**
     * The largest size of a state: larger than an engine can hold, and so small that the sum over a million states does
     * not overflow.
     */
    private static final long MOST_STATE_BYTES = 1L << 40;

    /** The longest time of a task: a quarter of an hour. */
    private static final long MOST_NANOS = 1_000_000_000_000L;

    private final List<Worker> workers;
    private final int[] receivers; // by task: the index of its worker
    private final int[] bytes;

    /**
     * One worker of the workload.
     *
     * @param id its number in the application
     * @param rule where it may begin and move; without groups and without workers that must end before it
     * @param stateBytes the size of its encoded state
     */
    public record Worker(long id, WorkerRule rule, long stateBytes) {
        public Worker {
            if (id < 0 || stateBytes < 0 || stateBytes > MOST_STATE_BYTES) {
                throw new IllegalArgumentException("expected workers from 0 on, with states of at most "
                        + MOST_STATE_BYTES + " bytes, found worker " + id + " with " + stateBytes);
            }
            if (!rule.after().isEmpty() || !rule.neighbourGroups().isEmpty()) {
                throw new IllegalArgumentException("worker " + id
                        + ": expected one that begins after no other, and has no groups as neighbours, found "
                        + rule.after().size() + " to begin after and "
                        + rule.neighbourGroups().size() + " groups");
            }
        }
    }

    /**
     * Makes a workload of workers and their tasks.
     *
     * @param name a description for the user
     * @param workers in the order of their IDs
     * @param receivers by task: the ID of the worker that handles it
     * @param causes by task: the task whose handling sends it, or {@link #NO_PARENT} if it is sent before workers begin
     * @param nanos by task: its time on a thread of power 1, at least 1
     * @param bytes by task: its encoded size
     * @throws IllegalArgumentException for arguments that break these rules
     */
    public WorkerWorkload(
            String name, List<Worker> workers, long[] receivers, int[] causes, long[] nanos, int[] bytes) {
        super(name, checked(name, workers, receivers, causes, nanos, bytes), nanos);
        this.workers = List.copyOf(workers);
        this.bytes = bytes.clone();
        this.receivers = places(name, workers, receivers);
    }

    private static int[] checked(
            String name, List<Worker> workers, long[] receivers, int[] causes, long[] nanos, int[] bytes) {
        int count = receivers.length;
        if (workers.isEmpty() || workers.size() > MOST_WORKERS || count < 1 || count > MOST_TASKS) {
            throw new IllegalArgumentException(name + ": expected from 1 to " + MOST_WORKERS + " workers and from 1 to "
                    + MOST_TASKS + " tasks, found " + workers.size() + " workers and " + count + " tasks");
        }
        if (causes.length != count || nanos.length != count || bytes.length != count) {
            throw new IllegalArgumentException(name
                    + ": expected for each task a worker, a cause, a time and a length, found " + count + ", "
                    + causes.length + ", " + nanos.length + " and " + bytes.length);
        }
        for (int task = 0; task < count; task++) {
            if (causes[task] < NO_PARENT || causes[task] >= task) {
                throw new IllegalArgumentException(name + ": task " + task
                        + ": expected the number of an earlier task as cause, or " + NO_PARENT + ", found "
                        + causes[task]);
            }
            if (nanos[task] < 1 || nanos[task] > MOST_NANOS || bytes[task] < 0) {
                throw new IllegalArgumentException(name + ": task " + task + ": expected from 1 to " + MOST_NANOS
                        + " ns and no less than 0 bytes, found " + nanos[task] + " ns and " + bytes[task]
                        + " bytes");
            }
        }
        return causes;
    }

    private static int[] places(String name, List<Worker> workers, long[] wanted) {
        long[] ids = workers.stream().mapToLong(Worker::id).toArray();
        for (int place = 1; place < ids.length; place++) {
            if (ids[place] <= ids[place - 1]) {
                throw new IllegalArgumentException(name + ": expected each worker once, and in rising order, found "
                        + ids[place] + " after " + ids[place - 1]);
            }
        }
        int[] places = new int[wanted.length];
        for (int task = 0; task < places.length; task++) {
            places[task] = Arrays.binarySearch(ids, wanted[task]);
            if (places[task] < 0) {
                throw new IllegalArgumentException(name + ": task " + task
                        + ": expected one of the workers to handle it, found worker " + wanted[task]);
            }
        }
        return places;
    }

    /** Returns the workers in the order of their IDs. */
    public List<Worker> workers() {
        return workers;
    }

    /** Returns the worker that handles a task. */
    public Worker receiver(int task) {
        return workers.get(receivers[task]);
    }

    /** Returns the encoded size of a task in bytes. */
    public int bytes(int task) {
        return bytes[task];
    }

    /**
     * Returns the greatest amount of time that must pass in sequence, whatever the number of threads: all tasks of one
     * worker, or a chain of tasks each of which is sent when the one before is done.
     */
    @Override
    public double longestNanos() {
        double longest = 0;
        double[] ofWorker = new double[workers.size()];
        double[] ends = new double[tasks()];
        for (int task = 0; task < tasks(); task++) {
            double begin = parent(task) == NO_PARENT ? 0 : ends[parent(task)];
            ends[task] = begin + nanos(task);
            ofWorker[receivers[task]] += nanos(task);
            longest = Math.max(longest, Math.max(ends[task], ofWorker[receivers[task]]));
        }
        return longest;
    }
}
