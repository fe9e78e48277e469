package org.moide.balance.worker;

import java.io.Serializable;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.moide.balance.worker.strategy.WorkerRule;

/**
 * A worker as bytes: on its way to another process, or saved.
 *
 * @param state as the application's object was encoded; null if it has none yet, since no task of its own was begun
 * @param place where it is from now on
 * @param rule where it may be
 * @param mayBegin whether the workers after which it begins have ended
 * @param movable whether the application allows moves now
 * @param active whether the application calls it active
 * @param awaited the planned task that is its next; {@link WorkerTask#NONE} if any is
 * @param queue in the order in which they are to be handled
 * @param next what was sent to others, by receiver: the number of the next
 * @param expected what came from others, by sender: the number of the next
 * @param early what came before what was sent before it
 */
@SuppressWarnings("ArrayRecordComponent") // bulk bytes, which nobody compares
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
        next = Map.copyOf(next);
        expected = Map.copyOf(expected);
        early = List.copyOf(early);
    }

    /** A task in its queue; see {@link WorkerTask}. */
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

    /** A task that came before its turn. */
    public record Early(long number, Queued task) implements Serializable {
        private static final long serialVersionUID = 1L;
    }

    /** Makes the same worker elsewhere. */
    WorkerImage at(WorkerPlace other) {
        return new WorkerImage(
                worker, state, other, rule, mayBegin, movable, active, awaited, queue, next, expected, early);
    }

    /** The bytes of the application's that it holds. */
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
