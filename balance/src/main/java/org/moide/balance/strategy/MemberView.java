package org.moide.balance.strategy;

/**
 * What a lender knows of one member.
 *
 * @param member its engine's number
 * @param power its computing power, from above 0; only ratios count
 * @param threads its compute threads
 * @param hungry whether it has asked for tasks and not been answered
 * @param idleThreads how many of its threads have nothing to do, as it last said
 * @param queuedTasks how many tasks it has queued, as it last said
 * @param meanTaskNanos how long one thread of it takes for a task; 0 if it does not know yet
 * @param loansOut how many loans it holds
 * @param tasksLent how many tasks it has been lent since it joined
 */
public record MemberView(
        int member,
        double power,
        int threads,
        boolean hungry,
        int idleThreads,
        long queuedTasks,
        long meanTaskNanos,
        int loansOut,
        long tasksLent) {}
