package org.moide.coordinator.run;

import java.util.function.LongConsumer;

/** Plays whole runs of workers, each drawn from a seed; throws if one fails. Loaded by name only. */
public final class WorkersPlayer implements LongConsumer {
    @Override
    public void accept(long seed) {
        Scenario.drawn(seed, RunKind.WORKERS).play();
    }
}
