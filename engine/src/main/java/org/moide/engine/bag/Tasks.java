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
 * The encoding of tasks, which travel between members as bytes and are decoded on the compute thread that runs them.
 */
public final class Tasks {
    private Tasks() {}

    public static Object decoded(PooledTask pooled, ObjectCodec codec) {
        return pooled.encoded()
                ? Objects.requireNonNull(codec.decode(RetriedTask.applicationsOwn((byte[]) pooled.task())), "a task")
                : pooled.task();
    }

    /** Returns the encoded form of a task, with the data objects that it reads or its priority. */
    static byte[] encoded(PooledTask pooled, ObjectCodec codec) {
        return pooled.encoded()
                ? (byte[]) pooled.task()
                : TaskHead.of(pooled.taskClass(), pooled.priority(), encoded(pooled.task(), codec));
    }

    /** Returns the encoded form of a task that reads nothing. */
    public static byte[] encoded(Object task, ObjectCodec codec) {
        return task instanceof RecordedTask recorded ? recorded.encoded(codec) : codec.encode(task);
    }

    /** Returns the encoded form of tasks that go to another engine. */
    public static LoanOutput.EncodedTasks encoded(LoanOutput.EncodeTasks job, ObjectCodec codec) {
        return new LoanOutput.EncodedTasks(job.job(), encoded(job.tasks(), codec));
    }

    /** Returns what goes home with a loan that has no result. */
    public static LoanOutput.ClosedLoan closedWithoutResult(LoanOutput.CloseLoan loan, ObjectCodec codec) {
        return new LoanOutput.ClosedLoan(loan.account().loan(), null, encoded(loan.unfinished(), codec));
    }

    /** Returns the encoded forms of tasks. */
    static List<byte[]> encoded(List<PooledTask> tasks, ObjectCodec codec) {
        List<byte[]> encoded = new ArrayList<>();
        for (PooledTask pooled : tasks) {
            encoded.add(encoded(pooled, codec));
        }
        return encoded;
    }
}
