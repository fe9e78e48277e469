package org.moide.balance.strategy;

import java.util.Collection;
import java.util.List;
import java.util.function.ToLongFunction;

/** Rules that several strategies share for answering requests for tasks. */
final class Spare {
    private Spare() {}

    /**
     * Decides to give tasks to the members that have asked, in order of arrival, while any are left; other requests
     * wait.
     *
     * @param wanted the most tasks for a request
     * @return the number of tasks left
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
     * Decides to give the members that have asked as many tasks as they want, in order of arrival, while any are left,
     * and to refuse the others.
     *
     * @param keep the number of tasks to keep, in addition to those that idle threads of this member are about to take
     * @param part the largest fraction of the remaining tasks for one asker; at least one task
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
     * Decides to give each member that has asked a fraction of the remaining tasks, idle members first. The last task
     * is given only to an idle member, since busy members would pass it on again and again. Impatient requests are
     * refused if no task is left.
     *
     * @param left the number of tasks to give, without those that idle threads of this member are about to take
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
