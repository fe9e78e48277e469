package org.moide.engine.worker;

import java.util.Map;
import org.moide.engine.WorkerApplication;
import org.moide.engine.core.EngineRun;

/** Runs worker applications, with one engine for each given number of threads. */
final class WorkerRun {
    private WorkerRun() {}

    /** Runs the application with workers that do not move, and returns the results. */
    static Map<String, Object> results(WorkerApplication<?, ?, ?> application, int... threads) throws Exception {
        return results(application, "none", threads);
    }

    /** Runs the application with a strategy, and returns the results. */
    static Map<String, Object> results(WorkerApplication<?, ?, ?> application, String strategy, int... threads)
            throws Exception {
        return EngineRun.of(application, threads).workers(strategy).complete();
    }

    /** Runs the application with workers that do not move, and returns the first line of its failure. */
    static String failure(WorkerApplication<?, ?, ?> application, int... threads) throws Exception {
        return failure(application, "none", threads);
    }

    /** Runs the application with a strategy, and returns the first line of its failure. */
    static String failure(WorkerApplication<?, ?, ?> application, String strategy, int... threads) throws Exception {
        return EngineRun.of(application, threads).workers(strategy).failure();
    }
}
