package org.moide.balance.strategy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Everybody gets its share of the tasks at the start of each phase, by power, and nothing more (SAMBA's S1: static). What comes back
 * because a member was lost or left goes to the members that ask.
 */
final class StaticShares implements Strategy {
    private final Map<Integer, Long> shares = new HashMap<>();
    private boolean divided;

    @Override
    public List<Decision> decide(MemberView view) {
        if (!view.isRoot()) {
            boolean wants = view.queuedTasks() < view.threads()
                    && !view.peer(Membership.ROOT).asked();
            return wants ? List.of(new Decision.Ask(Membership.ROOT, view.threads(), true)) : List.of();
        }
        if (!view.complete()) { // what is there is not yet what there is to be divided; and each phase is, by itself
            divided = false;
            return List.of();
        }
        if (view.queuedTasks() == 0 || view.requests().isEmpty()) {
            return List.of();
        }
        if (!divided) {
            divide(view);
        }
        return give(view);
    }

    private List<Decision> give(MemberView view) {
        List<Decision> decisions = new ArrayList<>();
        long reserved = 0;
        for (Membership.Member member : view.members().all()) {
            reserved += reservedFor(member, view);
        }
        long left = view.queuedTasks();
        for (MemberView.Request request : view.requests()) {
            int rank = view.members().rankOf(request.member());
            if (left == 0 || rank < 0) {
                continue;
            }
            Membership.Member member = view.members().at(rank);
            long own = Math.min(left, reservedFor(member, view));
            long nobodys = Math.max(0, left - reserved);
            long tasks = own > 0
                    ? own
                    : (long) Math.ceil(nobodys * member.power() / view.members().power());
            if (tasks > 0) {
                decisions.add(new Decision.Give(member.number(), tasks, Math.max(1, tasks / member.threads())));
                left -= tasks;
                reserved -= own;
            }
        }
        return decisions;
    }

    private long reservedFor(Membership.Member member, MemberView view) {
        long share = shares.getOrDefault(member.number(), 0L);
        return share == 0 || view.isSilent(member.number())
                ? 0
                : Math.max(0, share - view.peer(member.number()).tasksLent());
    }

    private void divide(MemberView view) {
        divided = true;
        double power = view.members().power();
        double upTo = 0;
        long given = 0;
        for (Membership.Member member : view.members().all()) {
            upTo += member.power();
            long end = Math.round(view.queuedTasks() * (upTo / power)); // the ends add up, whatever the rounding
            shares.put(member.number(), view.peer(member.number()).tasksLent() + end - given);
            given = end;
        }
    }
}
