package org.moide.balance.strategy;

import java.util.List;

/**
 * What a strategy is given: a pool, and all members, those that asked first in the order in which they asked.
 *
 * @param nowNanos the time
 * @param unstartedTasks how many tasks lie in the pool
 * @param complete whether no more tasks will be put from outside; returned loans may still bring some
 * @param members everybody, the waiting ones first
 */
public record PoolView(long nowNanos, long unstartedTasks, boolean complete, List<MemberView> members) {
    public PoolView {
        members = List.copyOf(members);
    }
}
