package org.moide.balance.strategy;

import java.util.List;

/** How an engine serves those who ask it: with what it can spare, at once or not at all. */
final class Spare {
    private Spare() {}

    /**
     * Gives to each who asks what it wants, in the order of asking, as long as something is left; refuses the others.
     *
     * @param keep so many tasks are not given away; nor is what idle threads here are about to take
     * @param part nobody is given more than this part of what is left, or one task
     */
    static void serve(MemberView view, long keep, double part, List<Decision> decisions) {
        long left = view.spareTasks() - keep;
        for (MemberView.Request request : view.requests()) {
            if (left > 0) {
                long tasks = Math.max(1, Math.min((long) (left * part), request.tasks()));
                decisions.add(CollectiveBalancing.gift(request.member(), tasks, view.members()));
                left -= tasks;
            } else {
                decisions.add(new Decision.Refuse(request.member()));
            }
        }
    }
}
