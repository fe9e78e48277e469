package org.moide.coordinator.run;

import java.time.Duration;
import java.util.List;
import org.moide.commlib.sim.SimNode;
import org.moide.coordinator.workers.NumberedTasks;
import org.moide.engine.Directives;
import org.moide.engine.control.EngineHost;

/**
 * Workers whose tasks take simulated time. Some workers need much memory. The coordinator's engine and about half of
 * the other engines are on hosts with so much memory.
 */
public final class SimulatedWorkers extends NumberedTasks {
    private static final int RING = 12;

    /**
     * A length for the ring of workers. In a ring of this length workers send no requests to servers. Two of nine seeds
     * have such a ring. There every safe point gives a consistent checkpoint at once. In other rings the first try
     * usually fails, and a second one needs a moment in which all workers rest.
     */
    private static final int RING_THAT_ASKS_NOBODY = 11;

    private static final long MUCH = 1L << 30;

    private final SimNode node;

    /**
     * Creates the workers.
     *
     * @param seed the seed of the run
     * @param steps the number of steps that each worker of the ring does
     * @param pace the factor by which all work takes longer than in most runs
     */
    SimulatedWorkers(SimNode node, long seed, int steps, int pace) {
        super(ring(seed), steps, units -> node.compute(Duration.ofMillis((long) units * pace)));
        this.node = node;
    }

    static long expected(long seed, int steps) {
        return total(ring(seed), steps);
    }

    private static int ring(long seed) {
        return seed % 9 == 4 || seed % 9 == 8 ? RING_THAT_ASKS_NOBODY : RING;
    }

    /** Returns the description of the host on which a simulated process runs, as the engine in that process gets it. */
    static EngineHost hostOf(SimNode node, String name) {
        return new EngineHost(name, List.of(), hasMuch(node) ? MUCH : MUCH - 1);
    }

    private static boolean hasMuch(SimNode node) {
        String name = node.toString();
        return name.startsWith("coordinator") || name.hashCode() % 2 == 0;
    }

    @Override
    protected Directives choosy(Directives directives) {
        return directives.needsMemory(MUCH);
    }

    @Override
    protected void choosyWorkerIsHere(long worker) {
        if (!hasMuch(node)) {
            throw new IllegalStateException(
                    "worker " + worker + ": expected it where there is much memory, found it on " + node);
        }
    }
}
