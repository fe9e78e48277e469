package org.moide.balance.simulation;

import java.nio.ByteBuffer;
import org.moide.balance.data.TaskHead;
import org.moide.balance.loan.RetriedTask;
import org.moide.balance.pool.PooledTask;

/** The encoding of simulated tasks, in which a task is only a number. */
public final class TaskCodes {
    /** The size of an encoded simulated task; the workload gives the real size. */
    static final int TASK_BYTES = Integer.BYTES;

    private TaskCodes() {}

    public static byte[] encode(int task) {
        return ByteBuffer.allocate(TASK_BYTES).putInt(task).array();
    }

    static byte[] encode(PooledTask pooled) {
        return pooled.encoded()
                ? (byte[]) pooled.task()
                : TaskHead.of(pooled.taskClass(), pooled.priority(), encode((Integer) pooled.task()));
    }

    /** Returns the number of an encoded task, which may be a repetition after a failure. */
    public static int decode(byte[] encoded) {
        return ByteBuffer.wrap(encoded).getInt(RetriedTask.headBytes(encoded));
    }

    static int decode(PooledTask pooled) {
        return pooled.encoded() ? decode((byte[]) pooled.task()) : (Integer) pooled.task();
    }
}
