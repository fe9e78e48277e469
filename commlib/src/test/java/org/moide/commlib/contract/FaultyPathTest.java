package org.moide.commlib.contract;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.moide.commlib.message.CommLimits;

/** Tests engines between which calls and answers are lost, duplicated or late: applications must not notice. */
final class FaultyPathTest implements WireContract {
    private final AtomicLong seed = new AtomicLong(1);

    @Override
    public TestSystem open(CommLimits limits, int... shape) {
        CommLimits hasty = new CommLimits(
                limits.eagerBytes(),
                limits.creditBytes(),
                limits.chunkBytes(),
                limits.batchEnvelopes(),
                limits.batchBytes(),
                Duration.ofSeconds(20),
                Duration.ofNanos(20_000),
                Duration.ofMillis(1),
                limits.collectiveWithin(),
                limits.tuning());
        return new DirectSystem(hasty, port -> new FaultyWire(port, seed.getAndIncrement()), shape);
    }
}
