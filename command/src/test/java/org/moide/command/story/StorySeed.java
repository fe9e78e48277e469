package org.moide.command.story;

import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;
import org.opentest4j.IncompleteExecutionException;

/**
 * The seed of a story's random choices: {@code -Dmoide.seed} gives it, or else it is another one in each JVM. The message
 * of each failure begins with it, because the printed lines of a failed test are often not kept.
 */
final class StorySeed implements TestExecutionExceptionHandler {
    private final long value =
            Long.getLong("moide.seed", ThreadLocalRandom.current().nextLong(1_000_000));

    long value() {
        return value;
    }

    @Override
    public void handleTestExecutionException(ExtensionContext test, Throwable thrown) throws Throwable {
        if (thrown instanceof IncompleteExecutionException) {
            throw thrown; // skipped, not failed
        }
        throw new AssertionError("-Dmoide.seed=" + value + " makes the same choices: " + thrown.getMessage(), thrown);
    }
}
