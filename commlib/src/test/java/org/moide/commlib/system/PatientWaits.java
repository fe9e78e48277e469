package org.moide.commlib.system;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Extends the time limit of every test's waits for conditions, so that only a hanging condition reaches it: on a busy
 * machine everything takes many times as long. The build activates it from this module's test jar.
 */
public final class PatientWaits implements BeforeAllCallback {
    private static final Duration LIMIT = Duration.ofSeconds(100);

    @Override
    public void beforeAll(ExtensionContext context) {
        Awaitility.setDefaultTimeout(LIMIT);
    }
}
