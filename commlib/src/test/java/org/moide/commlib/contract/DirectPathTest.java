package org.moide.commlib.contract;

import org.moide.commlib.message.CommLimits;

/** Engines that call each other in this JVM. */
final class DirectPathTest extends PathContract {
    @Override
    public TestSystem open(CommLimits limits, int... shape) {
        return new DirectSystem(limits, port -> port, shape);
    }
}
