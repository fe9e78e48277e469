package org.moide.coordinator.workers;

import java.io.Serializable;

/**
 * A task that workers of {@link NumberedTasks} send to each other. Its {@code number} counts the tasks of its sender to
 * its receiver.
 */
sealed interface NumberedTask extends Serializable {
    /** The first task of a worker in the ring. */
    record Begin() implements NumberedTask {
        private static final long serialVersionUID = 1L;
    }

    /** A neighbour's value at the beginning of a step. */
    record Border(long from, long number, int step, long value) implements NumberedTask {
        private static final long serialVersionUID = 1L;
    }

    /** A task that is passed from worker to worker {@code hops} times. */
    record Wanderer(long from, long number, long payload, int hops) implements NumberedTask {
        private static final long serialVersionUID = 1L;
    }

    /**
     * A request to a server.
     *
     * @param passedOn whether another server passes on a request that it got
     */
    record Question(long from, long number, long payload, boolean passedOn) implements NumberedTask {
        private static final long serialVersionUID = 1L;
    }

    /** Asks a server to send the planned task with this number. */
    record Please(long from, long number, long planned) implements NumberedTask {
        private static final long serialVersionUID = 1L;
    }

    /** A planned task, which its receiver awaits. */
    record Planned(long planned, long payload) implements NumberedTask {
        private static final long serialVersionUID = 1L;
    }

    /** A task for the worker that handled the planned task {@code after}, to be handled after that one. */
    record Late(long after, long payload) implements NumberedTask {
        private static final long serialVersionUID = 1L;
    }

    /** A task for any one worker of a group. */
    record ForAny(long payload) implements NumberedTask {
        private static final long serialVersionUID = 1L;
    }

    /** A task for all workers of a group; its {@code number} counts its sender's tasks for all. */
    record ForAll(long from, long number, long payload) implements NumberedTask {
        private static final long serialVersionUID = 1L;
    }

    /**
     * A task for a worker that was started for such tasks and ends after the last of them.
     *
     * @param last the number of the last such task
     */
    record Chore(long from, long number, long payload, int last) implements NumberedTask {
        private static final long serialVersionUID = 1L;
    }

    /** The message with which such a worker ends. */
    record Done(long from, long number, long payload) implements NumberedTask {
        private static final long serialVersionUID = 1L;
    }
}
