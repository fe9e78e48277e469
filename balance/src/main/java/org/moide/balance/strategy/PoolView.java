package org.moide.balance.strategy;

import java.util.List;

/**
 * What a strategy is given.
 *
 * @param nowNanos the time
 * @param unstartedTasks how many tasks lie in the pool
 * @param complete whether there is no more to wait for: all tasks from outside are there, or they may come at any time
 * @param tasksCreateTasks whether tasks have been seen to put others
 * @param members all that can be reached; those that have asked come first, in the order in which they asked
 */
public record PoolView(
        long nowNanos, long unstartedTasks, boolean complete, boolean tasksCreateTasks, List<MemberView> members) {
    public PoolView {
        members = List.copyOf(members);
    }

    /** The power of all members. */
    double power() {
        double sum = 0;
        for (MemberView member : members) {
            sum += member.power();
        }
        return sum;
    }
}
