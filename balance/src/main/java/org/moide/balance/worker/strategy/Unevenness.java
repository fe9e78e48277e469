package org.moide.balance.worker.strategy;

import org.moide.balance.strategy.Parameters;

/**
 * How uneven loads must be for workers to be moved, and how often that is checked.
 *
 * @param tolerance a process moves workers away if its use exceeds the mean by more than this fraction
 * @param busy the least use with which a process moves workers away; below it, no worker waits for a thread
 * @param periodNanos the time between two checks
 */
record Unevenness(double tolerance, double busy, long periodNanos) {
    static Unevenness of(Parameters parameters) {
        return new Unevenness(
                parameters.real("tolerance", 0.15, 0, 10),
                parameters.real("busy", 0.7, 0, 1000),
                parameters.nanosOfSeconds("period", 0.05, 0.001, 3600));
    }

    /** Returns the mean use of the threads of all processes whose load is known. */
    static double mean(WorkerView view, Draft draft) {
        double work = 0;
        double power = 0;
        for (int process = 0; process < view.processes(); process++) {
            double used = draft.used(process);
            if (!Double.isNaN(used)) {
                work += draft.work(process);
                power += view.threads(process) * view.power(process);
            }
        }
        return work / power;
    }

    /** Returns whether this process should move workers away. */
    boolean isOver(WorkerView view, Draft draft, double mean) {
        double used = draft.used(view.self());
        return used >= busy && used > mean * (1 + tolerance);
    }

    /**
     * Returns the work that would have to be added to a process to bring its use to the mean; negative if its use is
     * above the mean or its load is unknown.
     */
    static double room(WorkerView view, Draft draft, double mean, int process) {
        double used = draft.used(process);
        return Double.isNaN(used) ? -1 : (mean - used) * view.threads(process) * view.power(process);
    }
}
