package org.moide.balance.strategy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The sizes of bundles that the root gives to members: the part of guided self-scheduling that other strategies share.
 *
 * <p>The root has one thread for all members. So what it gives at once, and what it gets back at once, is worth the more the more
 * members there are: it is never asked for more often than it can answer. Some dozen members see nothing of that.
 */
final class GuidedBundles {
    /**
     * A bundle lasts for as long as the root takes to serve all members some ten times: a request, an answer, word that it has
     * come and a result are some 40 µs of its time.
     */
    private static final long BUNDLE_NANOS_A_MEMBER = 100_000;

    /** Nor does it give so few that it would be asked faster than it can answer. */
    private static final long LEAST_NANOS_A_MEMBER = 10_000;

    /**
     * The time for which a loan keeps one thread busy, for each thread there is: so a fifth of the root's time is for
     * results.
     */
    private static final long LOAN_NANOS_A_THREAD = 50_000;

    /** The number of threads for each of which a loan has one task more, while the length of tasks is not known. */
    private static final int THREADS_A_TASK = 256;

    /**
     * The number of members for each of which a bundle has one task more for each thread of its member, while the
     * length of tasks is not known.
     */
    private static final int MEMBERS_A_TASK = 128;

    /**
     * The length of a loan: most of what it costs is the processor's time of threads that stand beside those that
     * compute, on the same processors.
     */
    private static final double LOAN_MILLIS = 20;

    private static final double BUNDLE_MILLIS = 2 * LOAN_MILLIS;

    private final long bundleNanos;
    private final long loanNanos;
    private final long leastNanos;
    private long version = -1;
    private int allThreads;

    /** Reads {@code bundleMillis}, {@code loanMillis} and {@code leastMillis}. */
    GuidedBundles(Parameters parameters) {
        this.bundleNanos = parameters.nanos("bundleMillis", BUNDLE_MILLIS);
        this.loanNanos = parameters.nanos("loanMillis", LOAN_MILLIS);
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
        count(view.members());
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
        // A task that puts others may be worth any number of them: no telling how few are too few to pay for a request.
        long least = view.tasksCreateTasks() || request.meanTaskNanos() == 0
                ? 1
                : Math.max(
                        worth(leastNanos, request, 1),
                        worth(members * LEAST_NANOS_A_MEMBER * member.threads(), request, 1));
        long lastsNanos = Math.max(bundleNanos, members * BUNDLE_NANOS_A_MEMBER);
        // A member that is far away, or slow to answer, asks for more than is usual.
        long ifUnknown = member.threads() * Math.max(1, members / MEMBERS_A_TASK);
        long most = Math.max(request.tasks(), worth(lastsNanos * member.threads(), request, ifUnknown));
        return Math.max(1, Math.min(most, Math.max(least, half)));
    }

    private long loanTasks(MemberView.Request request) {
        long lastsNanos = Math.max(loanNanos, allThreads * LOAN_NANOS_A_THREAD);
        return worth(lastsNanos, request, 1 + allThreads / THREADS_A_TASK);
    }

    /** The number of tasks of this member that last for this long on one thread. */
    private static long worth(long nanos, MemberView.Request request, long ifUnknown) {
        long mean = request.meanTaskNanos();
        return mean == 0 ? ifUnknown : Math.max(1, nanos / mean);
    }
}
