package org.moide.coordinator.run;

import java.util.function.LongConsumer;

/** Simulates whole SPMD runs, each from a seed. Throws if a run fails. Referred to by name only. */
public final class SpmdPlayer implements LongConsumer {
    @Override
    public void accept(long seed) {
        Scenario.drawn(seed, RunKind.SPMD).play();
    }
}
