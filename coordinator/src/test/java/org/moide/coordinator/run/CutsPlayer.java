package org.moide.coordinator.run;

import java.util.function.LongConsumer;

/**
 * Simulates whole runs in which hosts cannot reach each other, each from a seed, which also decides the kind of
 * application. Throws if a run fails. Referred to by name only.
 */
public final class CutsPlayer implements LongConsumer {
    @Override
    public void accept(long seed) {
        RunKind[] kinds = RunKind.values();
        Scenario.ofCutHosts(seed, kinds[Math.floorMod(seed, kinds.length)]).play();
    }
}
