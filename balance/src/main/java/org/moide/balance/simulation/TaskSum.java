package org.moide.balance.simulation;

import java.nio.ByteBuffer;
import org.moide.balance.workload.BagWorkload;

/** A tally (record of executed tasks) with the number of tasks and a checksum of their numbers. */
final class TaskSum implements Tally {
    private long tasks;
    private long marks;

    @Override
    public void add(int task) {
        tasks++;
        marks += mark(task);
    }

    @Override
    public void add(byte[] encoded) {
        ByteBuffer bytes = ByteBuffer.wrap(encoded);
        tasks += bytes.getLong();
        marks += bytes.getLong();
    }

    @Override
    public boolean isEmpty() {
        return tasks == 0;
    }

    long tasks() {
        return tasks;
    }

    boolean isAllOf(BagWorkload workload) {
        TaskSum all = new TaskSum();
        for (int task = 0; task < workload.tasks(); task++) {
            all.add(task);
        }
        return tasks == all.tasks && marks == all.marks;
    }

    @Override
    public byte[] encoded() {
        return ByteBuffer.allocate(2 * Long.BYTES).putLong(tasks).putLong(marks).array();
    }

    /**
     * Hashes a task's number by SplitMix64's finalizer, so that two different sets of tasks have the same sum only with
     * probability 2 to the -64.
     */
    private static long mark(int task) {
        long mixed = (task + 1) * 0x9E3779B97F4A7C15L;
        mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }
}
