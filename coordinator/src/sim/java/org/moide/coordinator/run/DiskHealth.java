package org.moide.coordinator.run;

import java.io.IOException;
import java.time.Duration;
import java.util.random.RandomGenerator;

/** How a simulated disk is. Used by the holder of the baton only. */
final class DiskHealth {
    private static final int LEAST_NANOS = 50_000;
    private static final int MOST_NANOS = 5_000_000;

    private final RandomGenerator chance;
    private boolean full;
    private boolean failing;
    private int slowness = 1;

    DiskHealth(RandomGenerator chance) {
        this.chance = chance;
    }

    /** Nothing can be written from now on, or again. */
    void fill(boolean now) {
        full = now;
    }

    /** What is to be made sure is not, from now on, or is again. */
    void fail(boolean now) {
        failing = now;
    }

    /** It takes so many times as long as one that is well. */
    void slow(int times) {
        slowness = times;
    }

    /** All is well. */
    void heal() {
        full = false;
        failing = false;
        slowness = 1;
    }

    boolean isFull() {
        return full;
    }

    boolean isFailing() {
        return failing;
    }

    void requireRoom() throws IOException {
        if (full) {
            throw new IOException("No space left on device");
        }
    }

    /** What making sure of something takes. */
    void spend(SimulatedDisk.Sleep sleep) {
        sleep.spend(Duration.ofNanos(LEAST_NANOS + chance.nextInt(MOST_NANOS)).multipliedBy(slowness));
    }
}
