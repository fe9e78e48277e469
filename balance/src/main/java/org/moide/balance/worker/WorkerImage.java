package org.moide.balance.worker;

import java.io.Serializable;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.moide.balance.worker.strategy.WorkerRule;
import org.moide.commlib.port.FixedOrder;

/**
 * A worker with state and tasks in the form in which it is moved or saved.
 *
 * @param state the application's object, encoded; null before the worker's first task
 * @param place the worker's place from now on
 * @param rule the worker's directives, for instance on which processes it may be
 * @param mayBegin whether the workers whose end it waits for have ended
 * @param movable whether the application allows moves now
 * @param active whether the application counts it as active
 * @param awaited the number of the planned task that it must handle next; {@link WorkerTask#NONE} if any task may be
 *     next
 * @param queue its tasks in order
 * @param next by receiver: the number of the next task to it
 * @param expected by sender: the number of the next task from it
 * @param early tasks that arrived out of order
 */
@SuppressWarnings("ArrayRecordComponent") // large arrays that nobody compares
public record WorkerImage(
        long worker,
        byte @Nullable [] state,
        WorkerPlace place,
        WorkerRule rule,
        boolean mayBegin,
        boolean movable,
        boolean active,
        long awaited,
        List<Queued> queue,
        Map<Long, Long> next,
        Map<Long, Long> expected,
        List<Early> early)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    public WorkerImage {
        queue = List.copyOf(queue);
        next = FixedOrder.copyOf(next);
        expected = FixedOrder.copyOf(expected);
        early = List.copyOf(early);
    }

    /** A task of the worker's queue; see {@link WorkerTask} for its components. */
    public record Queued(long from, long planned, long ask, int asker, byte[] body) implements Serializable {
        private static final long serialVersionUID = 1L;

        static Queued of(WorkerTask task) {
            return new Queued(
                    task.from(),
                    task.planned(),
                    task.ask(),
                    task.asker(),
                    task.body().bytes());
        }
    }

    /**
     * A task that arrived before an earlier one of the same sender.
     *
     * @param number the task's number in the sender's order
     */
    public record Early(long number, Queued task) implements Serializable {
        private static final long serialVersionUID = 1L;
    }

    /** Returns the image of the same worker at another place. */
    WorkerImage at(WorkerPlace other) {
        return new WorkerImage(
                worker, state, other, rule, mayBegin, movable, active, awaited, queue, next, expected, early);
    }

    /** Returns the total size of the worker's state and tasks. */
    public long bytes() {
        long bytes = state == null ? 0 : state.length;
        for (Queued queued : queue) {
            bytes += queued.body().length;
        }
        for (Early waiting : early) {
            bytes += waiting.task().body().length;
        }
        return bytes;
    }
}
