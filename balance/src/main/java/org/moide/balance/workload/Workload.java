package org.moide.balance.workload;

import java.util.Arrays;

/**
 * The tasks that a simulated run computes, with their times. Some tasks exist at the start; each of the others is
 * created by another task. Tasks are numbered from 0. Immutable, for any thread.
 */
public abstract sealed class Workload permits BagWorkload, WorkerWorkload {
    /** The most tasks. To simulate so many takes some minutes and some hundred megabytes. */
    public static final int MOST_TASKS = 20_000_000;

    /** The value of {@code parent} for a task that exists at the start. */
    public static final int NO_PARENT = -1;

    private final String name;
    private final int[] parents;
    private final long[] nanos;
    private final int[] firstChild; // index in children, by task; one more entry for the end
    private final int[] children;
    private final int[] roots;

    /**
     * Creates the common part of a workload.
     * @param name a description for the user
     * @param parents by task: the task that creates it, or {@link #NO_PARENT}
     * @param nanos by task: its time on a thread of power 1, at least 1
     * @throws IllegalArgumentException for a parent that is not a task, a cycle, a time below 1, or too many tasks
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

    /**
     * Checks that there are no cycles: the tasks of a cycle could not be reached from the tasks that exist at the
     * start.
     */
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

    /** Returns the workload's description for the user. */
    public final String name() {
        return name;
    }

    public final int tasks() {
        return nanos.length;
    }

    /** Returns the number of tasks that exist at the start. */
    public final int rootTasks() {
        return roots.length;
    }

    /**
     * Returns the number of a task that exists at the start.
     *
     * @param index below {@link #rootTasks}
     */
    public final int root(int index) {
        return roots[index];
    }

    /** Returns the task that creates a task; {@link #NO_PARENT} if it exists at the start. */
    final int parent(int task) {
        return parents[task];
    }

    /** Returns a task's time on a thread of power 1. */
    public final long nanos(int task) {
        return nanos[task];
    }

    /** Returns the number of tasks that a task creates. */
    public final int childCount(int task) {
        return firstChild[task + 1] - firstChild[task];
    }

    /**
     * Returns one of the tasks that a task creates, in order.
     *
     * @param index below {@link #childCount}
     */
    public final int child(int task, int index) {
        return children[firstChild[task] + index];
    }

    /** Returns the time of all tasks on one thread of power 1. */
    public final double workNanos() {
        double sum = 0;
        for (long one : nanos) {
            sum += one;
        }
        return sum;
    }

    /**
     * Returns the time that the tasks take even with any number of threads of power 1, since some have to wait for
     * others.
     */
    public abstract double longestNanos();
}
