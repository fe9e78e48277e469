package org.moide.commlib.local;

import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.CommException;
import org.moide.commlib.port.Signal;
import org.moide.commlib.port.Ticker;

/**
 * The way in which one thread waits at one signal. The clock is read only after the condition was found not to hold.
 * Belongs to one thread; several threads may have waiters at the same signal.
 */
public final class Waiter {
    /** A limit is waited for in parts, at least so many: time in which the whole process was stopped counts as one. */
    private static final int PARTS_OF_LIMIT = 10;

    private static final long LONGEST_PART_NANOS = 1_000_000_000;

    private final Signal signal;
    private final Ticker ticker;
    private final LongConsumer waitedNanos;
    private final @Nullable WaitMark mark;
    private final long limitNanos;
    private final Runnable inBetween;

    /** A waiter that leaves no word while it waits. */
    public Waiter(Signal signal, Ticker ticker, LongConsumer waitedNanos) {
        this(signal, ticker, waitedNanos, null);
    }

    /**
     * Makes a waiter.
     *
     * @param waitedNanos told how long each wait took
     * @param mark where it leaves word while it waits; null if nobody wants to know
     */
    public Waiter(Signal signal, Ticker ticker, LongConsumer waitedNanos, @Nullable WaitMark mark) {
        this(signal, ticker, waitedNanos, mark, Long.MAX_VALUE, () -> {});
    }

    private Waiter(
            Signal signal,
            Ticker ticker,
            LongConsumer waitedNanos,
            @Nullable WaitMark mark,
            long limitNanos,
            Runnable inBetween) {
        this.signal = signal;
        this.ticker = ticker;
        this.waitedNanos = waitedNanos;
        this.mark = mark;
        this.limitNanos = limitNanos;
        this.inBetween = inBetween;
    }

    /**
     * Makes the same waiter with a limit to {@link #await}.
     *
     * @param doneMeanwhile run each time {@link #partNanos} are over, by the waiting thread
     */
    public Waiter within(long nanos, Runnable doneMeanwhile) {
        return new Waiter(signal, ticker, waitedNanos, mark, nanos, doneMeanwhile);
    }

    /** The signal that wakes this waiter. */
    public Signal signal() {
        return signal;
    }

    /** Makes a waiter of the same thread at another signal. */
    public Waiter at(Signal other) {
        return new Waiter(other, ticker, waitedNanos, mark, limitNanos, inBetween);
    }

    /** Waits from here on as a part of this call, as others see it; null for none. */
    public void within(@Nullable Awaited call) {
        if (mark != null) {
            mark.within(call);
        }
    }

    /**
     * Waits until {@code condition} holds; it must come to hold when the run ends.
     *
     * @param call what is being done, for the error if the thread is interrupted, and for those who look at what it
     *     waits in
     * @throws OverdueException if there is a limit and it is over
     */
    public void await(BooleanSupplier condition, Object call) {
        await(condition, limitNanos, call);
    }

    /** The time after which at most it does what it does meanwhile, if it has a limit. */
    public long partNanos() {
        return Math.min(LONGEST_PART_NANOS, limitNanos / PARTS_OF_LIMIT);
    }

    /** Waits like {@link #await}, without any limit: for what a thread that has a limit itself is about to finish. */
    public void awaitEndlessly(BooleanSupplier condition, Object call) {
        await(condition, Long.MAX_VALUE, call);
    }

    private void await(BooleanSupplier condition, long withinNanos, Object call) {
        if (condition.getAsBoolean()) {
            return;
        }
        long start = ticker.nanoTime();
        boolean marked = mark != null && mark.begin(call, condition, start);
        try {
            long partNanos = withinNanos == Long.MAX_VALUE ? withinNanos : partNanos();
            for (long waited = 0; waited < withinNanos; waited += partNanos) {
                if (awaitPart(condition, start, partNanos, call)) {
                    return;
                }
                inBetween.run();
                start = ticker.nanoTime();
            }
        } finally {
            if (marked && mark != null) {
                mark.end();
            }
        }
        throw new OverdueException(call, withinNanos);
    }

    /**
     * Waits like {@link #await}, for a limited time; returns whether the condition holds. To others the thread does not
     * wait.
     */
    public boolean awaitFor(BooleanSupplier condition, long nanos, Object call) {
        return condition.getAsBoolean() || awaitPart(condition, ticker.nanoTime(), nanos, call);
    }

    private boolean awaitPart(BooleanSupplier condition, long start, long nanos, Object call) {
        try {
            return signal.await(condition, nanos);
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
            throw new CommException(call + ": the thread was interrupted while it waited", interrupt);
        } finally {
            waitedNanos.accept(ticker.nanoTime() - start);
        }
    }

    /**
     * Waits like {@link #await}, but only for as long as it makes sense to stay awake; see {@link Signal#awaitAwake}.
     */
    public boolean awaitAwake(BooleanSupplier condition) {
        long start = ticker.nanoTime();
        try {
            return signal.awaitAwake(condition);
        } finally {
            waitedNanos.accept(ticker.nanoTime() - start);
        }
    }

    /**
     * Waits like {@link #await}, whatever interrupts; only for what another thread is about to finish without waiting
     * for anything, or within a limit of its own.
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
