package org.moide.balance.strategy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * A plan of the exchanges by which each member gets its share of all tasks (SAMBA, §IV: what each processor computes in
 * a collective step). The same reports give the same plan, so each member can compute the plan and carry out its own
 * part.
 *
 * <p>Tasks do not go to and fro, however unequal the members are, for these reasons. A member gets from all givers
 * together only what it lacks, and tasks on their way to it count as its own. Members with the largest surplus give
 * first, so a member that has just got its share is left alone. A busy member gets tasks only if it lacks more than the
 * tolerance, so small changes of a measured rate move nothing. A measured rate counts as at most {@link #MOST_TIMES}
 * times the mean rate, and as at least the mean divided by this number.
 */
final class ExchangePlan {
    /**
     * The limit of a member's rate relative to the mean. Real members differ by less; a larger difference means that
     * too few tasks were measured.
     */
    static final double MOST_TIMES = 8;

    /** The greatest difference, in tasks, of two numbers that count as equal in spite of rounding. */
    private static final double ROUNDING = 1e-3;

    /** A step of the plan: member {@code from} gives {@code tasks} tasks to member {@code to}. */
    record Exchange(int from, int to, long tasks) {}

    private final long threshold;
    private final double tolerance;
    private final boolean byRate;

    /**
     * Sets the rules of a plan.
     *
     * @param threshold exchanges are made only if some member has more queued tasks than this
     * @param tolerance the fraction of its share that a busy member may lack without getting tasks
     * @param byRate whether shares go by measured tasks per second, which include external load; if not, by threads
     */
    ExchangePlan(long threshold, double tolerance, boolean byRate) {
        this.threshold = threshold;
        this.tolerance = tolerance;
        this.byRate = byRate;
    }

    /**
     * Computes the exchanges that give each member its share.
     *
     * @param reports in the order of members' numbers
     */
    List<Exchange> of(List<LoadReport> reports) {
        if (reports.stream().noneMatch(report -> report.queuedTasks() > threshold)) {
            return List.of();
        }
        long[] parts = parts(reports, weights(reports));
        List<Need> givers = new ArrayList<>();
        List<Need> takers = new ArrayList<>();
        for (int index = 0; index < parts.length; index++) {
            LoadReport report = reports.get(index);
            long part = parts[index];
            long over = report.load() - part;
            if (over > 0) {
                givers.add(new Need(report, over, (double) over / Math.max(1, part)));
            } else if (over < 0 && isToTake(report, part)) {
                takers.add(new Need(report, -over, 0));
            }
        }
        givers.sort(Comparator.comparingDouble(giver -> -giver.excess)); // also stable: the largest surplus first
        takers.sort(Comparator.comparing(taker -> !taker.report.isHungry())); // stable: the hungry first, by number
        return matched(givers, takers);
    }

    /**
     * Computes each member's share, so that the last member finishes as early as possible. Tasks that are running or on
     * their way stay where they are. Each queued task goes to the member that would finish it first. If shares were
     * simply proportional, slow members would be left with the last tasks.
     */
    private static long[] parts(List<LoadReport> reports, double[] weights) {
        double level = level(reports, weights);
        long[] parts = new long[weights.length];
        long left = 0;
        PriorityQueue<Turn> turns = new PriorityQueue<>(Turn.ORDER);
        for (int index = 0; index < weights.length; index++) {
            LoadReport report = reports.get(index);
            long stays = report.load() - report.queuedTasks();
            parts[index] = Math.max(stays, (long) (level * weights[index]));
            left += report.load() - parts[index];
            turns.add(new Turn(index, (parts[index] + 1) / weights[index], report.load() > parts[index]));
        }
        for (; left > 0; left--) {
            int index = turns.remove().index;
            parts[index]++;
            turns.add(new Turn(
                    index,
                    (parts[index] + 1) / weights[index],
                    reports.get(index).load() > parts[index]));
        }
        return parts;
    }

    /**
     * Computes the load that each unit of weight would have if tasks were divisible. A member whose running tasks alone
     * exceed that load keeps them and gives all its queued tasks away; its weight does not count.
     */
    private static double level(List<LoadReport> reports, double[] weights) {
        boolean[] isFull = new boolean[weights.length];
        while (true) {
            double weight = 0;
            long load = 0;
            for (int index = 0; index < weights.length; index++) {
                weight += isFull[index] ? 0 : weights[index];
                load += isFull[index]
                        ? reports.get(index).queuedTasks()
                        : reports.get(index).load();
            }
            double level = load / weight;
            boolean fuller = false;
            for (int index = 0; index < weights.length; index++) {
                LoadReport report = reports.get(index);
                long stays = report.load() - report.queuedTasks();
                if (!isFull[index] && stays > level * weights[index] + ROUNDING) {
                    isFull[index] = true;
                    fuller = true;
                }
            }
            if (!fuller) {
                return level;
            }
        }
    }

    private boolean isToTake(LoadReport report, long part) {
        return report.isHungry() || part - report.load() > tolerance * part;
    }

    private static List<Exchange> matched(List<Need> givers, List<Need> takers) {
        List<Exchange> exchanges = new ArrayList<>();
        int taking = 0;
        for (Need giver : givers) {
            while (giver.tasks > 0 && taking < takers.size()) {
                Need taker = takers.get(taking);
                long tasks = Math.min(giver.tasks, taker.tasks);
                exchanges.add(new Exchange(giver.report.member(), taker.report.member(), tasks));
                giver.tasks -= tasks;
                taker.tasks -= tasks;
                if (taker.tasks == 0) {
                    taking++;
                }
            }
        }
        return exchanges;
    }

    private double[] weights(List<LoadReport> reports) {
        double rates = 0;
        int known = 0;
        for (LoadReport report : reports) {
            if (report.tasksPerSecond() > 0) {
                rates += report.tasksPerSecond() / report.threads();
                known++;
            }
        }
        double mean = known == 0 ? 1 : rates / known;
        double[] weights = new double[reports.size()];
        for (int index = 0; index < weights.length; index++) {
            LoadReport report = reports.get(index);
            double rate = byRate && report.tasksPerSecond() > 0 ? report.tasksPerSecond() / report.threads() : mean;
            weights[index] = report.threads() * Math.max(mean / MOST_TIMES, Math.min(mean * MOST_TIMES, rate));
        }
        return weights;
    }

    /**
     * A candidate for the next task in the division.
     *
     * @param endsAfter when the member would finish one task more
     * @param isThere whether the member has that task already; at equal times such a member comes first, so that
     *     nothing is sent
     */
    private record Turn(int index, double endsAfter, boolean isThere) {
        static final Comparator<Turn> ORDER = Comparator.comparingDouble(Turn::endsAfter)
                .thenComparing(turn -> !turn.isThere())
                .thenComparingInt(Turn::index);
    }

    /** A member's surplus or lack of tasks, and how much of it is left to plan. */
    private static final class Need {
        final LoadReport report;
        final double excess;
        long tasks;

        Need(LoadReport report, long tasks, double excess) {
            this.report = report;
            this.excess = excess;
            this.tasks = tasks;
        }
    }
}
