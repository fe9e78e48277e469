package org.moide.commlib.sim;

import java.util.ArrayDeque;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Lets events happen, on a thread of its own so that one that blocks can keep that thread: then the next idle one goes on.
 * At any time one thread dispatches. Used by the holder of the baton only, but {@link #interrupt}.
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

    /** Why dispatching stopped. */
    enum Outcome {
        /** The condition that was awaited holds. */
        DONE,
        /** The next event comes after the end. */
        LATE,
        /** No event is left. */
        QUIET,
        /** Something in the run went wrong. */
        FAILED
    }

    Dispatcher(SimScheduler scheduler, Baton baton, Faults faults) {
        this.scheduler = scheduler;
        this.queue = scheduler.queue();
        this.baton = baton;
        this.faults = faults;
    }

    /** Aims at a condition and a time: until then the next dispatching goes on. */
    void aim(BooleanSupplier condition, long untilNanos) {
        done = condition;
        endNanos = untilNanos;
    }

    /** Why the last dispatching stopped. */
    Outcome outcome() {
        return outcome;
    }

    /** Dispatching stops with an error as soon as it can. Any thread. */
    void interrupt() {
        interrupted = true;
    }

    /** Threads that get the baton from now on end. */
    void end() {
        ending = true;
    }

    /** The thread that dispatches; made if there is none. */
    SimThread thread() {
        if (current == null) {
            current = idleOrNew();
        }
        return current;
    }

    /** Whether this is the thread that dispatches now. */
    boolean dispatches(SimThread thread) {
        return current == thread;
    }

    /** The caller waits now: if it dispatched, another does from now on. */
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

    /** Lets the next event happen. */
    void happen() {
        try {
            queue.step();
        } catch (SimulationException fault) {
            faults.add(fault);
        } catch (SimulatedDeath death) {
            // The process for which the event blocked was killed; there is nobody to tell.
        }
    }
}
