package org.moide.coordinator.run;

import java.util.function.LongConsumer;

/**
 * Plays whole runs of workers whose engines come and go, each from a seed; throws if one goes wrong. Loaded by its name
 * only.
 */
public final class ChangesPlayer implements LongConsumer {
    @Override
    public void accept(long seed) {
        ManyChanges.drawn(seed).play();
    }
}
