package org.moide.balance.simulation;

import org.moide.balance.worker.Slot;
import org.moide.balance.worker.WorkerTask;
import org.moide.commlib.port.Ticker;

/**
 * A simulated compute thread of a member with workers. It takes a worker, handles some of its tasks, and releases it.
 * Such a turn is as long as in a real engine.
 */
final class WorkerThread extends SimulatedThread {
    /** The most tasks of a worker that are handled in one turn. Then another worker has its turn. */
    private static final int MOST_TASKS = 64;

    private static final long LONGEST_TURN_NANOS = 1_000_000;

    /** The number of tasks of a worker between two readings of the clock. */
    private static final int TASKS_BETWEEN_LOOKS = 8;

    private final WorkerMember member;
    private final Ticker clock;

    /** A worker's turn on this thread: the time in which the thread handles tasks of that worker. */
    private record Turn(Slot slot, long startNanos, int handled) {
        Turn next() {
            return new Turn(slot, startNanos, handled + 1);
        }

        boolean isOver(long nowNanos) {
            boolean looks = handled > 0 && handled % TASKS_BETWEEN_LOOKS == 0;
            return handled >= MOST_TASKS || slot.isLeaving() || (looks && nowNanos - startNanos > LONGEST_TURN_NANOS);
        }
    }

    WorkerThread(WorkerMember member, SimulatedProcess process, SimulatedPace pace, int index, double power) {
        super(process, pace, index, power);
        this.member = member;
        this.clock = process;
    }

    /** Performs the next step: takes workers until one has begun a task; sleeps if there is none. */
    @Override
    protected void step() {
        Slot slot = member.take();
        while (slot != null) {
            if (goesOn(new Turn(slot, clock.nanoTime(), 0))) {
                return;
            }
            slot = member.take();
        }
        sleep();
        member.idle();
    }

    private boolean goesOn(Turn turn) {
        long now = clock.nanoTime();
        WorkerTask next = turn.isOver(now) ? null : turn.slot().poll();
        if (next == null) {
            member.turnEnded(turn.slot(), turn.handled(), now - turn.startNanos());
            return false;
        }
        int task = ((WorkerMember.Body) next.body()).task();
        long nanos = ownNanos(member.nanos(task));
        compute(nanos, "handled", () -> {
            spent(nanos);
            member.handled(turn.slot(), task, nanos, power());
            if (!goesOn(turn.next())) {
                step();
            }
        });
        return true;
    }
}
