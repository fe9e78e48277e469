package org.moide.balance.strategy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Bundles that shrink as the pool does (guided self-scheduling, Polychronopoulos and Kuck 1987, weighted by power as in
 * factoring): whoever asks gets half of its share of what is left, but no more than some milliseconds' worth by its own
 * measure, so that the last bundles are small and the first ones need few requests.
 */
final class GuidedSelfScheduling implements Strategy {
    private final long bundleNanos;
    private final long loanNanos;
    private final long leastNanos;
    private final Settling settling;

    GuidedSelfScheduling(Parameters parameters) {
        this.bundleNanos = parameters.nanos("bundleMillis", 10);
        this.loanNanos = parameters.nanos("loanMillis", 5);
        this.leastNanos = parameters.nanos("leastMillis", 0.2);
        this.settling = new Settling(parameters.flag("settle", true), parameters.nanos("settleMillis", 2));
    }

    @Override
    public List<Decision> decide(PoolView view) {
        List<Decision> decisions = new ArrayList<>();
        List<MemberView> hungry = view.members().stream()
                .filter(MemberView::hungry)
                .sorted(Comparator.comparing((MemberView member) -> member.idleThreads() == 0)) // stable: else as asked
                .toList();
        double power = view.power();
        long left = view.unstartedTasks();
        for (MemberView member : hungry) {
            if (left == 0) {
                break;
            }
            long tasks = Math.min(left, bundleTasks(member, left * member.power() / power, view.tasksCreateTasks()));
            decisions.add(new Decision.Give(member.member(), tasks, worth(loanNanos, member, 1)));
            left -= tasks;
        }
        if (!decisions.isEmpty()) {
            settling.tasksCame();
        }
        if (left == 0) {
            settling.decide(view, decisions);
        }
        return decisions;
    }

    private long bundleTasks(MemberView member, double share, boolean tasksCreateTasks) {
        long half = (long) Math.ceil(share / 2);
        // A task that puts others may be worth any number of them: no telling how few are too few to pay for a request.
        long least = tasksCreateTasks || member.meanTaskNanos() == 0 ? 1 : worth(leastNanos, member, 1);
        long most = worth(bundleNanos * member.threads(), member, member.threads());
        return Math.max(1, Math.min(most, Math.max(least, half)));
    }

    /** How many tasks of this member last for so long on one thread. */
    private static long worth(long nanos, MemberView member, long ifUnknown) {
        long mean = member.meanTaskNanos();
        return mean == 0 ? ifUnknown : Math.max(1, nanos / mean);
    }
}
