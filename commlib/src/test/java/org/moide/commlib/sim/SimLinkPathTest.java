package org.moide.commlib.sim;

import org.moide.commlib.contract.PathContract;
import org.moide.commlib.contract.TestSystem;
import org.moide.commlib.message.CommLimits;

/** Runs the whole contract on engines in simulated time that use links beside calls. */
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
