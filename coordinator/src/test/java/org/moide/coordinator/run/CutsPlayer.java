package org.moide.coordinator.run;

import java.util.function.LongConsumer;

/**
 * Simulates whole runs in which hosts cannot reach each other, each from a seed. The seed also decides the kind of
 * application. Throws an exception if a run fails. Other code refers to this class by name only.
 */
public final class CutsPlayer implements LongConsumer {
    @Override
    public void accept(long seed) {
        RunKind[] kinds = RunKind.values();
        Scenario.ofCutHosts(seed, kinds[Math.floorMod(seed, kinds.length)]).play();
    }
}
