package org.moide.bench.papers.trees;

import java.util.ArrayList;
import java.util.List;

/** A recorded task, and the tasks that it puts. Tasks are compared by identity. */
final class Task {
    private final long nanos;
    private final long bytes;
    private final List<Put> puts = new ArrayList<>();
    private int below = 1;

    /** A task that is put {@code afterNanos} after its parent began. */
    record Put(long afterNanos, Task task) {}

    /**
     * Creates a leaf, a task that puts no other tasks.
     *
     * @param nanos the time that it computes
     * @param bytes the bytes of the tree that are sent with it to another engine
     */
    Task(long nanos, long bytes) {
        this.nanos = nanos;
        this.bytes = bytes;
    }

    void puts(long afterNanos, Task task) {
        puts.add(new Put(Math.min(afterNanos, nanos), task));
    }

    /** Counts the tasks below this one; must be called for those tasks first. */
    void count() {
        puts.forEach(put -> below += put.task.below);
    }

    long nanos() {
        return nanos;
    }

    List<Put> puts() {
        return puts;
    }

    /** Returns the number of tasks below this one, itself included. */
    int below() {
        return below;
    }

    /** Returns the bytes that move with the task and the tasks below it, and back. */
    long bytes() {
        return bytes * below;
    }
}
