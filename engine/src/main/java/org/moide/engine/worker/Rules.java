package org.moide.engine.worker;

import org.moide.balance.worker.strategy.WorkerRule;
import org.moide.engine.Directives;

/** The rules that the balancing derives from directives, and a check of an application's numbers. */
final class Rules {
    private Rules() {}

    /** Checks the number of a worker or of another thing that the application numbers. */
    public static long requireNumber(String what, long number) {
        if (number < 0) {
            throw new IllegalArgumentException(what + ": expected a number from 0 on, found " + number);
        }
        return number;
    }

    /**
     * Returns the rule for directives, without hosts: {@link KnownHosts} tells which engines have what the worker
     * needs.
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
