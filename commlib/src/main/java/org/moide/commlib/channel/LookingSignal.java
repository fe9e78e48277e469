package org.moide.commlib.channel;

import java.util.function.BooleanSupplier;
import org.moide.commlib.port.Signal;
import org.moide.commlib.port.Ticker;

/**
 * A signal whose waiting threads poll their engine's channels. They poll for as long as the underlying signal keeps
 * them awake, and then sleep on it; the thread that reads for them raises it.
 */
public final class LookingSignal implements Signal {
    /**
     * The divisor for the polls before a wait is announced to the peers: a thread polls as often as the underlying
     * signal recommends ({@link Signal#looks}), divided by this number.
     */
    private static final int QUIET_PART = 4;

    private final Signal below;
    private final Channels channels;
    private final Ticker ticker;

    /** Creates a signal that polls the channels and sleeps on the signal {@code below}. */
    public LookingSignal(Signal below, Channels channels, Ticker ticker) {
        this.below = below;
        this.channels = channels;
        this.ticker = ticker;
    }

    @Override
    public int looks() {
        return below.looks();
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
     * Polls for about as long as a prompt answer takes, without announcing this to the peers. Stops when a message has
     * arrived but the condition is still false: then much is going on, and the peer should know that a thread polls.
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

    /** Polls until the condition holds, and continues as long as messages arrive: more are likely to follow. */
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

    /**
     * A condition whose evaluation also polls the channels. It ends one spin whenever messages arrive, so that the
     * next spin lasts its full time again.
     */
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
