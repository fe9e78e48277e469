package org.moide.balance.strategy;

import java.util.List;

/**
 * Guided self-scheduling (Polychronopoulos and Kuck 1987, weighted by power as in factoring): a member that asks the
 * root (the member where tasks come from) gets half of its share of the tasks left, but at most some milliseconds'
 * worth by its own measurement. So the last bundles are small, and the first ones need few requests.
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
