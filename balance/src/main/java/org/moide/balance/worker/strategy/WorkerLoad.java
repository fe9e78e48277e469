package org.moide.balance.worker.strategy;

import java.io.Serializable;

/**
 * The load of a process as it said. It may be some network delays old, and some of what is said never comes.
 *
 * @param process whose load this is
 * @param version counts what the process has said, from 1 on: of two, the one with the greater number is newer
 * @param workers how many workers are there
 * @param activeWorkers how many of them are active (ALDY, §4.2: the load l(t))
 * @param queuedTasks how many tasks lie there and were not begun
 * @param activity average activity over the balancer's window, from 0 to 1
 * @param demand how many threads there would be busy all the time with what came lately and what is queued; it may be more than
 *     there are threads
 * @param ageNanos how long ago it was said: in a view up to now, in a letter up to when that was sent
 */
public record WorkerLoad(
        int process,
        long version,
        long workers,
        long activeWorkers,
        long queuedTasks,
        double activity,
        double demand,
        long ageNanos)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    public WorkerLoad {
        requireNotBelowZero("its number", process, process);
        requireNotBelowZero("version", version, process);
        requireNotBelowZero("workers", workers, process);
        requireNotBelowZero("active workers", activeWorkers, process);
        requireNotBelowZero("queued tasks", queuedTasks, process);
        requireNotBelowZero("age in ns", ageNanos, process);
        if (!(activity >= 0 && activity <= 1)) {
            throw new IllegalArgumentException(
                    "load of process " + process + ": expected an activity from 0 to 1, found " + activity);
        }
        if (!(demand >= 0 && demand < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(
                    "load of process " + process + ": expected a demand from 0 threads on, found " + demand);
        }
    }

    private static void requireNotBelowZero(String what, long value, int process) {
        if (value < 0) {
            throw new IllegalArgumentException(
                    "load of process " + process + ": expected " + what + " from 0 on, found " + value);
        }
    }

    /** Makes the same load after some time. */
    public WorkerLoad older(long byNanos) {
        return new WorkerLoad(
                process,
                version,
                workers,
                activeWorkers,
                queuedTasks,
                activity,
                demand,
                ageNanos + Math.max(0, byNanos));
    }

    /**
     * Makes the same load with a further worker, or without one, that the process did not know of when it said this.
     */
    public WorkerLoad changedBy(double furtherDemand, long furtherWorkers) {
        return new WorkerLoad(
                process,
                version,
                Math.max(0, workers + furtherWorkers),
                activeWorkers,
                queuedTasks,
                activity,
                Math.max(0, demand + furtherDemand),
                ageNanos);
    }
}
