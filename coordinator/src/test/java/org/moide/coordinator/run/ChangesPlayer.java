package org.moide.coordinator.run;

import java.util.function.LongConsumer;

/**
 * Simulates whole runs of workers whose engines join and leave, each from a seed. Throws if a run fails. Referred to by
 * name only.
 */
public final class ChangesPlayer implements LongConsumer {
    @Override
    public void accept(long seed) {
        ManyChanges.drawn(seed).play();
    }
}
