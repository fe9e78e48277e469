package org.moide.coordinator.run;

import java.util.function.LongConsumer;

/** Plays whole runs of workers, each from a seed; throws if one goes wrong. Loaded by its name only. */
public final class WorkersPlayer implements LongConsumer {
    @Override
    public void accept(long seed) {
        Scenario.drawn(seed, RunKind.WORKERS).play();
    }
}
