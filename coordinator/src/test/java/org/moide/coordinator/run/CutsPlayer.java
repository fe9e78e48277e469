package org.moide.coordinator.run;

import java.util.function.LongConsumer;

/**
 * Plays whole runs in which hosts are cut from each other, of another kind with each seed; throws if one goes wrong. For those who only
 * know its name.
 */
public final class CutsPlayer implements LongConsumer {
    @Override
    public void accept(long seed) {
        RunKind[] kinds = RunKind.values();
        Scenario.ofCutHosts(seed, kinds[Math.floorMod(seed, kinds.length)]).play();
    }
}
