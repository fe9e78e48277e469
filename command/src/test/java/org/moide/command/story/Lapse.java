package org.moide.command.story;

import java.time.Duration;

/**
 * Lets time pass where a length of time is what a story is about: a pause, a cut, the moment of a kill. Whoever waits for
 * something to happen waits for that.
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
