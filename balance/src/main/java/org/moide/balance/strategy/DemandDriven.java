package org.moide.balance.strategy;

import java.util.ArrayList;
import java.util.List;

/** Whoever asks gets a block of a fixed number of tasks (SAMBA's S2: centralized, demand driven). */
final class DemandDriven implements Strategy {
    private final long block;
    private final Settling settling;

    DemandDriven(Parameters parameters) {
        this.block = parameters.number("block", 1);
        this.settling = new Settling(parameters.flag("settle", true), parameters.nanos("settleMillis", 2));
    }

    @Override
    public List<Decision> decide(PoolView view) {
        List<Decision> decisions = new ArrayList<>();
        long left = view.unstartedTasks();
        for (MemberView member : view.members()) {
            if (left > 0 && member.hungry()) {
                long tasks = Math.min(left, block);
                decisions.add(new Decision.Give(member.member(), tasks, tasks));
                left -= tasks;
            }
        }
        if (!decisions.isEmpty()) {
            settling.tasksCame();
        }
        if (left == 0) {
            settling.decide(view, decisions);
        }
        return decisions;
    }
}
