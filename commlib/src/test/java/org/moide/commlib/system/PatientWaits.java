package org.moide.commlib.system;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Lets every test wait for its conditions so long that only what hangs comes to the end of it: on a machine that is busy
 * with others all takes many times as long. The build finds it in this module's jar of tests.
 */
public final class PatientWaits implements BeforeAllCallback {
    private static final Duration LIMIT = Duration.ofSeconds(100);

    @Override
    public void beforeAll(ExtensionContext context) {
        Awaitility.setDefaultTimeout(LIMIT);
    }
}
