package org.moide.commlib.sim;

import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.port.Driver;

/**
 * Runs the rounds of a {@link Driver} in simulated time, and its waits between them. The events are the same as if a
 * thread ran the driver ({@link SimSignal#await}), but there is no thread: a round never blocks, so the holder of the
 * baton runs it. Only the holder of the baton uses it.
 */
final class SimDriver {
    private final SimScheduler scheduler;
    private final SimThread me;
    private final Driver driver;
    private final SimSignal signal;
    private final BooleanSupplier due;
    private State state = State.NEW;
    private long timeoutNanos;
    private long endNanos;
    private @Nullable Event timeout;

    private enum State {
        NEW,
        /** The driver gives other threads a turn before it checks whether it must wait. */
        GIVES_WAY,
        WAITS
    }

    SimDriver(SimScheduler scheduler, SimThread me, Driver driver, SimSignal signal) {
        this.scheduler = scheduler;
        this.me = me;
        this.driver = driver;
        this.signal = signal;
        this.due = driver::isDue;
    }

    /**
     * Runs the driver when its turn has come: rounds, until it must wait or is over.
     *
     * @return whether it waits for another turn; false if it is over
     * @throws RuntimeException the exception that ends the driver
     */
    boolean turn() {
        me.resumed();
        boolean waits = switch (state) {
            case NEW -> false;
            case GIVES_WAY -> beginsToWait();
            case WAITS -> waitsOn();
        };
        if (waits) {
            return true;
        }
        if (state != State.NEW) {
            driver.round();
        }
        while (!driver.isOver()) {
            me.throwIfDoomed();
            timeoutNanos = driver.pauseNanos();
            if (signal.givesWay()) {
                state = State.GIVES_WAY;
                scheduler.wake(me);
                me.waitFor("its next turn");
                return true;
            }
            if (beginsToWait()) {
                return true;
            }
            driver.round();
        }
        return false;
    }

    private boolean beginsToWait() {
        state = State.GIVES_WAY;
        if (driver.isDue()) {
            return false;
        }
        EventQueue queue = scheduler.queue();
        endNanos = queue.later(Math.max(timeoutNanos, 0));
        timeout = endNanos == Long.MAX_VALUE
                ? null
                : queue.at(endNanos, "end of a wait", () -> scheduler.wake(me)).plain();
        signal.add(me);
        state = State.WAITS;
        return waitsStill();
    }

    private boolean waitsOn() {
        if (driver.isDue() || scheduler.queue().nanoTime() >= endNanos) {
            stopWaiting();
            return false;
        }
        return waitsStill();
    }

    private boolean waitsStill() {
        if (me.takeInterrupt()) {
            stopWaiting();
            return false;
        }
        me.waitFor("a signal");
        me.waitFor(due, endNanos);
        return true;
    }

    /** Removes the driver from the signal, if it waits there. */
    void stopWaiting() {
        signal.remove(me);
        if (timeout != null) {
            timeout.cancel();
            timeout = null;
        }
    }

    @Override
    public String toString() {
        return driver.getClass().getName();
    }
}
