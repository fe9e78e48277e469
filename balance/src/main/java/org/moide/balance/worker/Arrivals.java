package org.moide.balance.worker;

import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The tasks that arrive for one worker from other processes, put into the order in which each sender sent them. Guarded
 * by the {@link Slot} of that worker.
 */
final class Arrivals {
    private final long worker;
    private final SenderNumbers expected;
    private Map<Long, TreeMap<Long, WorkerTask>> early = Map.of();

    /**
     * Creates the order of arrivals for one worker.
     *
     * @param expected by sender: the number that its next task must have; 0 for a sender that is not named
     */
    Arrivals(long worker, Map<Long, Long> expected) {
        this.worker = worker;
        this.expected = new SenderNumbers(expected);
    }

    /** Returns the number that the next message of this sender must have to be in order. */
    long expected(long sender) {
        return expected.get(sender);
    }

    /**
     * Returns, by sender, the number that the sender's next message must have. Senders for which it is 0 are left out.
     */
    Map<Long, Long> expected() {
        return expected.copy();
    }

    /** Returns a copy of the tasks that arrived out of order, by sender and number. */
    Map<Long, SortedMap<Long, WorkerTask>> early() {
        if (early.isEmpty()) {
            return Map.of();
        }
        Map<Long, SortedMap<Long, WorkerTask>> copy = new HashMap<>();
        early.forEach((sender, tasks) -> copy.put(sender, new TreeMap<>(tasks)));
        return copy;
    }

    /**
     * Takes a task that has arrived. The task, and tasks that waited for it, are queued in order; a task that is ahead
     * of a missing one waits.
     *
     * @param queue takes the tasks that are in order
     */
    void arrived(long number, WorkerTask task, Consumer<WorkerTask> queue) {
        long due = expected(task.from());
        if (number != due) {
            if (number < due) {
                throw new RepeatedTaskException("worker " + worker + " expects number " + due + " of worker "
                        + task.from() + ", found " + number + " again");
            }
            putEarly(number, task);
            return;
        }
        queue.accept(task);
        due++;
        @Nullable TreeMap<Long, WorkerTask> waiting = early.get(task.from());
        if (waiting != null) {
            for (WorkerTask next = waiting.remove(due); next != null; next = waiting.remove(due)) {
                queue.accept(next);
                due++;
            }
            if (waiting.isEmpty()) {
                early.remove(task.from());
            }
        }
        expected.put(task.from(), due);
    }

    void putEarly(long number, WorkerTask task) {
        if (early.isEmpty()) {
            early = new HashMap<>();
        }
        WorkerTask before =
                early.computeIfAbsent(task.from(), any -> new TreeMap<>()).put(number, task);
        if (before != null) {
            throw new RepeatedTaskException(
                    "worker " + worker + ": expected number " + number + " of worker " + task.from() + " once");
        }
    }

    /** Forgets a sender all of whose messages have arrived. The numbers of its next messages begin at 0 again. */
    void forget(long sender) {
        expected.remove(sender);
    }
}
