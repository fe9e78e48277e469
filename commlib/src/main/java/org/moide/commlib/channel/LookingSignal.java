package org.moide.commlib.channel;

import java.util.function.BooleanSupplier;
import org.moide.commlib.port.Signal;
import org.moide.commlib.port.Ticker;

/**
 * A signal at which threads look at their engine's channels while they wait: as long as the signal below keeps them awake.
 * Then they sleep there, and whoever reads for them raises it.
 */
public final class LookingSignal implements Signal {
    private final Signal below;
    private final Channels channels;
    private final Ticker ticker;

    /** Waits at {@code below}. */
    public LookingSignal(Signal below, Channels channels, Ticker ticker) {
        this.below = below;
        this.channels = channels;
        this.ticker = ticker;
    }

    @Override
    public boolean await(BooleanSupplier condition, long timeoutNanos) throws InterruptedException {
        if (condition.getAsBoolean() || (channels.look() && condition.getAsBoolean())) {
            return true;
        }
        long start = ticker.nanoTime();
        return awaitAwake(condition) || sleep(condition, remaining(timeoutNanos, start));
    }

    private long remaining(long timeoutNanos, long start) {
        return timeoutNanos == Long.MAX_VALUE ? timeoutNanos : timeoutNanos - (ticker.nanoTime() - start);
    }

    @Override
    public boolean awaitAwake(BooleanSupplier condition) {
        channels.beginLooking();
        try {
            return below.awaitAwake(() -> condition.getAsBoolean() || (channels.look() && condition.getAsBoolean()));
        } finally {
            channels.endLooking();
        }
    }

    @Override
    public boolean sleep(BooleanSupplier condition, long timeoutNanos) throws InterruptedException {
        channels.beginSleeping();
        try {
            return below.sleep(condition, timeoutNanos);
        } finally {
            channels.endSleeping();
        }
    }

    @Override
    public void raise() {
        below.raise();
    }
}
