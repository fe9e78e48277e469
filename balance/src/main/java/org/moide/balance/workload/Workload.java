package org.moide.balance.workload;

import java.util.Arrays;
import org.moide.balance.data.TaskClass;

/**
 * Tasks that put tasks, with the time that each takes: what a run has to compute. Immutable; any thread. Tasks have
 * numbers from 0 on; those that nobody puts are there at the start.
 */
public final class Workload {
    /** More than this is more than a simulation of some minutes, and some hundred megabytes. */
    public static final int MOST_TASKS = 20_000_000;

    /** In place of a parent's number: the task is there at the start. */
    public static final int NO_PARENT = -1;

    /** More would be more events and no other result. */
    private static final int MOST_PORTIONS = 4;

    private final String name;
    private final long[] nanos;
    private final int[] firstChild; // in children, by task; one more for the end
    private final int[] children;
    private final int[] roots;
    private final int taskBytes;
    private final DataLayout data;

    /**
     * Checks and keeps a workload.
     *
     * @param name what it is, for the reader
     * @param parents by task: who puts it, or {@link #NO_PARENT}
     * @param nanos by task: what it takes on a thread of power 1, from 1 on
     * @param taskBytes what an encoded task has, about
     * @throws IllegalArgumentException for a parent that is no task, a circle, a time that is none, or too many tasks
     */
    public Workload(String name, int[] parents, long[] nanos, int taskBytes) {
        this(name, parents, nanos, taskBytes, DataLayout.NONE);
    }

    /** As the other constructor, of tasks that read data objects. */
    public Workload(String name, int[] parents, long[] nanos, int taskBytes, DataLayout data) {
        if (!data.isNone() && data.classes().length != nanos.length) {
            throw new IllegalArgumentException(
                    name + ": expected a class for each of " + nanos.length + " tasks, found " + data.classes().length);
        }
        if (parents.length != nanos.length || parents.length < 1 || parents.length > MOST_TASKS) {
            throw new IllegalArgumentException(name + ": expected from 1 to " + MOST_TASKS
                    + " tasks, each with a parent and a time, found " + parents.length + " parents and " + nanos.length
                    + " times");
        }
        if (taskBytes < 1) {
            throw new IllegalArgumentException(name + ": expected tasks of at least 1 byte, found " + taskBytes);
        }
        this.name = name;
        this.nanos = nanos.clone();
        this.taskBytes = taskBytes;
        this.data = data;
        int count = parents.length;
        firstChild = new int[count + 1];
        int rootCount = 0;
        for (int task = 0; task < count; task++) {
            int parent = parents[task];
            if (parent < NO_PARENT || parent >= count || parent == task) {
                throw new IllegalArgumentException(name + ": task " + task
                        + ": expected another task's number as parent, or " + NO_PARENT + ", found " + parent);
            }
            if (nanos[task] < 1) {
                throw new IllegalArgumentException(
                        name + ": task " + task + ": expected at least 1 ns, found " + nanos[task]);
            }
            if (parent == NO_PARENT) {
                rootCount++;
            } else {
                firstChild[parent + 1]++;
            }
        }
        for (int task = 0; task < count; task++) {
            firstChild[task + 1] += firstChild[task];
        }
        children = new int[count - rootCount];
        roots = new int[rootCount];
        int[] next = Arrays.copyOf(firstChild, count);
        int nextRoot = 0;
        for (int task = 0; task < count; task++) {
            if (parents[task] == NO_PARENT) {
                roots[nextRoot++] = task;
            } else {
                children[next[parents[task]]++] = task;
            }
        }
        requireNoCircle();
    }

    /** What is in a circle is reached from no root. */
    private void requireNoCircle() {
        int[] waiting = new int[nanos.length];
        System.arraycopy(roots, 0, waiting, 0, roots.length);
        int end = roots.length;
        for (int at = 0; at < end; at++) {
            for (int child = 0; child < childCount(waiting[at]); child++) {
                waiting[end++] = child(waiting[at], child);
            }
        }
        if (end != nanos.length) {
            throw new IllegalArgumentException(
                    name + ": expected every task to come from one that is there at the start," + " found "
                            + (nanos.length - end) + " that put each other in circles");
        }
    }

    /** What it is, for the reader. */
    public String name() {
        return name;
    }

    /** How many tasks there are. */
    public int tasks() {
        return nanos.length;
    }

    /** How many of them are there at the start. */
    public int rootTasks() {
        return roots.length;
    }

    /** How many bytes an encoded task has, about. */
    public int taskBytes() {
        return taskBytes;
    }

    /** What all tasks take together on a thread of power 1. */
    public double workNanos() {
        double sum = 0;
        for (long one : nanos) {
            sum += one;
        }
        return sum;
    }

    /**
     * The time of the longest chain of tasks, each put by the one before while that one runs: no number of threads is
     * faster.
     */
    public double longestChainNanos() {
        double longest = 0;
        int[] waiting = new int[nanos.length];
        double[] startNanos = new double[nanos.length];
        System.arraycopy(roots, 0, waiting, 0, roots.length);
        int end = roots.length;
        for (int at = 0; at < end; at++) {
            int task = waiting[at];
            longest = Math.max(longest, startNanos[task] + nanos[task]);
            double partNanos = (double) nanos[task] / (portions(task) + 1);
            int portion = 0;
            for (int index = 0; index < childCount(task); index++) {
                while (index >= endOfPortion(task, portion)) {
                    portion++;
                }
                int child = child(task, index);
                startNanos[child] = startNanos[task] + (portion + 1) * partNanos;
                waiting[end++] = child;
            }
        }
        return longest;
    }

    /** The data objects that tasks read. */
    public DataLayout data() {
        return data;
    }

    /** The data objects that a task reads. */
    public TaskClass taskClass(int task) {
        return data.taskClass(task);
    }

    /** The number of a task that is there at the start; the index is below {@link #rootTasks}. */
    public int root(int index) {
        return roots[index];
    }

    /** What a task takes on a thread of power 1. */
    public long nanos(int task) {
        return nanos[task];
    }

    /** How many tasks a task puts. */
    public int childCount(int task) {
        return firstChild[task + 1] - firstChild[task];
    }

    /** The number of a task that a task puts; the index is below {@link #childCount}. */
    public int child(int task, int index) {
        return children[firstChild[task] + index];
    }

    /** In how many portions a task puts others, evenly over its time. */
    public int portions(int task) {
        return Math.min(childCount(task), MOST_PORTIONS);
    }

    /** The index of the child after the last of a portion. */
    public int endOfPortion(int task, int portion) {
        return (int) ((long) childCount(task) * (portion + 1) / portions(task));
    }
}
