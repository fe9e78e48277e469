package org.moide.coordinator.run;

import java.util.function.LongConsumer;

/** Simulates whole runs of workers, each from a seed. Throws if a run fails. Referred to by name only. */
public final class WorkersPlayer implements LongConsumer {
    @Override
    public void accept(long seed) {
        Scenario.drawn(seed, RunKind.WORKERS).play();
    }
}
