package org.moide.commlib.local;

import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.CommException;
import org.moide.commlib.port.Signal;
import org.moide.commlib.port.Ticker;

/**
 * The waiting of one thread on one signal, with limits and measured time. It reads the clock only after it has found
 * that the condition does not hold. Belongs to one thread; several threads may have waiters on the same signal.
 */
public final class Waiter {
    /**
     * The least number of shorter waits into which a limit is divided. If the whole process is stopped for a time, that
     * uses up only one of these waits.
     */
    private static final int PARTS_OF_LIMIT = 10;

    private static final long LONGEST_PART_NANOS = 1_000_000_000;

    private final Signal signal;
    private final Ticker ticker;
    private final LongConsumer waitedNanos;
    private final @Nullable WaitMark mark;
    private final long limitNanos;
    private final Runnable inBetween;

    /** Creates a waiter whose waits other threads cannot see. */
    public Waiter(Signal signal, Ticker ticker, LongConsumer waitedNanos) {
        this(signal, ticker, waitedNanos, null);
    }

    /**
     * Creates a waiter whose waits other threads can see.
     *
     * @param waitedNanos takes the time of each wait
     * @param mark the mark of the waiting thread; null for none
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
     * Returns a waiter of the same thread and signal with a limit for {@link #await}.
     *
     * @param doneMeanwhile the waiting thread runs it every {@link #partNanos}
     */
    public Waiter within(long nanos, Runnable doneMeanwhile) {
        return new Waiter(signal, ticker, waitedNanos, mark, nanos, doneMeanwhile);
    }

    /** Returns the signal that wakes this waiter. */
    public Signal signal() {
        return signal;
    }

    /** Returns a waiter of the same thread that waits on another signal. */
    public Waiter at(Signal other) {
        return new Waiter(other, ticker, waitedNanos, mark, limitNanos, inBetween);
    }

    /** Sets the call that other threads see as the cause of the following waits; null for none. */
    public void within(@Nullable Awaited call) {
        if (mark != null) {
            mark.within(call);
        }
    }

    /**
     * Waits until {@code condition} holds; the condition must also become true when the run ends.
     *
     * @param call the current call, for the message of an exception and for the thread's mark
     * @throws OverdueException if this waiter has a limit and it is over
     */
    public void await(BooleanSupplier condition, Object call) {
        await(condition, limitNanos, call);
    }

    /**
     * Returns the longest time between two runs of the task of {@link #within(long, Runnable)}, if this waiter has a
     * limit.
     */
    public long partNanos() {
        return Math.min(LONGEST_PART_NANOS, limitNanos / PARTS_OF_LIMIT);
    }

    /**
     * Waits like {@link #await}, but without a limit. For events that another thread brings about within its own
     * limit.
     */
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

    /** Waits like {@link #await}, for a limited time, without setting the mark. Returns whether the condition holds. */
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

    /** Waits without sleeping, as long as {@link Signal#awaitAwake} recommends. Returns whether the condition holds. */
    public boolean awaitAwake(BooleanSupplier condition) {
        long start = ticker.nanoTime();
        try {
            return signal.awaitAwake(condition);
        } finally {
            waitedNanos.accept(ticker.nanoTime() - start);
        }
    }

    /**
     * Waits like {@link #await}, but ignores interruptions until the condition holds. Allowed only for events that
     * another thread brings about without waiting, or within its own limit.
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
