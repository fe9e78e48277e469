package org.moide.bench.papers.trees;

import java.util.ArrayList;
import java.util.List;

/** A recorded task, and the tasks that it puts. Two are the same only if they are one object. */
final class Task {
    private final long nanos;
    private final long bytes;
    private final List<Put> puts = new ArrayList<>();
    private int below = 1;

    /** A task that is put so long after its parent began. */
    record Put(long afterNanos, Task task) {}

    /**
     * A task that has put none so far.
     *
     * @param bytes its part of its tree, as it would travel
     */
    Task(long nanos, long bytes) {
        this.nanos = nanos;
        this.bytes = bytes;
    }

    void puts(long afterNanos, Task task) {
        puts.add(new Put(Math.min(afterNanos, nanos), task));
    }

    /** Counts what is below it; first those below it. */
    void count() {
        puts.forEach(put -> below += put.task.below);
    }

    long nanos() {
        return nanos;
    }

    List<Put> puts() {
        return puts;
    }

    /** Itself and all tasks below it. */
    int below() {
        return below;
    }

    /** What would have to travel with it, and back. */
    long bytes() {
        return bytes * below;
    }
}
