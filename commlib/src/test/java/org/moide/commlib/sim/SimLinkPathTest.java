package org.moide.commlib.sim;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.moide.commlib.contract.PathContract;
import org.moide.commlib.contract.TestSystem;
import org.moide.commlib.message.CommLimits;

/** Engines in simulated time with links beside calls; every other system's network loses, doubles, delays and reorders, and nobody may notice. */
final class SimLinkPathTest extends PathContract {
    private static final double WORST = 0.2;

    private final AtomicLong seeds = new AtomicLong(1);

    /** A network that loses calls needs longer, and simulated time costs nothing. */
    @Override
    public CommLimits hasty() {
        return CommLimits.DEFAULT.withCollectiveWithin(Duration.ofSeconds(60));
    }

    @Override
    public TestSystem open(CommLimits limits, int... shape) {
        long seed = seeds.getAndIncrement();
        SimCluster cluster = new SimCluster(seed);
        if (seed % 2 == 0) {
            cluster.network(NetworkModel.faulty(cluster.queue().random("faults"), WORST));
        }
        return new SimSystem(cluster, limits, true, shape);
    }
}
