package org.moide.balance.strategy;

/**
 * A member's report of its load in a round.
 *
 * @param member the member's number
 * @param threads the number of its compute threads
 * @param queuedTasks the number of tasks it can give
 * @param expectedTasks the number of tasks on their way to it
 * @param idleThreads the number of its threads without a task
 * @param tasksPerSecond its measured rate; 0 if unknown
 */
record LoadReport(
        int member, int threads, long queuedTasks, long expectedTasks, int idleThreads, double tasksPerSecond) {
    /** Returns SAMBA's internal load index: the tasks queued, on their way, and running. */
    long load() {
        return queuedTasks + expectedTasks + threads - idleThreads;
    }

    /** Returns whether the member has an idle thread for which no task is on its way. */
    boolean isHungry() {
        return idleThreads > expectedTasks;
    }
}
