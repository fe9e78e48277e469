package org.moide.engine.bag;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.moide.balance.data.TaskHead;
import org.moide.balance.loan.LoanOutput;
import org.moide.balance.loan.RetriedTask;
import org.moide.balance.pool.PooledTask;
import org.moide.commlib.port.ObjectCodec;

/**
 * Encodes tasks that are sent to other engines or to the coordinator. The compute thread that runs a task decodes it.
 */
public final class Tasks {
    private Tasks() {}

    public static Object decoded(PooledTask pooled, ObjectCodec codec) {
        return pooled.encoded()
                ? Objects.requireNonNull(codec.decode(RetriedTask.applicationsOwn((byte[]) pooled.task())), "a task")
                : pooled.task();
    }

    /** Returns the application's object for a task, also where tasks are recorded. */
    static Object shown(PooledTask pooled, ObjectCodec codec) {
        if (!pooled.encoded()) {
            return pooled.task() instanceof RecordedTask recorded ? recorded.task() : pooled.task();
        }
        byte[] bytes = RetriedTask.applicationsOwn((byte[]) pooled.task());
        return Objects.requireNonNull(
                codec.decode(RecordedTask.isIn(bytes) ? RecordedTask.taskIn(bytes) : bytes), "a task");
    }

    /** Encodes a task, together with the IDs of the data objects that it reads or its priority. */
    public static byte[] encoded(PooledTask pooled, ObjectCodec codec) {
        return pooled.encoded()
                ? (byte[]) pooled.task()
                : TaskHead.of(pooled.taskClass(), pooled.priority(), encoded(pooled.task(), codec));
    }

    /** Encodes a task alone. It reads no data objects, or their IDs are encoded separately. */
    public static byte[] encoded(Object task, ObjectCodec codec) {
        return task instanceof RecordedTask recorded ? recorded.encoded(codec) : codec.encode(task);
    }

    /** Encodes tasks for another engine. */
    public static LoanOutput.EncodedTasks encoded(LoanOutput.EncodeTasks job, ObjectCodec codec) {
        return new LoanOutput.EncodedTasks(job.job(), encoded(job.tasks(), codec));
    }

    /**
     * Encodes the unfinished tasks of a loan (a batch of borrowed tasks) that is returned to its lender without a
     * result.
     */
    public static LoanOutput.ClosedLoan closedWithoutResult(LoanOutput.CloseLoan loan, ObjectCodec codec) {
        return new LoanOutput.ClosedLoan(loan.account().loan(), null, encoded(loan.unfinished(), codec));
    }

    static List<byte[]> encoded(List<PooledTask> tasks, ObjectCodec codec) {
        List<byte[]> encoded = new ArrayList<>();
        for (PooledTask pooled : tasks) {
            encoded.add(encoded(pooled, codec));
        }
        return encoded;
    }
}
