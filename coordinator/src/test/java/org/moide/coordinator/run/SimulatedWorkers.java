package org.moide.coordinator.run;

import java.time.Duration;
import org.moide.commlib.sim.SimNode;
import org.moide.coordinator.workers.NumberedTasks;

/** Workers that take their time on a simulated node. */
public final class SimulatedWorkers extends NumberedTasks {
    private static final int RING = 12;

    /**
     * Makes them.
     *
     * @param steps so many each worker of the ring takes
     * @param pace how many times as long everything takes as in most runs
     */
    SimulatedWorkers(SimNode node, int steps, int pace) {
        super(RING, steps, units -> node.compute(Duration.ofMillis((long) units * pace)));
    }

    /** What the result must be. */
    static long expected(int steps) {
        return total(RING, steps);
    }
}
