package org.moide.engine.worker;

import org.moide.balance.worker.strategy.WorkerRule;
import org.moide.engine.Directives;

/**
 * Converts {@link Directives} to {@link WorkerRule}s of the balancing, and checks numbers that the application chooses.
 */
final class Rules {
    private Rules() {}

    /**
     * Checks a number of a worker, group or planned task.
     *
     * @throws IllegalArgumentException if it is below 0
     */
    public static long requireNumber(String what, long number) {
        if (number < 0) {
            throw new IllegalArgumentException(what + ": expected a number from 0 on, found " + number);
        }
        return number;
    }

    /**
     * Returns the rule of the balancing for a worker's directives. It contains the requirements on hosts, but not which
     * engines meet them, which {@link KnownHosts} says.
     */
    public static WorkerRule of(Directives directives) {
        return new WorkerRule(
                directives.startOn(),
                directives.moves(),
                directives.moveTo(),
                directives.neighbours(),
                directives.neighbourGroups(),
                directives.after(),
                directives.weights(),
                HostNeeds.of(directives));
    }
}
