package org.moide.commlib.sim;

import org.moide.commlib.contract.PathContract;
import org.moide.commlib.contract.TestSystem;
import org.moide.commlib.message.CommLimits;

/** Engines in simulated time with links beside calls, and all that a path must do. */
final class SimLinkPathTest extends PathContract {
    private final SimSystems systems = new SimSystems(true);

    @Override
    public CommLimits hasty() {
        return systems.hasty();
    }

    @Override
    public TestSystem open(CommLimits limits, int... shape) {
        return systems.open(limits, shape);
    }
}
