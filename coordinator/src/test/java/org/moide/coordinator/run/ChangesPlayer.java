package org.moide.coordinator.run;

import java.util.function.LongConsumer;

/**
 * Plays whole runs of workers whose engines join and leave, each drawn from a seed; throws if one fails. Loaded by name
 * only.
 */
public final class ChangesPlayer implements LongConsumer {
    @Override
    public void accept(long seed) {
        ManyChanges.drawn(seed).play();
    }
}
