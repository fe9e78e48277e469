package org.moide.balance.worker.strategy;

import java.io.Serializable;

/**
 * The load of a process, as the process itself told it. The information may be some network delays old, and messages
 * may be lost.
 *
 * @param process the process whose load this is
 * @param version the number of loads that the process has told, from 1; of two loads the one with the larger version is
 *     newer
 * @param workers the number of its workers
 * @param activeWorkers the number of its active workers (ALDY, §4.2: the load l(t))
 * @param queuedTasks the number of its tasks that have not begun
 * @param activity the mean activity over the balancer's window, from 0 to 1
 * @param demand the number of threads that its recent and its queued tasks would keep busy; may exceed the number of
 *     its threads
 * @param ageNanos the age of the information: in a view, up to now; in a letter, up to the time of sending
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

    /** Returns this load with an age that is higher by {@code byNanos}. */
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
     * Returns this load with workers added, or removed if the numbers are negative, of which the process did not know
     * when it told the load.
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
