package org.moide.samples.programs.radiosity;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A number of events that a task waits for while it is put aside. Events may happen before it is known how many there
 * are. Any thread may call {@link #happened}, and one thread calls {@link #then}.
 */
final class Awaited {
    /** The number of events that are still to come. While that number is not known, minus those that have happened. */
    private final AtomicInteger open = new AtomicInteger();

    private volatile @Nullable Runnable then;

    /** Records one event. If it is the last one, lets the task go on. */
    void happened() {
        if (open.decrementAndGet() == 0) { // which it cannot be before the number is known
            Objects.requireNonNull(then, "a task that waits").run();
        }
    }

    /** Lets the task go on by {@code goesOn} when this number of events has happened. Called once. */
    void then(int events, Runnable goesOn) {
        then = goesOn;
        if (open.addAndGet(events) == 0) {
            goesOn.run();
        }
    }
}
