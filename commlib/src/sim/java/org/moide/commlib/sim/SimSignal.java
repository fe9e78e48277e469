package org.moide.commlib.sim;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.port.Signal;

/** The signal on which simulated threads wait; see {@link SimScheduler}. */
final class SimSignal implements Signal {
    /**
     * One in this many waits gives other threads a turn even if its condition already holds, so that tests see more
     * orders of events.
     */
    private static final int GIVES_WAY_ONCE_IN = 8;

    private final SimScheduler scheduler;
    private final Set<SimThread> waiters = new LinkedHashSet<>();

    SimSignal(SimScheduler scheduler) {
        this.scheduler = scheduler;
    }

    @Override
    public boolean await(BooleanSupplier condition, long timeoutNanos) throws InterruptedException {
        SimThread me = scheduler.current();
        if (me == null) {
            return scheduler.awaitOutside(condition, timeoutNanos);
        }
        me.throwIfDoomed();
        if (givesWay()) {
            scheduler.giveWay(me);
        }
        if (condition.getAsBoolean()) {
            return true;
        }
        return await(me, condition, timeoutNanos);
    }

    private boolean await(SimThread me, BooleanSupplier condition, long timeoutNanos) throws InterruptedException {
        EventQueue queue = scheduler.queue();
        long endNanos = queue.later(Math.max(timeoutNanos, 0));
        @Nullable
        Event timeout = endNanos == Long.MAX_VALUE
                ? null
                : queue.at(endNanos, "end of a wait", () -> scheduler.wake(me)).plain();
        waiters.add(me);
        try {
            while (true) {
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                scheduler.suspend(me, condition, endNanos);
                if (condition.getAsBoolean()) {
                    return true;
                }
                if (queue.nanoTime() >= endNanos) {
                    return false;
                }
            }
        } finally {
            waiters.remove(me);
            if (timeout != null) {
                timeout.cancel();
            }
        }
    }

    /** Returns whether the next wait must give other threads a turn first; drawn from the seed. */
    boolean givesWay() {
        return scheduler.chance(GIVES_WAY_ONCE_IN);
    }

    void add(SimThread waiter) {
        waiters.add(waiter);
    }

    void remove(SimThread waiter) {
        waiters.remove(waiter);
    }

    @Override
    public void raise() {
        scheduler.current();
        for (SimThread waiter : waiters) {
            scheduler.wake(waiter);
        }
    }
}
