package org.moide.command.story;

import java.time.Duration;

/**
 * A sleep for a time that is part of a story, such as a pause, a cut, or the time until a kill. To wait for an event,
 * tests do not sleep but wait until a condition holds.
 */
final class Lapse {
    private Lapse() {}

    static void of(Duration time) {
        try {
            Thread.sleep(time.toMillis());
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", stop);
        }
    }
}
