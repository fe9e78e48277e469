package org.moide.command.story;

import java.time.Duration;

/**
 * A sleep for a time that is part of a story: a pause, a cut, the moment of a kill. Tests that wait for an event wait
 * for its condition instead.
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
