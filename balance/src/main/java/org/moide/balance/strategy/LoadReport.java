package org.moide.balance.strategy;

/**
 * The report of one member about its load in a round.
 *
 * @param member who
 * @param threads its compute threads
 * @param queuedTasks how many tasks it had queued: it can give no more
 * @param expectedTasks how many were on their way to it
 * @param idleThreads how many of its threads had nothing to do
 * @param tasksPerSecond what it did in each second; 0 if it did not know
 */
record LoadReport(
        int member, int threads, long queuedTasks, long expectedTasks, int idleThreads, double tasksPerSecond) {
    /** The load that is still to be done there: SAMBA's internal load index. A task that is being executed counts. */
    long load() {
        return queuedTasks + expectedTasks + threads - idleThreads;
    }

    /** Returns whether a thread there has nothing to do, and nothing comes. */
    boolean isHungry() {
        return idleThreads > expectedTasks;
    }
}
