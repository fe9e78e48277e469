package org.moide.balance.strategy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** How many tasks the root gives to whom: the part of guided self-scheduling that other strategies share. */
final class GuidedBundles {
    private final long bundleNanos;
    private final long loanNanos;
    private final long leastNanos;

    /** Reads {@code bundleMillis}, {@code loanMillis} and {@code leastMillis}. */
    GuidedBundles(Parameters parameters) {
        this.bundleNanos = parameters.nanos("bundleMillis", 10);
        this.loanNanos = parameters.nanos("loanMillis", 5);
        this.leastNanos = parameters.nanos("leastMillis", 0.2);
    }

    /**
     * Gives to those who have asked, the idle first.
     *
     * @return how many tasks are left
     */
    long give(MemberView view, List<Decision> decisions) {
        long left = view.queuedTasks();
        if (left == 0) {
            return 0;
        }
        List<MemberView.Request> requests = new ArrayList<>(view.requests());
        requests.sort(Comparator.comparing(request -> request.idleThreads() == 0)); // stable: else as they asked
        double power = view.members().power();
        for (MemberView.Request request : requests) {
            int rank = view.members().rankOf(request.member());
            if (left == 0 || rank < 0) {
                continue;
            }
            Membership.Member member = view.members().at(rank);
            long tasks = Math.min(left, bundleTasks(member, request, left * member.power() / power, view));
            decisions.add(new Decision.Give(member.number(), tasks, worth(loanNanos, request, 1)));
            left -= tasks;
        }
        return left;
    }

    private long bundleTasks(Membership.Member member, MemberView.Request request, double share, MemberView view) {
        long half = (long) Math.ceil(share / 2);
        // A task that puts others may be worth any number of them: no telling how few are too few to pay for a request.
        long least = view.tasksCreateTasks() || request.meanTaskNanos() == 0 ? 1 : worth(leastNanos, request, 1);
        // A member that is far away, or slow to answer, asks for more than is usual.
        long most = Math.max(request.tasks(), worth(bundleNanos * member.threads(), request, member.threads()));
        return Math.max(1, Math.min(most, Math.max(least, half)));
    }

    /** How many tasks of this member last for so long on one thread. */
    private static long worth(long nanos, MemberView.Request request, long ifUnknown) {
        long mean = request.meanTaskNanos();
        return mean == 0 ? ifUnknown : Math.max(1, nanos / mean);
    }
}
