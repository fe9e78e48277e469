package org.moide.engine.worker;

import java.util.Map;
import org.moide.engine.WorkerApplication;
import org.moide.engine.core.EngineRun;

/** Runs of worker applications, on one engine for each given number of threads. */
final class WorkerRun {
    private WorkerRun() {}

    /** Gives what a run that must be complete comes to, with workers that stay where they are. */
    static Map<String, Object> results(WorkerApplication<?, ?, ?> application, int... threads) throws Exception {
        return results(application, "none", threads);
    }

    /** Gives what a run that must be complete comes to. */
    static Map<String, Object> results(WorkerApplication<?, ?, ?> application, String strategy, int... threads)
            throws Exception {
        return EngineRun.of(application, threads).workers(strategy).complete();
    }

    /** Gives the first line of what the user is told of a run that must fail. */
    static String failure(WorkerApplication<?, ?, ?> application, int... threads) throws Exception {
        return failure(application, "none", threads);
    }

    /**
     * Gives the first line of what the user is told of a run that must fail, with workers that this strategy balances.
     */
    static String failure(WorkerApplication<?, ?, ?> application, String strategy, int... threads) throws Exception {
        return EngineRun.of(application, threads).workers(strategy).failure();
    }
}
