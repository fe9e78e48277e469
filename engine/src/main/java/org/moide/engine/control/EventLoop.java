package org.moide.engine.control;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.port.Driver;
import org.moide.commlib.port.FaultHandler;
import org.moide.commlib.port.Signal;
import org.moide.commlib.port.Surroundings;
import org.moide.commlib.port.Ticker;

/**
 * The thin driver of a stepped core. One thread feeds the core events in the order in which they came. It gives the
 * core a tick after each round of events, and when the core wants one. Everything the core does happens on this thread,
 * so the core has no locks.
 *
 * <p>Concurrency: {@code events} is guarded by itself; any thread submits, only the loop's thread takes. {@code ticked}
 * and {@code nextTickNanos} are that thread's.
 */
public final class EventLoop<E> implements AutoCloseable {
    private final Consumer<E> step;
    private final LongUnaryOperator tick;
    private final long longestPauseNanos;
    private final Ticker ticker;
    private final FaultHandler faults;
    private final Signal changed;
    private final Thread thread;
    private final Deque<E> events = new ArrayDeque<>();
    private volatile boolean closed;
    private volatile boolean nudged;
    private boolean ticked;
    private long nextTickNanos; // if it has ticked

    /**
     * Makes the loop; {@link #start} starts its thread.
     *
     * @param role the thread's name
     * @param step given each event
     * @param tick given the time, in the ticker's nanoseconds; returns the time at which it has to be called again at
     *     the latest
     * @param timing a core that wants no tick gets one all the same at each {@link Timing#look}, so that what is due
     *     for an unforeseen reason comes late and is not lost
     */
    public EventLoop(String role, Consumer<E> step, LongUnaryOperator tick, Timing timing, Surroundings around) {
        this.step = step;
        this.tick = tick;
        this.longestPauseNanos = timing.look().toNanos();
        this.ticker = around.ticker();
        this.faults = around.faults();
        this.changed = around.signals().create();
        this.thread = around.threads().newThread(new Rounds());
        this.thread.setName(role);
    }

    public void start() {
        thread.start();
    }

    /** Queues an event; any thread, never blocks. After {@link #close} it is dropped. */
    public void submit(E event) {
        synchronized (events) {
            if (closed) {
                return;
            }
            events.add(event);
        }
        changed.raise();
    }

    /** Makes the core get a tick soon, since something that it looks at has changed. Any thread, never blocks. */
    public void nudge() {
        nudged = true;
        changed.raise();
    }

    /** Ends the thread after the event it is at; does not wait for it. */
    @Override
    public void close() {
        synchronized (events) {
            closed = true;
            events.clear();
        }
        changed.raise();
    }

    /** The rounds of the loop's thread. */
    private final class Rounds implements Driver {
        @Override
        public Signal signal() {
            return changed;
        }

        @Override
        public boolean isDue() {
            return closed || nudged || hasEvents();
        }

        @Override
        public long pauseNanos() {
            return ticked ? Math.max(0, nextTickNanos - ticker.nanoTime()) : 0;
        }

        @Override
        public void round() {
            nudged = false;
            E event = next();
            while (event != null) {
                guarded(event);
                event = next();
            }
            if (!closed) {
                long now = ticker.nanoTime();
                nextTickNanos = Math.min(guardedTick(now), now + longestPauseNanos);
                ticked = true;
            }
        }

        @Override
        public boolean isOver() {
            return closed;
        }
    }

    private boolean hasEvents() {
        synchronized (events) {
            return !events.isEmpty();
        }
    }

    private @Nullable E next() {
        synchronized (events) {
            return closed ? null : events.poll();
        }
    }

    // A core that throws has a defect; the loop goes on so that the run can still be ended in an orderly way.
    private void guarded(E event) {
        try {
            step.accept(event);
        } catch (RuntimeException defect) {
            faults.onFault(thread.getName(), defect);
        }
    }

    private long guardedTick(long now) {
        try {
            return tick.applyAsLong(now);
        } catch (RuntimeException defect) {
            faults.onFault(thread.getName(), defect);
            return Long.MAX_VALUE;
        }
    }
}
