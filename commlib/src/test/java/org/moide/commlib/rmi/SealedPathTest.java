package org.moide.commlib.rmi;

import org.junit.jupiter.api.Tag;
import org.moide.commlib.contract.TestSystem;
import org.moide.commlib.contract.WireContract;
import org.moide.commlib.gate.NodeKeys;
import org.moide.commlib.message.CommLimits;
import org.moide.commlib.security.Encryption;

/** Engines on different hosts whose network is not trusted: TLS over every connection. */
@Tag("ciphers")
final class SealedPathTest implements WireContract {
    /** One, since to read a key takes longer than to talk. */
    private static final Encryption EVERYWHERE = Encryption.tls(NodeKeys.here());

    @Override
    public TestSystem open(CommLimits limits, int... shape) {
        EVERYWHERE.prepare();
        return new RmiSystem(limits, EVERYWHERE, shape);
    }
}
