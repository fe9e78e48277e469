package org.moide.commlib.sim;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Timeout;
import org.moide.commlib.contract.TestSystem;
import org.moide.commlib.contract.WireContract;
import org.moide.commlib.message.CommLimits;

/** Engines in simulated time; every other system's network loses, doubles, delays and reorders, and nobody may notice. */
@Timeout(120)
public class SimPathTest implements WireContract {
    private static final double WORST = 0.2;

    private final AtomicLong seeds = new AtomicLong(1);

    /** Whether there are links beside calls. */
    protected boolean links() {
        return false;
    }

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
        return new SimSystem(cluster, limits, links(), shape);
    }
}
