package org.moide.engine.bag;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.FailedTask;
import org.moide.balance.loan.InitialTask;
import org.moide.balance.loan.RetriedTask;
import org.moide.balance.pool.PooledTask;
import org.moide.engine.compute.EngineView;
import org.moide.engine.compute.FailureReports;
import org.moide.engine.control.EngineReport;
import org.moide.engine.control.Questions;

/** Describes a task that failed: which task it was, and its exception. Used by the thread that ran the task. */
final class ThrownTask {
    private ThrownTask() {}

    /**
     * Describes a task that threw on a thread of an engine.
     *
     * @param task the task; null if it could not be decoded
     * @param put how many tasks the failed task had put
     */
    static FailedTask of(
            EngineView engine, int thread, PooledTask pooled, @Nullable Object task, int put, Throwable thrown) {
        return of(
                FailedTask.How.THREW,
                engine,
                pooled,
                task,
                put,
                FailureReports.describe(where(engine, thread), thrown));
    }

    /**
     * Describes a task that exceeded its time limit on a thread of an engine.
     *
     * @param thrown the task's exception after the interrupt; null if it returned
     * @param limit the limit, as text
     */
    static FailedTask late(
            EngineView engine,
            int thread,
            PooledTask pooled,
            @Nullable Object task,
            int put,
            @Nullable Throwable thrown,
            String limit) {
        String where = where(engine, thread);
        String trace =
                thrown == null ? "" : FailureReports.describe(where, thrown).trace();
        return of(
                FailedTask.How.TOOK_TOO_LONG,
                engine,
                pooled,
                task,
                put,
                new EngineReport.Failed(where, limit, trace, EngineReport.Failed.Kind.APPLICATION));
    }

    private static String where(EngineView engine, int thread) {
        return engine.threadName(thread) + " on " + engine.host().name();
    }

    private static FailedTask of(
            FailedTask.How how,
            EngineView engine,
            PooledTask pooled,
            @Nullable Object task,
            int put,
            EngineReport.Failed described) {
        byte[] lent = pooled.encoded() ? (byte[]) pooled.task() : new byte[0];
        return new FailedTask(
                how,
                RetriedTask.numberIn(lent),
                RetriedTask.deathsIn(lent),
                RetriedTask.taskIn(Tasks.encoded(pooled, engine.tasks())),
                put,
                engine.engine(),
                described.where(),
                name(pooled, task),
                described.headline(),
                described.trace());
    }

    /** Returns the name of a task, from the task's own {@code toString}. */
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
