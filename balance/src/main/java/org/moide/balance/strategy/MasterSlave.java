package org.moide.balance.strategy;

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
            return settling.giveOrAskBack(
                    view, (seen, decisions) -> Spare.handOut(seen, MemberView.Request::tasks, decisions));
        }
        long wanted = view.idleThreads() - view.queuedTasks();
        if (wanted <= 0 || view.peer(Membership.ROOT).asked()) {
            return List.of();
        }
        return List.of(new Decision.Ask(Membership.ROOT, wanted, true));
    }
}
