package org.moide.coordinator.workers;

import java.io.Serializable;

/**
 * What the workers of {@link NumberedTasks} send each other. What has a number counts what its sender has sent to its
 * receiver.
 */
sealed interface NumberedTask extends Serializable {
    /** The first of a worker of the ring. */
    record Begin() implements NumberedTask {
        private static final long serialVersionUID = 1L;
    }

    /** A neighbour's value at the beginning of a step. */
    record Border(long from, long number, int step, long value) implements NumberedTask {
        private static final long serialVersionUID = 1L;
    }

    /** Goes on to another worker, until it has made its hops. */
    record Wanderer(long from, long number, long payload, int hops) implements NumberedTask {
        private static final long serialVersionUID = 1L;
    }

    /**
     * A request of a server.
     *
     * @param passedOn whether it comes from a server that was asked the same
     */
    record Question(long from, long number, long payload, boolean passedOn) implements NumberedTask {
        private static final long serialVersionUID = 1L;
    }

    /** Has a server send this planned task. */
    record Please(long from, long number, long planned) implements NumberedTask {
        private static final long serialVersionUID = 1L;
    }

    /** A planned task, which its worker awaits. */
    record Planned(long planned, long payload) implements NumberedTask {
        private static final long serialVersionUID = 1L;
    }

    /** To be handled by the worker that handled a planned task, after that one. */
    record Late(long after, long payload) implements NumberedTask {
        private static final long serialVersionUID = 1L;
    }

    /** For one worker of a group. */
    record ForAny(long payload) implements NumberedTask {
        private static final long serialVersionUID = 1L;
    }

    /** For each worker of a group; it counts what its sender has sent to all. */
    record ForAll(long from, long number, long payload) implements NumberedTask {
        private static final long serialVersionUID = 1L;
    }

    /**
     * Work for a worker that was started for it, and ends with the last.
     *
     * @param last of how many
     */
    record Chore(long from, long number, long payload, int last) implements NumberedTask {
        private static final long serialVersionUID = 1L;
    }

    /** Such a worker's last words. */
    record Done(long from, long number, long payload) implements NumberedTask {
        private static final long serialVersionUID = 1L;
    }
}
