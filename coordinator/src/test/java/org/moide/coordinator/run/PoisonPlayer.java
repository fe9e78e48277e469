package org.moide.coordinator.run;

import java.util.function.LongConsumer;

/**
 * Plays whole runs of a bag in which a task ends engines, each from a seed; throws if one goes wrong. Loaded by its
 * name only.
 */
public final class PoisonPlayer implements LongConsumer {
    @Override
    public void accept(long seed) {
        PoisonedRun.play(seed);
    }
}
