package org.moide.commlib.contract;

import java.util.Arrays;
import org.moide.commlib.message.CommLimits;
import org.moide.commlib.system.SpinThenParkSignal;

/** Runs the contract on engines in one JVM that call each other directly, and whose threads wait as in real runs. */
final class DirectPathTest implements WireContract {
    @Override
    public TestSystem open(CommLimits limits, int... shape) {
        int threads = Arrays.stream(shape).sum();
        return new DirectSystem(limits, port -> port, SpinThenParkSignal.factory(threads), shape);
    }
}
