package org.moide.balance.worker.leave;

import java.io.Serializable;

/**
 * A worker that has ended on a process that leaves the run.
 *
 * @param version the version of the place that records its end
 * @param after the number of the last cut that the worker had passed
 */
public record EndedWorker(long worker, long version, int after) implements Serializable {
    private static final long serialVersionUID = 1L;
}
