package org.moide.commlib.sim;

import org.moide.commlib.contract.PathContract;
import org.moide.commlib.contract.TestSystem;
import org.moide.commlib.message.CommLimits;

/** The same with links beside calls, and all that a path must do. */
final class SimLinkPathTest extends PathContract {
    private final SimPathTest calls = new SimPathTest() {
        @Override
        protected boolean links() {
            return true;
        }
    };

    @Override
    public CommLimits hasty() {
        return calls.hasty();
    }

    @Override
    public TestSystem open(CommLimits limits, int... shape) {
        return calls.open(limits, shape);
    }
}
