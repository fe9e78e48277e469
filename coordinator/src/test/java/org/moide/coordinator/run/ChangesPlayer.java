package org.moide.coordinator.run;

import java.util.function.LongConsumer;

/**
 * Simulates whole runs of workers whose engines join and leave, each from a seed. Throws an exception if a run fails.
 * Other code refers to this class by name only.
 */
public final class ChangesPlayer implements LongConsumer {
    @Override
    public void accept(long seed) {
        ManyChanges.drawn(seed).play();
    }
}
