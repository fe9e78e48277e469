package org.moide.commlib.sim;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.moide.commlib.contract.TestSystem;
import org.moide.commlib.contract.TestSystems;
import org.moide.commlib.message.CommLimits;

/**
 * A source of engines in simulated time. Every second system's network loses, duplicates, delays and reorders
 * messages; applications must not notice.
 */
public final class SimSystems implements TestSystems {
    private static final double WORST = 0.2;

    private final boolean links;
    private final AtomicLong seeds = new AtomicLong(1);

    /**
     * Creates a source of simulated systems with the seeds 1, 2, ...
     *
     * @param links whether engines use links beside calls
     */
    public SimSystems(boolean links) {
        this.links = links;
    }

    /**
     * {@inheritDoc} They are longer here, since a network that loses calls needs longer; simulated time costs nothing.
     */
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
        return new SimSystem(cluster, limits, links, shape);
    }
}
