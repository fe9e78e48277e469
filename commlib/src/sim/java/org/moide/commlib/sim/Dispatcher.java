package org.moide.commlib.sim;

import java.util.ArrayDeque;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs events, on a thread of its own. If an event blocks, it keeps that thread and another one runs the next events;
 * at any time one thread dispatches. Only the holder of the baton uses this class, except {@link #interrupt}.
 */
final class Dispatcher {
    private final SimScheduler scheduler;
    private final EventQueue queue;
    private final Baton baton;
    private final Faults faults;
    private final ArrayDeque<SimThread> idle = new ArrayDeque<>();
    private @Nullable SimThread current;
    private BooleanSupplier done = () -> true;
    private long endNanos;
    private Outcome outcome = Outcome.QUIET;
    private int made;
    private boolean ending;
    private volatile boolean interrupted;

    /** The reasons why dispatching stopped. */
    enum Outcome {
        /** The awaited condition holds. */
        DONE,
        /** The next event is after the end time. */
        LATE,
        /** No event is left. */
        QUIET,
        /** A part of the run failed. */
        FAILED
    }

    Dispatcher(SimScheduler scheduler, Baton baton, Faults faults) {
        this.scheduler = scheduler;
        this.queue = scheduler.queue();
        this.baton = baton;
        this.faults = faults;
    }

    /**
     * Sets when the next dispatching stops: as soon as {@code condition} holds, or before the first event that is later
     * than {@code untilNanos}.
     */
    void aim(BooleanSupplier condition, long untilNanos) {
        done = condition;
        endNanos = untilNanos;
    }

    /** Returns why the last dispatching stopped. */
    Outcome outcome() {
        return outcome;
    }

    /**
     * Makes the run fail before its next event, because the thread outside the simulation was interrupted. Any thread
     * may call it.
     */
    void interrupt() {
        interrupted = true;
    }

    /** Makes each dispatching thread end when it has the baton next; for the end of the simulation. */
    void end() {
        ending = true;
    }

    /** Returns the dispatching thread; creates it if there is none. */
    SimThread thread() {
        if (current == null) {
            current = idleOrNew();
        }
        return current;
    }

    /** Returns whether a thread is the one that dispatches now. */
    boolean dispatches(SimThread thread) {
        return current == thread;
    }

    /**
     * Returns the thread that dispatches while another one waits. If the waiting thread has dispatched so far, a
     * different thread takes over.
     */
    SimThread besides(SimThread waiting) {
        if (current == waiting) {
            current = idleOrNew();
        }
        return thread();
    }

    private SimThread idleOrNew() {
        SimThread known = idle.poll();
        if (known != null) {
            return known;
        }
        SimThread thread = new SimThread(
                scheduler, "simulation-dispatcher-" + made++, null, SimThread.Role.DISPATCHER, this::dispatch);
        thread.start();
        return thread;
    }

    private void dispatch() {
        SimThread me = (SimThread) Thread.currentThread();
        while (!ending) {
            if (current != me) {
                idle.push(me);
                baton.pass(Objects.requireNonNull(current));
                baton.await(me);
            } else if (stops()) {
                baton.pass(scheduler.outside());
                baton.await(me);
            } else {
                happen();
            }
        }
    }

    boolean stops() {
        if (interrupted && !faults.any()) {
            faults.add(queue.failure("interrupted from outside, as by a test's time limit", null));
        }
        if (faults.any()) {
            outcome = Outcome.FAILED;
        } else if (done.getAsBoolean()) {
            outcome = Outcome.DONE;
        } else if (queue.pending() == 0) {
            outcome = Outcome.QUIET;
        } else if (queue.nextNanos() > endNanos) {
            outcome = Outcome.LATE;
        } else {
            return false;
        }
        return true;
    }

    /** Runs the next event, and keeps a fault if it throws one. */
    void happen() {
        try {
            queue.step();
        } catch (SimulationException fault) {
            faults.add(fault);
        } catch (SimulatedDeath death) {
            // The process for which the event blocked was killed; this is no failure.
        }
    }
}
