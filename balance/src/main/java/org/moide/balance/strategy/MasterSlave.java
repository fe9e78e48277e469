package org.moide.balance.strategy;

import java.util.List;

/**
 * A strategy in which the root (the member where tasks come from) gives one task to each idle thread, and no member has
 * tasks in stock. MOIDE's Fig. 8(a) compares autonomous engines with this. Each task costs its thread a round trip to
 * the root.
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
