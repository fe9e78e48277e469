package org.moide.balance.worker;

import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The order of what comes to a worker from other processes, by sender. Its slot guards it. */
final class Arrivals {
    private final long worker;
    private final SenderNumbers expected;
    private Map<Long, TreeMap<Long, WorkerTask>> early = Map.of();

    /** @param expected by sender, the number of the next */
    Arrivals(long worker, Map<Long, Long> expected) {
        this.worker = worker;
        this.expected = new SenderNumbers(expected);
    }

    /** The number of the next that comes from this sender in order. */
    long expected(long sender) {
        return expected.get(sender);
    }

    /** The numbers that are not 0, as they are now. */
    Map<Long, Long> expected() {
        return expected.copy();
    }

    /** The tasks that came before their turn, as they are now. */
    Map<Long, SortedMap<Long, WorkerTask>> early() {
        if (early.isEmpty()) {
            return Map.of();
        }
        Map<Long, SortedMap<Long, WorkerTask>> copy = new HashMap<>();
        early.forEach((sender, tasks) -> copy.put(sender, new TreeMap<>(tasks)));
        return copy;
    }

    /**
     * Takes what has come, in its order: now, or when what was sent before it has come too.
     *
     * @param queue is given what is due
     */
    void arrived(long number, WorkerTask task, Consumer<WorkerTask> queue) {
        long due = expected(task.from());
        if (number != due) {
            if (number < due) {
                throw new IllegalStateException("worker " + worker + " expects number " + due + " of worker "
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
            throw new IllegalStateException(
                    "worker " + worker + ": expected number " + number + " of worker " + task.from() + " once");
        }
    }

    /** Forgets a sender of whom nothing that it has sent from elsewhere is missing: numbers begin anew. */
    void forget(long sender) {
        expected.remove(sender);
    }
}
