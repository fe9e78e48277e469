package org.moide.balance.workload;

import java.util.Arrays;

/**
 * Tasks that bring about tasks, with the time that each takes: what a run has to compute. Immutable; any thread. Tasks
 * have numbers from 0 on; those that no other task brings about are there at the start.
 */
public abstract sealed class Workload permits BagWorkload, WorkerWorkload {
    /** The most tasks: more than this is more than a simulation of some minutes, and some hundred megabytes. */
    public static final int MOST_TASKS = 20_000_000;

    /** The number in place of a parent's: the task is there at the start. */
    public static final int NO_PARENT = -1;

    private final String name;
    private final int[] parents;
    private final long[] nanos;
    private final int[] firstChild; // in children, by task; one more for the end
    private final int[] children;
    private final int[] roots;

    /**
     * Checks and keeps the tasks.
     *
     * @param name what it is, for the reader
     * @param parents by task: what brings it about, or {@link #NO_PARENT}
     * @param nanos by task: what it takes on a thread of power 1, from 1 on
     * @throws IllegalArgumentException for a parent that is no task, a circle, a time that is none, or too many tasks
     */
    Workload(String name, int[] parents, long[] nanos) {
        if (parents.length != nanos.length || parents.length < 1 || parents.length > MOST_TASKS) {
            throw new IllegalArgumentException(name + ": expected from 1 to " + MOST_TASKS
                    + " tasks, each with a parent and a time, found " + parents.length + " parents and " + nanos.length
                    + " times");
        }
        this.name = name;
        this.parents = parents.clone();
        this.nanos = nanos.clone();
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

    /** Refuses circles: what is in one is reached from no root. */
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

    /** The name, for the reader. */
    public final String name() {
        return name;
    }

    /** The number of tasks. */
    public final int tasks() {
        return nanos.length;
    }

    /** The number of tasks that are there at the start. */
    public final int rootTasks() {
        return roots.length;
    }

    /** The number of a task that is there at the start; the index is below {@link #rootTasks}. */
    public final int root(int index) {
        return roots[index];
    }

    /** The number of the task that brings a task about; {@link #NO_PARENT} if it is there at the start. */
    final int parent(int task) {
        return parents[task];
    }

    /** The time that a task takes on a thread of power 1. */
    public final long nanos(int task) {
        return nanos[task];
    }

    /** The number of tasks that a task brings about. */
    public final int childCount(int task) {
        return firstChild[task + 1] - firstChild[task];
    }

    /** The number of one of them, in the order in which they come; the index is below {@link #childCount}. */
    public final int child(int task, int index) {
        return children[firstChild[task] + index];
    }

    /** The time that all tasks take together on a thread of power 1. */
    public final double workNanos() {
        double sum = 0;
        for (long one : nanos) {
            sum += one;
        }
        return sum;
    }

    /**
     * The time below which no number of threads of power 1 comes: the longest of what has to be done one after the
     * other.
     */
    public abstract double longestNanos();
}
