package org.moide.commlib.local;

import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import org.moide.commlib.CommException;
import org.moide.commlib.port.Signal;
import org.moide.commlib.port.Ticker;

/**
 * How one thread waits at one signal. Time is taken only once the condition was found not to hold. Belongs to one
 * thread; several threads may have waiters at the same signal.
 */
public final class Waiter {
    private final Signal signal;
    private final Ticker ticker;
    private final LongConsumer waitedNanos;

    /**
     * Makes a waiter.
     *
     * @param waitedNanos told how long each wait took
     */
    public Waiter(Signal signal, Ticker ticker, LongConsumer waitedNanos) {
        this.signal = signal;
        this.ticker = ticker;
        this.waitedNanos = waitedNanos;
    }

    /** What wakes this waiter. */
    public Signal signal() {
        return signal;
    }

    /** The same thread at another signal. */
    public Waiter at(Signal other) {
        return new Waiter(other, ticker, waitedNanos);
    }

    /**
     * Waits until {@code condition} holds; it must come to hold when the run ends.
     *
     * @param call what is being done, for the error if the thread is interrupted
     */
    public void await(BooleanSupplier condition, Object call) {
        awaitFor(condition, Long.MAX_VALUE, call);
    }

    /** As {@link #await}, for a limited time; returns whether the condition holds. */
    public boolean awaitFor(BooleanSupplier condition, long nanos, Object call) {
        if (condition.getAsBoolean()) {
            return true;
        }
        long start = ticker.nanoTime();
        try {
            return signal.await(condition, nanos);
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
            throw new CommException(call + ": the thread was interrupted while it waited", interrupt);
        } finally {
            waitedNanos.accept(ticker.nanoTime() - start);
        }
    }

    /** As {@link #await}, but only for as long as it makes sense to stay awake; see {@link Signal#awaitAwake}. */
    public boolean awaitAwake(BooleanSupplier condition) {
        long start = ticker.nanoTime();
        try {
            return signal.awaitAwake(condition);
        } finally {
            waitedNanos.accept(ticker.nanoTime() - start);
        }
    }

    /**
     * As {@link #await}, whatever interrupts; only for what another thread is about to finish without waiting for
     * anything.
     */
    public void awaitFirmly(BooleanSupplier condition) {
        boolean interrupted = false;
        long start = ticker.nanoTime();
        while (!condition.getAsBoolean()) {
            try {
                signal.await(condition, Long.MAX_VALUE);
            } catch (InterruptedException interrupt) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        waitedNanos.accept(ticker.nanoTime() - start);
    }
}
