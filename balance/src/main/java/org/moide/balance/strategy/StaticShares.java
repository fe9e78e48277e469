package org.moide.balance.strategy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Everybody gets its share of the tasks at the start, by power, and nothing more (SAMBA's S1: static). What comes back
 * because a member was lost or left goes to whoever asks.
 */
final class StaticShares implements Strategy {
    private final Map<Integer, Long> shares = new HashMap<>();
    private boolean divided;

    @Override
    public List<Decision> decide(PoolView view) {
        List<Decision> decisions = new ArrayList<>();
        if (!view.complete()) {
            return decisions; // what is there is not yet what there is to be divided
        }
        if (!divided && view.unstartedTasks() > 0) {
            divide(view);
        }
        long reserved = 0;
        for (MemberView member : view.members()) {
            reserved += reservedFor(member);
        }
        long left = view.unstartedTasks();
        for (MemberView member : view.members()) {
            if (!member.hungry() || left == 0) {
                continue;
            }
            long own = Math.min(left, reservedFor(member));
            long nobodys = Math.max(0, left - reserved);
            long tasks = own > 0 ? own : (long) Math.ceil(nobodys * member.power() / view.power());
            if (tasks > 0) {
                decisions.add(new Decision.Give(member.member(), tasks, Math.max(1, tasks / member.threads())));
                left -= tasks;
                reserved -= own;
            }
        }
        return decisions;
    }

    private long reservedFor(MemberView member) {
        return Math.max(0, shares.getOrDefault(member.member(), 0L) - member.tasksLent());
    }

    private void divide(PoolView view) {
        divided = true;
        double power = view.power();
        double upTo = 0;
        long given = 0;
        for (MemberView member : view.members()) {
            upTo += member.power();
            long end = Math.round(view.unstartedTasks() * (upTo / power)); // the ends add up, whatever the rounding
            shares.put(member.member(), end - given);
            given = end;
        }
    }
}
