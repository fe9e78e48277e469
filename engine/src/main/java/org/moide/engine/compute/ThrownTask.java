package org.moide.engine.compute;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.FailedTask;
import org.moide.balance.loan.InitialTask;
import org.moide.balance.loan.RetriedTask;
import org.moide.balance.pool.PooledTask;
import org.moide.engine.control.EngineReport;
import org.moide.engine.control.Questions;

/** Says which task threw, and what. Used by the thread that ran it. */
final class ThrownTask {
    private ThrownTask() {}

    /**
     * Of a thread of an engine.
     *
     * @param task null if it could not be read
     * @param put how many tasks it had put
     */
    static FailedTask of(
            EngineView engine, int thread, PooledTask pooled, @Nullable Object task, int put, Throwable thrown) {
        EngineReport.Failed described = FailureReports.describe(
                engine.threadName(thread) + " on " + engine.host().name(), thrown);
        byte[] lent = pooled.encoded() ? (byte[]) pooled.task() : new byte[0];
        return new FailedTask(
                FailedTask.How.THREW,
                RetriedTask.numberIn(lent),
                RetriedTask.deathsIn(lent),
                RetriedTask.taskIn(Tasks.encoded(pooled, engine.codec())),
                put,
                engine.engine(),
                described.where(),
                name(pooled, task),
                described.headline(),
                described.trace());
    }

    /** By the task's own toString. */
    static String name(PooledTask pooled, @Nullable Object task) {
        if (task == null) {
            InitialTask initial = InitialTask.in((byte[]) pooled.task());
            return initial != null
                    ? initial.toString()
                    : "of " + ((byte[]) pooled.task()).length + " bytes that could not be read";
        }
        return Questions.ask(
                () -> task.getClass().isArray() ? Arrays.deepToString(new Object[] {task}) : task.toString(),
                task.getClass().getName());
    }
}
