package org.moide.commlib.rmi;

import java.nio.file.Path;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.moide.commlib.contract.TestSystem;
import org.moide.commlib.contract.WireContract;
import org.moide.commlib.gate.Encryption;
import org.moide.commlib.message.CommLimits;

/** Engines on different hosts whose network is not trusted: TLS over every connection. */
@Timeout(120)
final class SealedPathTest implements WireContract {
    @TempDir
    static Path folder;

    @Override
    public TestSystem open(CommLimits limits, int... shape) {
        Encryption everywhere = Encryption.tls(folder);
        everywhere.prepare();
        return new RmiSystem(limits, everywhere, shape);
    }
}
