package org.moide.balance.strategy;

import java.util.ArrayList;
import java.util.List;

/** A member that asks the root gets a block of a fixed number of tasks (SAMBA's S2: centralized, demand driven). */
final class DemandDriven implements Strategy {
    private final long block;
    private final Supply supply;
    private final Settling settling;

    DemandDriven(StrategySetup setup) {
        this.block = setup.parameters().number("block", 1);
        this.supply = new Supply(setup.parameters());
        this.settling = new Settling(setup.parameters());
    }

    @Override
    public List<Decision> decide(MemberView view) {
        if (!view.isRoot()) {
            return supply.askRoot(view);
        }
        if (view.requests().isEmpty()) {
            return List.of();
        }
        List<Decision> decisions = new ArrayList<>();
        long left = view.queuedTasks();
        for (MemberView.Request request : view.requests()) {
            if (left == 0) {
                break;
            }
            long tasks = Math.min(left, block);
            decisions.add(new Decision.Give(request.member(), tasks, tasks));
            left -= tasks;
        }
        if (!decisions.isEmpty()) {
            settling.tasksCame();
        }
        if (left == 0) {
            settling.decide(view, decisions);
        }
        return decisions;
    }
}
