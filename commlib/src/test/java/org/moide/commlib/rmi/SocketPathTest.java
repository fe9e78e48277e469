package org.moide.commlib.rmi;

import org.junit.jupiter.api.Tag;
import org.moide.commlib.contract.TestSystem;
import org.moide.commlib.contract.WireContract;
import org.moide.commlib.message.CommLimits;
import org.moide.commlib.security.Encryption;

/** Runs the contract on engines whose connections use sockets only, as between different hosts. */
@Tag("jdk")
final class SocketPathTest implements WireContract {
    @Override
    public TestSystem open(CommLimits limits, int... shape) {
        return new RmiSystem(limits, Encryption.none(), shape);
    }
}
