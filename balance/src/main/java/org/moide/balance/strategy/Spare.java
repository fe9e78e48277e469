package org.moide.balance.strategy;

import java.util.Collection;
import java.util.List;
import java.util.function.ToLongFunction;

/** Ways to serve those who ask for tasks. */
final class Spare {
    private Spare() {}

    /**
     * Gives to each who asks, in the order of asking, as long as something is left. The others wait.
     *
     * @param wanted how many tasks a request gets at most
     * @return how many tasks are left
     */
    static long handOut(MemberView view, ToLongFunction<MemberView.Request> wanted, List<Decision> decisions) {
        long left = view.queuedTasks();
        for (MemberView.Request request : view.requests()) {
            if (left == 0) {
                break;
            }
            long tasks = Math.min(left, wanted.applyAsLong(request));
            decisions.add(new Decision.Give(request.member(), tasks, tasks));
            left -= tasks;
        }
        return left;
    }

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

    /**
     * A part of what is left to each who asks, the idle first. The last task goes to the idle only: among members that are
     * busy and look ahead it would be passed round until it is begun. An asker that cannot wait is refused if nothing is left.
     *
     * @param left how many tasks are to be given away; not what idle threads here are about to take
     */
    static void share(Collection<MemberView.Request> requests, long left, double part, List<Decision> decisions) {
        long rest = left;
        for (boolean idle : new boolean[] {true, false}) {
            for (MemberView.Request request : requests) {
                if (request.idleThreads() > 0 != idle) {
                    continue;
                }
                if (rest >= (idle ? 1 : 2)) {
                    long tasks = Math.max(1, (long) (rest * part));
                    decisions.add(new Decision.Give(request.member(), tasks, tasks));
                    rest -= tasks;
                } else if (!request.patient()) {
                    decisions.add(new Decision.Refuse(request.member()));
                }
            }
        }
    }
}
