package org.moide.coordinator.run;

import java.io.IOException;
import java.time.Duration;
import java.util.random.RandomGenerator;

/** The health of the simulated disks, which may be full, failing or slow. Used by one simulated thread at a time. */
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

    /** Makes writes fail for lack of space from now on, or succeed again. */
    void fill(boolean now) {
        full = now;
    }

    /** Makes syncs fail from now on, or succeed again. */
    void fail(boolean now) {
        failing = now;
    }

    /** Sets the factor by which syncs take longer than on a healthy disk. */
    void slow(int times) {
        slowness = times;
    }

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

    /** Lets the simulated time of a sync pass in the calling thread. */
    void spend(SimulatedDisk.Sleep sleep) {
        sleep.spend(Duration.ofNanos(LEAST_NANOS + chance.nextInt(MOST_NANOS)).multipliedBy(slowness));
    }
}
