package org.moide.balance.strategy;

import java.util.List;

/**
 * SAMBA's S2 (centralized, demand driven): a member that asks the root (the member where tasks come from) gets a fixed
 * number of tasks.
 */
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
        return settling.giveOrAskBack(view, (seen, decisions) -> Spare.handOut(seen, request -> block, decisions));
    }
}
