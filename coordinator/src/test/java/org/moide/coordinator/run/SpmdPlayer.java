package org.moide.coordinator.run;

import java.util.function.LongConsumer;

/** Plays whole SPMD runs, each drawn from a seed; throws if one fails. Loaded by name only. */
public final class SpmdPlayer implements LongConsumer {
    @Override
    public void accept(long seed) {
        Scenario.drawn(seed, RunKind.SPMD).play();
    }
}
