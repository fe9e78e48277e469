package org.moide.coordinator.run.results;

import java.util.function.LongConsumer;
import org.moide.engine.executor.SimulatedCalls;

/**
 * Simulates runs whose calls submit calls, each from a seed. Throws if a run fails. Referred to by name, too, as
 * planted faults are looked for in it.
 */
public final class CallsPlayer implements LongConsumer {
    @Override
    public void accept(long seed) {
        GivenCalls given = new GivenCalls((seat, said) -> {
            throw new IllegalStateException("these calls say nothing to the program");
        });
        new SimulatedCalls(seed, given, given::size).play();
    }
}
