package org.moide.commlib.rmi;

import org.moide.commlib.contract.PathContract;
import org.moide.commlib.contract.TestSystem;
import org.moide.commlib.message.CommLimits;

/** Engines that reach each other over RMI, each through a space and a port of its own. */
final class RmiPathTest extends PathContract {
    @Override
    public TestSystem open(CommLimits limits, int... shape) {
        return new RmiSystem(limits, options -> options, shape);
    }
}
