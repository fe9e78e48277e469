package org.moide.balance.strategy;

import java.util.List;

/**
 * Guided self-scheduling (Polychronopoulos and Kuck 1987, weighted by power as in factoring): a member that asks the
 * root (the member where tasks come from) gets half of its share of the tasks that are left, but at most as many as it
 * computes in some milliseconds by its own measurement. So few requests are needed at first, and the last bundles are
 * small.
 */
final class GuidedSelfScheduling implements Strategy {
    private final GuidedBundles bundles;
    private final Supply supply;
    private final Settling settling;

    GuidedSelfScheduling(StrategySetup setup) {
        this.bundles = new GuidedBundles(setup.parameters());
        this.supply = new Supply(setup.parameters());
        this.settling = new Settling(setup.parameters());
    }

    @Override
    public List<Decision> decide(MemberView view) {
        if (!view.isRoot()) {
            return supply.askRoot(view);
        }
        return settling.giveOrAskBack(view, bundles::give);
    }
}
