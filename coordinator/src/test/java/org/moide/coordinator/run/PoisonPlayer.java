package org.moide.coordinator.run;

import java.util.function.LongConsumer;

/**
 * Plays whole runs of a bag in which a task ends engines' processes, each drawn from a seed; throws if one fails.
 * Loaded by name only.
 */
public final class PoisonPlayer implements LongConsumer {
    @Override
    public void accept(long seed) {
        PoisonedRun.play(seed);
    }
}
