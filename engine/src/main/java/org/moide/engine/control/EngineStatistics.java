package org.moide.engine.control;

import java.io.Serializable;
import java.util.List;

/**
 * What the threads of one engine did in a run.
 *
 * @param threads one row for each compute thread
 * @param localMessages sent to threads of the same engine
 * @param remoteMessages sent to other engines
 * @param bytes sent to other engines, payload only
 */
public record EngineStatistics(List<ThreadStatistics> threads, long localMessages, long remoteMessages, long bytes)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    public EngineStatistics {
        threads = List.copyOf(threads);
    }

    /**
     * What one compute thread did.
     *
     * @param id its logical ID
     * @param computeNanos in the application's code
     * @param communicateNanos in CommLib's primitives, moving data
     * @param waitNanos in CommLib's primitives or at the pool, waiting for others
     * @param tasks executed
     */
    public record ThreadStatistics(int id, long computeNanos, long communicateNanos, long waitNanos, long tasks)
            implements Serializable {
        private static final long serialVersionUID = 1L;
    }
}
