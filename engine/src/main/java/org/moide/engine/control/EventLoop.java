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
 * The thread that drives a stepped core, a class without threads of its own. It passes events to the core in the order
 * of their arrival, and calls the core's tick after each batch of events and at the time that the core asked for. All
 * of the core runs on this thread, so the core needs no locks.
 *
 * <p>Concurrency: {@code events} is guarded by itself; any thread may submit, and only the loop's thread takes events.
 * {@code ticked} and {@code nextTickNanos} belong to that thread.
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
    private long nextTickNanos; // valid after the first tick

    /**
     * Creates the loop. {@link #start} starts its thread.
     *
     * @param role the thread's name
     * @param step takes each event
     * @param tick called with the current time in the ticker's nanoseconds; returns the time by which it must be called
     *     again
     * @param timing its {@link Timing#look} is the longest pause between two calls of {@code tick}. So a call that the
     *     core forgot to ask for comes late, and is not lost
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

    /** Queues an event. After {@link #close} the event is dropped. Any thread; never blocks. */
    public void submit(E event) {
        synchronized (events) {
            if (closed) {
                return;
            }
            events.add(event);
        }
        changed.raise();
    }

    /**
     * Makes the loop tick the core soon, because something that the core reads has changed. Any thread; never blocks.
     */
    public void nudge() {
        nudged = true;
        changed.raise();
    }

    /** Ends the thread after its current event, and drops queued events. Does not wait. */
    @Override
    public void close() {
        synchronized (events) {
            closed = true;
            events.clear();
        }
        changed.raise();
    }

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

    // An exception shows a defect of the core. The loop continues, so that the run can still end in an orderly way.
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
