package org.moide.commlib.rmi;

import org.junit.jupiter.api.Tag;
import org.moide.commlib.contract.TestSystem;
import org.moide.commlib.contract.WireContract;
import org.moide.commlib.gate.NodeKeys;
import org.moide.commlib.message.CommLimits;
import org.moide.commlib.security.Encryption;

/** Runs the contract on engines whose connections all use TLS, as between hosts on an untrusted network. */
@Tag("ciphers")
final class SealedPathTest implements WireContract {
    /** The TLS identity that all engines share, since reading a key takes longer than the test's messages. */
    private static final Encryption EVERYWHERE = Encryption.tls(NodeKeys.here());

    @Override
    public TestSystem open(CommLimits limits, int... shape) {
        EVERYWHERE.prepare();
        return new RmiSystem(limits, EVERYWHERE, shape);
    }
}
