package org.moide.engine.worker;

import org.moide.balance.worker.strategy.WorkerRule;
import org.moide.engine.Directives;

/** Directives as the balancing knows them. */
final class Rules {
    private Rules() {}

    static WorkerRule of(Directives directives) {
        return new WorkerRule(
                directives.startOn(),
                directives.moves(),
                directives.moveTo(),
                directives.neighbours(),
                directives.neighbourGroups(),
                directives.after(),
                directives.weights());
    }
}
