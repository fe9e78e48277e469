package org.moide.coordinator.workers;

import java.io.Serializable;

/**
 * A task that workers of {@link NumberedTasks} send to each other. If it has a {@code number}, this counts the tasks
 * that its sender has sent to its receiver.
 */
sealed interface NumberedTask extends Serializable {
    /** The first task of a worker in the ring. */
    record Begin() implements NumberedTask {
        private static final long serialVersionUID = 1L;
    }

    /** A task with a neighbour's value at the beginning of a step. */
    record Border(long from, long number, int step, long value) implements NumberedTask {
        private static final long serialVersionUID = 1L;
    }

    /** A task that is passed on from worker to worker, another {@code hops} times. */
    record Wanderer(long from, long number, long payload, int hops) implements NumberedTask {
        private static final long serialVersionUID = 1L;
    }

    /**
     * A request to a server, a worker that answers requests.
     *
     * @param passedOn whether the request was forwarded by another server
     */
    record Question(long from, long number, long payload, boolean passedOn) implements NumberedTask {
        private static final long serialVersionUID = 1L;
    }

    /** A request to a server to send the planned task with this number. */
    record Please(long from, long number, long planned) implements NumberedTask {
        private static final long serialVersionUID = 1L;
    }

    /** A planned task: a worker handles no other task until this one has arrived. */
    record Planned(long planned, long payload) implements NumberedTask {
        private static final long serialVersionUID = 1L;
    }

    /**
     * A task for the worker that has handled the planned task {@code after}. It must be handled later than that one.
     */
    record Late(long after, long payload) implements NumberedTask {
        private static final long serialVersionUID = 1L;
    }

    /** A task for any one worker of a group. */
    record ForAny(long payload) implements NumberedTask {
        private static final long serialVersionUID = 1L;
    }

    /** A task for all workers of a group. Its {@code number} counts the tasks that its sender has sent to all. */
    record ForAll(long from, long number, long payload) implements NumberedTask {
        private static final long serialVersionUID = 1L;
    }

    /**
     * A task for a worker that was started only for such tasks. That worker ends when it has handled the last of them.
     *
     * @param last the number of the last task for that worker
     */
    record Chore(long from, long number, long payload, int last) implements NumberedTask {
        private static final long serialVersionUID = 1L;
    }

    /** The message that a worker sends when it has handled its last {@link Chore}. */
    record Done(long from, long number, long payload) implements NumberedTask {
        private static final long serialVersionUID = 1L;
    }
}
