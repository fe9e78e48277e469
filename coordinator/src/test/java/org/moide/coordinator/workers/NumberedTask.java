package org.moide.coordinator.workers;

import java.io.Serializable;

/**
 * A task that workers of {@link NumberedTasks} send each other. Its {@code number} counts what its sender has sent to
 * its receiver.
 */
sealed interface NumberedTask extends Serializable {
    /** The first task of a worker of the ring. */
    record Begin() implements NumberedTask {
        private static final long serialVersionUID = 1L;
    }

    /** A neighbour's value at the beginning of a step. */
    record Border(long from, long number, int step, long value) implements NumberedTask {
        private static final long serialVersionUID = 1L;
    }

    /** A task that goes on to another worker, until it has made its hops. */
    record Wanderer(long from, long number, long payload, int hops) implements NumberedTask {
        private static final long serialVersionUID = 1L;
    }

    /**
     * A request to a server.
     *
     * @param passedOn whether it comes from another server that was asked the same
     */
    record Question(long from, long number, long payload, boolean passedOn) implements NumberedTask {
        private static final long serialVersionUID = 1L;
    }

    /** A task that makes a server send this planned task. */
    record Please(long from, long number, long planned) implements NumberedTask {
        private static final long serialVersionUID = 1L;
    }

    /** A planned task, which its worker awaits. */
    record Planned(long planned, long payload) implements NumberedTask {
        private static final long serialVersionUID = 1L;
    }

    /** A task to be handled by the worker that handled a planned task, after that one. */
    record Late(long after, long payload) implements NumberedTask {
        private static final long serialVersionUID = 1L;
    }

    /** A task for one worker of a group. */
    record ForAny(long payload) implements NumberedTask {
        private static final long serialVersionUID = 1L;
    }

    /** A task for each worker of a group; its {@code number} counts what its sender has sent to all. */
    record ForAll(long from, long number, long payload) implements NumberedTask {
        private static final long serialVersionUID = 1L;
    }

    /**
     * A task for a worker that was started for such tasks, and ends with the last of them.
     *
     * @param last the number of the last one
     */
    record Chore(long from, long number, long payload, int last) implements NumberedTask {
        private static final long serialVersionUID = 1L;
    }

    /** The last message of such a worker. */
    record Done(long from, long number, long payload) implements NumberedTask {
        private static final long serialVersionUID = 1L;
    }
}
