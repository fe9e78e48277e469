package org.moide.commlib.sim;

import org.moide.commlib.contract.TestSystem;
import org.moide.commlib.contract.WireContract;
import org.moide.commlib.message.CommLimits;

/** Runs the contract on engines in simulated time that reach each other by calls only. */
final class SimPathTest implements WireContract {
    private final SimSystems systems = new SimSystems(false);

    @Override
    public CommLimits hasty() {
        return systems.hasty();
    }

    @Override
    public TestSystem open(CommLimits limits, int... shape) {
        return systems.open(limits, shape);
    }
}
