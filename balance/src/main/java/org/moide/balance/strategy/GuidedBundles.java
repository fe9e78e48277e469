package org.moide.balance.strategy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A rule, taken from guided self-scheduling, for how many tasks (a bundle) the root, the member where tasks come from,
 * gives to a member at once. Several strategies share it.
 *
 * <p>The root has a single thread for all members. With more members it therefore gives more tasks at once, and gets
 * back larger results, so that it is not asked faster than it can answer. With fewer than some dozen members that has
 * no effect.
 */
final class GuidedBundles {
    /**
     * The least time for which a bundle lasts, for each member of the run. In this time the root can handle about ten
     * messages: a request, its answer, the acknowledgement and a result take some 40 µs together.
     */
    private static final long BUNDLE_NANOS_A_MEMBER = 100_000;

    /**
     * The least time of a bundle at the end of the pool, for each member of the run, so that the root is not asked
     * faster than it can answer.
     */
    private static final long LEAST_NANOS_A_MEMBER = 10_000;

    /**
     * The least time of a loan on one thread, for each thread of the run. With loans of this length, the root spends
     * about a fifth of its time on results.
     */
    private static final long LOAN_NANOS_A_THREAD = 50_000;

    /** The number of threads of the run for which a loan gets one task more, while task times are unknown. */
    private static final int THREADS_A_TASK = 256;

    /**
     * The number of members of the run for which a bundle gets one task per thread, while task times are unknown. With
     * twice as many members, it gets two.
     */
    private static final int MEMBERS_A_TASK = 128;

    /**
     * The default time in which one thread computes the tasks of a loan. A loan costs mainly processor time, which
     * control threads take away from compute threads.
     */
    private static final double LOAN_MILLIS = 20;

    private static final double BUNDLE_MILLIS = 2 * LOAN_MILLIS;

    private final long bundleNanos;
    private final long loanNanos;
    private final long leastNanos;
    private long version = -1;
    private int allThreads;

    /**
     * Creates the rule with the strategy's parameters {@code bundleMillis}, {@code loanMillis} and {@code leastMillis}.
     */
    GuidedBundles(Parameters parameters) {
        this.bundleNanos = parameters.nanos("bundleMillis", BUNDLE_MILLIS);
        this.loanNanos = parameters.nanos("loanMillis", LOAN_MILLIS);
        this.leastNanos = parameters.nanos("leastMillis", 0.2);
    }

    /**
     * Decides to give tasks to all members that have asked, the idle ones first.
     *
     * @return the number of tasks left
     */
    long give(MemberView view, List<Decision> decisions) {
        long left = view.queuedTasks();
        if (left == 0) {
            return 0;
        }
        count(view.members());
        List<MemberView.Request> requests = new ArrayList<>(view.requests());
        requests.sort(Comparator.comparing(request -> request.idleThreads() == 0)); // stable: else in order of arrival
        double power = view.members().power();
        for (MemberView.Request request : requests) {
            int rank = view.members().rankOf(request.member());
            if (left == 0 || rank < 0) {
                continue;
            }
            Membership.Member member = view.members().at(rank);
            long tasks = Math.min(left, bundleTasks(member, request, left * member.power() / power, view));
            decisions.add(new Decision.Give(member.number(), tasks, loanTasks(request)));
            left -= tasks;
        }
        return left;
    }

    private void count(Membership members) {
        if (version != members.version()) {
            version = members.version();
            allThreads =
                    members.all().stream().mapToInt(Membership.Member::threads).sum();
        }
    }

    private long bundleTasks(Membership.Member member, MemberView.Request request, double share, MemberView view) {
        long half = (long) Math.ceil(share / 2);
        long members = view.members().size();
        // A task that puts others may stand for any number, so no bundle is too small.
        long least = view.tasksCreateTasks() || request.meanTaskNanos() == 0
                ? 1
                : Math.max(
                        worth(leastNanos, request, 1),
                        worth(members * LEAST_NANOS_A_MEMBER * member.threads(), request, 1));
        long lastsNanos = Math.max(bundleNanos, members * BUNDLE_NANOS_A_MEMBER);
        // A member that is far away or answers slowly asks for more than usual.
        long ifUnknown = member.threads() * Math.max(1, members / MEMBERS_A_TASK);
        long most = Math.max(request.tasks(), worth(lastsNanos * member.threads(), request, ifUnknown));
        return Math.max(1, Math.min(most, Math.max(least, half)));
    }

    private long loanTasks(MemberView.Request request) {
        long lastsNanos = Math.max(loanNanos, allThreads * LOAN_NANOS_A_THREAD);
        return worth(lastsNanos, request, 1 + allThreads / THREADS_A_TASK);
    }

    /**
     * Returns the number of the asker's tasks that one thread computes in {@code nanos}.
     *
     * @param ifUnknown the result if the asker's task times are unknown
     */
    private static long worth(long nanos, MemberView.Request request, long ifUnknown) {
        long mean = request.meanTaskNanos();
        return mean == 0 ? ifUnknown : Math.max(1, nanos / mean);
    }
}
