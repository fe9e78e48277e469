package org.moide.commlib.rmi;

import org.junit.jupiter.api.Timeout;
import org.moide.commlib.contract.PendingContract;
import org.moide.commlib.contract.PointToPointContract;
import org.moide.commlib.contract.RandomMixContract;
import org.moide.commlib.contract.TestSystem;
import org.moide.commlib.gate.Encryption;
import org.moide.commlib.message.CommLimits;

/** Engines on different hosts, as far as their carriers know: nothing but sockets between them. */
@Timeout(120)
final class SocketPathTest implements PointToPointContract, PendingContract, RandomMixContract {
    @Override
    public TestSystem open(CommLimits limits, int... shape) {
        return new RmiSystem(limits, Encryption.none(), shape);
    }
}
