package org.moide.balance.strategy;

import java.util.ArrayList;
import java.util.List;

/**
 * The root hands out one task to each thread that has nothing to do, and nobody has tasks ahead of need: what MOIDE's Fig. 8(a)
 * compares autonomous engines with. Each task costs its thread the way to the root and back.
 */
final class MasterSlave implements Strategy {
    private final Settling settling;

    MasterSlave(StrategySetup setup) {
        settling = new Settling(setup.parameters());
    }

    @Override
    public List<Decision> decide(MemberView view) {
        if (view.isRoot()) {
            return handOut(view);
        }
        long wanted = view.idleThreads() - view.queuedTasks();
        if (wanted <= 0 || view.peer(Membership.ROOT).asked()) {
            return List.of();
        }
        return List.of(new Decision.Ask(Membership.ROOT, wanted, true));
    }

    private List<Decision> handOut(MemberView view) {
        if (view.requests().isEmpty()) {
            return List.of();
        }
        List<Decision> decisions = new ArrayList<>();
        long left = view.queuedTasks();
        for (MemberView.Request request : view.requests()) {
            if (left == 0) {
                break;
            }
            long tasks = Math.min(left, request.tasks());
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
