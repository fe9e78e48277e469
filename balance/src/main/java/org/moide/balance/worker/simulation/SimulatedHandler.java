package org.moide.balance.worker.simulation;

import org.jspecify.annotations.Nullable;
import org.moide.balance.worker.Slot;
import org.moide.balance.worker.WorkerTask;
import org.moide.commlib.sim.EventQueue;

/**
 * A compute thread of a member: takes a worker, lets the time pass that handling some of its tasks takes, lets it go.
 * Turns are as long as those of an engine's threads.
 */
final class SimulatedHandler {
    /** After so many tasks, or so long, another worker has its turn. */
    private static final int MOST_TASKS = 64;

    private static final long LONGEST_TURN_NANOS = 1_000_000;

    /** The clock is read after so many tasks. */
    private static final int TASKS_BETWEEN_LOOKS = 8;

    /** What a sleeping thread takes to wake. */
    private static final long WAKE_NANOS = 20_000;

    private final EventQueue queue;
    private final Place place;
    private boolean waits;
    private boolean wakes;

    /** The member, as its threads see it. */
    interface Place {
        /** A worker with something to do; null if there is none. */
        @Nullable
        Slot take();

        /** How long a thread here takes for a task. */
        long nanos(int task);

        /** A task's time has passed; what it sends is sent now. */
        void handled(Slot slot, int task, long nanos);

        /** A worker's turn is over. */
        void turnEnded(Slot slot, int handled, long nanos);

        /** A thread has nothing to do. */
        void idle();
    }

    /** A worker's turn. */
    private record Turn(Slot slot, long startNanos, int handled) {
        Turn next() {
            return new Turn(slot, startNanos, handled + 1);
        }

        boolean isOver(long nowNanos) {
            boolean looks = handled > 0 && handled % TASKS_BETWEEN_LOOKS == 0;
            return handled >= MOST_TASKS || slot.isLeaving() || (looks && nowNanos - startNanos > LONGEST_TURN_NANOS);
        }
    }

    SimulatedHandler(EventQueue queue, Place place) {
        this.queue = queue;
        this.place = place;
    }

    /** Looks for workers, until it has begun a task or there are none. */
    void step() {
        Slot slot = place.take();
        while (slot != null) {
            if (goesOn(new Turn(slot, queue.nanoTime(), 0))) {
                return;
            }
            slot = place.take();
        }
        waits = true;
        place.idle();
    }

    private boolean goesOn(Turn turn) {
        long now = queue.nanoTime();
        WorkerTask next = turn.isOver(now) ? null : turn.slot().poll();
        if (next == null) {
            place.turnEnded(turn.slot(), turn.handled(), now - turn.startNanos());
            return false;
        }
        int task = ((SimulatedBody) next.body()).task();
        long nanos = place.nanos(task);
        queue.after(nanos, "handled", () -> {
            place.handled(turn.slot(), task, nanos);
            if (!goesOn(turn.next())) {
                step();
            }
        });
        return true;
    }

    /** A worker has something to do; whether this thread was asleep, and will look. */
    boolean wake() {
        if (!waits || wakes) {
            return false;
        }
        wakes = true;
        queue.after(WAKE_NANOS, "wake", () -> {
            waits = false;
            wakes = false;
            step();
        });
        return true;
    }
}
