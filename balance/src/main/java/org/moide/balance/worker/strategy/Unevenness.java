package org.moide.balance.worker.strategy;

import org.moide.balance.strategy.Parameters;

/**
 * The unevenness of loads from which on something is moved, and when a process looks.
 *
 * @param tolerance by which part more than the mean a process is used before it moves something
 * @param busy and how much it is used at least: workers that wait for no thread gain nothing by another
 * @param periodNanos how often a process looks
 */
record Unevenness(double tolerance, double busy, long periodNanos) {
    static Unevenness of(Parameters parameters) {
        return new Unevenness(
                parameters.real("tolerance", 0.15, 0, 10),
                parameters.real("busy", 0.7, 0, 1000),
                parameters.nanosOfSeconds("period", 0.05, 0.001, 3600));
    }

    /** The mean use of processes, of those whose load is known. */
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

    /** Returns whether this process has more than it should. */
    boolean isOver(WorkerView view, Draft draft, double mean) {
        double used = draft.used(view.self());
        return used >= busy && used > mean * (1 + tolerance);
    }

    /** The work that would bring a process to the mean; below 0 if it is above, or that is not known. */
    static double room(WorkerView view, Draft draft, double mean, int process) {
        double used = draft.used(process);
        return Double.isNaN(used) ? -1 : (mean - used) * view.threads(process) * view.power(process);
    }
}
