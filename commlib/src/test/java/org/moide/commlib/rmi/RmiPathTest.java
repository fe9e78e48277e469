package org.moide.commlib.rmi;

import org.moide.commlib.contract.TestSystem;
import org.moide.commlib.contract.WireContract;
import org.moide.commlib.message.CommLimits;

/** Runs the contract on engines that reach each other over RMI, each with its own space and port. */
public final class RmiPathTest implements WireContract {
    @Override
    public TestSystem open(CommLimits limits, int... shape) {
        return new RmiSystem(limits, options -> options, shape);
    }
}
