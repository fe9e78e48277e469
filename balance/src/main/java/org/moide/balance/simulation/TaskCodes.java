package org.moide.balance.simulation;

import java.nio.ByteBuffer;
import org.moide.balance.pool.PooledTask;

/** Simulated tasks and results as bytes: a task is its number, a result says how many tasks it counts and which. */
final class TaskCodes {
    /** Bytes of an encoded task, whatever those of the real one. */
    static final int TASK_BYTES = Integer.BYTES;

    private TaskCodes() {}

    static byte[] encode(int task) {
        return ByteBuffer.allocate(TASK_BYTES).putInt(task).array();
    }

    static byte[] encode(PooledTask pooled) {
        return pooled.encoded() ? (byte[]) pooled.task() : encode((Integer) pooled.task());
    }

    static int decode(PooledTask pooled) {
        return pooled.encoded() ? ByteBuffer.wrap((byte[]) pooled.task()).getInt() : (Integer) pooled.task();
    }

    /** Tasks that were executed: how many, and a sum that tells which. */
    static final class Tally {
        private long tasks;
        private long marks;

        void add(int task) {
            tasks++;
            marks += mark(task);
        }

        void add(Tally other) {
            tasks += other.tasks;
            marks += other.marks;
        }

        void add(byte[] encoded) {
            ByteBuffer bytes = ByteBuffer.wrap(encoded);
            tasks += bytes.getLong();
            marks += bytes.getLong();
        }

        boolean isEmpty() {
            return tasks == 0;
        }

        long tasks() {
            return tasks;
        }

        boolean isAllOf(Workload workload) {
            Tally all = new Tally();
            for (int task = 0; task < workload.tasks(); task++) {
                all.add(task);
            }
            return tasks == all.tasks && marks == all.marks;
        }

        byte[] encoded() {
            return ByteBuffer.allocate(2 * Long.BYTES)
                    .putLong(tasks)
                    .putLong(marks)
                    .array();
        }

        /** The finalizer of SplitMix64: no set of other tasks has the same sum, but by a chance of 2 to the -64. */
        private static long mark(int task) {
            long mixed = (task + 1) * 0x9E3779B97F4A7C15L;
            mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
            mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
            return mixed ^ (mixed >>> 31);
        }
    }
}
