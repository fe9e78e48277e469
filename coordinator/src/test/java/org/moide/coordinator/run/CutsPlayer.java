package org.moide.coordinator.run;

import java.util.function.LongConsumer;

/**
 * Plays whole runs in which hosts cannot reach each other, of another kind of application with each seed; throws if one
 * fails. Loaded by name only.
 */
public final class CutsPlayer implements LongConsumer {
    @Override
    public void accept(long seed) {
        RunKind[] kinds = RunKind.values();
        Scenario.ofCutHosts(seed, kinds[Math.floorMod(seed, kinds.length)]).play();
    }
}
