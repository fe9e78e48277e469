package org.moide.balance.workload;

import java.util.Arrays;
import java.util.List;
import org.moide.balance.worker.strategy.WorkerRule;

/**
 * Workers, and the tasks that they send each other, with the time that handling each takes: what a run with workers has to do.
 * Immutable; any thread. Tasks have numbers from 0 on, and a task has a greater number than the one whose handling sent it.
 */
public final class WorkerWorkload {
    /** As many as tasks of a bag. */
    public static final int MOST_TASKS = Workload.MOST_TASKS;

    /** Each takes some hundred bytes. */
    public static final int MOST_WORKERS = 1_000_000;

    /** In place of a cause: the task is sent before workers begin. */
    public static final int BEGIN = -1;

    /** More than any engine holds; sums of a million do not overflow. */
    private static final long MOST_STATE_BYTES = 1L << 40;

    /** A quarter of an hour for one task. */
    private static final long MOST_NANOS = 1_000_000_000_000L;

    private final String name;
    private final List<Worker> workers;
    private final int[] receivers; // by task: the place of its worker among the workers
    private final int[] causes;
    private final long[] nanos;
    private final int[] bytes;
    private final int[] firstSent; // in sent, by task; one more for the end
    private final int[] sent;

    /**
     * A worker.
     *
     * @param id its number, as the application calls it
     * @param rule where it may begin and move; nothing of workers that have ended, or of groups
     * @param stateBytes how long its state is as bytes
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
     * Checks and keeps a workload.
     *
     * @param name what it is, for the reader
     * @param workers in the order of their IDs
     * @param receivers by task: the ID of the worker that handles it
     * @param causes by task: the number of the task whose handling sends it, or {@link #BEGIN}
     * @param nanos by task: how long handling it takes on a thread of power 1, from 1 on
     * @param bytes by task: how long it is as bytes
     * @throws IllegalArgumentException for what is not so, with what was expected and found
     */
    public WorkerWorkload(
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
        this.name = name;
        this.workers = List.copyOf(workers);
        this.causes = causes.clone();
        this.nanos = nanos.clone();
        this.bytes = bytes.clone();
        this.receivers = places(ids(), receivers);
        requireTasks();
        this.firstSent = new int[count + 1];
        int begin = 0;
        for (int cause : causes) {
            if (cause == BEGIN) {
                begin++;
            } else {
                firstSent[cause + 1]++;
            }
        }
        for (int task = 0; task < count; task++) {
            firstSent[task + 1] += firstSent[task];
        }
        this.sent = new int[count - begin];
        int[] next = Arrays.copyOf(firstSent, count);
        for (int task = 0; task < count; task++) {
            if (causes[task] != BEGIN) {
                sent[next[causes[task]]++] = task;
            }
        }
    }

    private long[] ids() {
        long[] ids = new long[workers.size()];
        for (int place = 0; place < ids.length; place++) {
            ids[place] = workers.get(place).id();
            if (place > 0 && ids[place] <= ids[place - 1]) {
                throw new IllegalArgumentException(name + ": expected each worker once, and in rising order, found "
                        + ids[place] + " after " + ids[place - 1]);
            }
        }
        return ids;
    }

    private int[] places(long[] ids, long[] wanted) {
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

    private void requireTasks() {
        for (int task = 0; task < nanos.length; task++) {
            if (causes[task] < BEGIN || causes[task] >= task) {
                throw new IllegalArgumentException(name + ": task " + task
                        + ": expected the number of an earlier task as cause, or " + BEGIN + ", found "
                        + causes[task]);
            }
            if (nanos[task] < 1 || nanos[task] > MOST_NANOS || bytes[task] < 0) {
                throw new IllegalArgumentException(name + ": task " + task + ": expected from 1 to " + MOST_NANOS
                        + " ns and no less than 0 bytes, found " + nanos[task] + " ns and " + bytes[task]
                        + " bytes");
            }
        }
    }

    /** What it is, for the reader. */
    public String name() {
        return name;
    }

    /** In the order of their IDs. */
    public List<Worker> workers() {
        return workers;
    }

    /** How many tasks there are. */
    public int tasks() {
        return nanos.length;
    }

    /** How many tasks are sent before workers begin. */
    public int tasksOfBegin() {
        return nanos.length - sent.length;
    }

    /** Whether a task is sent before workers begin. */
    public boolean isOfBegin(int task) {
        return causes[task] == BEGIN;
    }

    /** The worker that handles a task. */
    public Worker receiver(int task) {
        return workers.get(receivers[task]);
    }

    /** How long handling a task takes on a thread of power 1. */
    public long nanos(int task) {
        return nanos[task];
    }

    /** How long a task is as bytes. */
    public int bytes(int task) {
        return bytes[task];
    }

    /** How many tasks are sent while this one is handled. */
    public int sentCount(int task) {
        return firstSent[task + 1] - firstSent[task];
    }

    /** One of them, from 0 on in the order in which they are sent. */
    public int sent(int task, int index) {
        return sent[firstSent[task] + index];
    }

    /** How long all tasks take together on a thread of power 1. */
    public double workNanos() {
        double sum = 0;
        for (long one : nanos) {
            sum += one;
        }
        return sum;
    }

    /**
     * What no number of threads of power 1 is faster than: the tasks of one worker, which are handled one after the
     * other, or a chain of tasks, each sent when the one before has been handled.
     */
    public double longestSequenceNanos() {
        double longest = 0;
        double[] ofWorker = new double[workers.size()];
        double[] ends = new double[nanos.length];
        for (int task = 0; task < nanos.length; task++) {
            double begin = causes[task] == BEGIN ? 0 : ends[causes[task]];
            ends[task] = begin + nanos[task];
            ofWorker[receivers[task]] += nanos[task];
            longest = Math.max(longest, Math.max(ends[task], ofWorker[receivers[task]]));
        }
        return longest;
    }
}
