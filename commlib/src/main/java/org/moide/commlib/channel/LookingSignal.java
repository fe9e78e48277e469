package org.moide.commlib.channel;

import java.util.function.BooleanSupplier;
import org.moide.commlib.port.Signal;
import org.moide.commlib.port.Ticker;

/**
 * A signal at which threads look at their engine's channels while they wait: as long as the signal below keeps them awake.
 * Then they sleep there, and whoever reads for them raises it.
 */
public final class LookingSignal implements Signal {
    /** The part of the looks that are worth while before a thread waits. */
    private static final int QUIET_PART = 4;

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
        if (lookQuietly(condition)) {
            return true;
        }
        long start = ticker.nanoTime();
        return stayAwake(condition, timeoutNanos) || sleep(condition, remaining(timeoutNanos, start));
    }

    /**
     * Looks at once, and then for about as long as an answer takes that comes at once; no longer once something moves
     * but does not suffice, since the other end is to know of a thread that looks while much comes and goes.
     */
    private boolean lookQuietly(BooleanSupplier condition) {
        int looks = channels.quiet() ? below.looks() / QUIET_PART : 0;
        do {
            if (condition.getAsBoolean()) {
                return true;
            }
            if (channels.look()) {
                return condition.getAsBoolean();
            }
            Thread.onSpinWait();
            looks--;
        } while (looks > 0);
        return false;
    }

    private long remaining(long timeoutNanos, long start) {
        return timeoutNanos == Long.MAX_VALUE ? timeoutNanos : timeoutNanos - (ticker.nanoTime() - start);
    }

    @Override
    public boolean awaitAwake(BooleanSupplier condition) {
        return stayAwake(condition, Long.MAX_VALUE);
    }

    /** Stays awake while something comes or goes: more is likely to follow. */
    private boolean stayAwake(BooleanSupplier condition, long timeoutNanos) {
        Look look = new Look(condition);
        channels.beginLooking();
        try {
            long start = ticker.nanoTime();
            do {
                look.moved = false;
                below.awaitAwake(look);
            } while (!look.holds
                    && look.moved
                    && remaining(timeoutNanos, start) > 0
                    && !Thread.currentThread().isInterrupted());
            return look.holds;
        } finally {
            channels.endLooking();
        }
    }

    /** Ends a stay with each look that moves something: the next one spins for its full time again. */
    private final class Look implements BooleanSupplier {
        private final BooleanSupplier condition;
        private boolean moved;
        private boolean holds;

        Look(BooleanSupplier condition) {
            this.condition = condition;
        }

        @Override
        public boolean getAsBoolean() {
            holds = condition.getAsBoolean();
            if (!holds && channels.look()) {
                moved = true;
                holds = condition.getAsBoolean();
            }
            return holds || moved;
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
