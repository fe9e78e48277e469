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
        return stayAwake(condition, timeoutNanos) || sleep(condition, remaining(timeoutNanos, start));
    }

    private long remaining(long timeoutNanos, long start) {
        return timeoutNanos == Long.MAX_VALUE ? timeoutNanos : timeoutNanos - (ticker.nanoTime() - start);
    }

    @Override
    public boolean awaitAwake(BooleanSupplier condition) {
        return stayAwake(condition, Long.MAX_VALUE);
    }

    /** While something comes or goes it pays to stay awake: more is likely to follow. */
    private boolean stayAwake(BooleanSupplier condition, long timeoutNanos) {
        Look look = new Look(condition);
        channels.beginLooking();
        try {
            long start = ticker.nanoTime();
            do {
                look.moved = false;
                if (below.awaitAwake(look)) {
                    return true;
                }
            } while (look.moved
                    && remaining(timeoutNanos, start) > 0
                    && !Thread.currentThread().isInterrupted());
            return false;
        } finally {
            channels.endLooking();
        }
    }

    private final class Look implements BooleanSupplier {
        private final BooleanSupplier condition;
        private boolean moved;

        Look(BooleanSupplier condition) {
            this.condition = condition;
        }

        @Override
        public boolean getAsBoolean() {
            if (condition.getAsBoolean()) {
                return true;
            }
            boolean any = channels.look();
            moved |= any;
            return any && condition.getAsBoolean();
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
