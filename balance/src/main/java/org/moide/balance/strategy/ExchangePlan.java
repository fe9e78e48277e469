package org.moide.balance.strategy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * A plan of who gives how many tasks to whom, so that everybody has its part of what all have together (SAMBA, §IV:
 * what each processor computes in a collective step). The same reports give the same plan, whoever computes it, so that
 * many may compute it and each does its own part.
 *
 * <p>Why there is no ping-pong, however unequal the members: one plan sends a member what it lacks and no more, from
 * all together; tasks on their way to it count as its own; the members with most beyond their part give first, so that
 * one that was just given its part is left alone; a busy member is given more only if it lacks more than a part (the
 * tolerance) of what it should have, so that a rate that trembles moves nothing; and a rate that is measured far off
 * the mean counts for no more than {@link #MOST_TIMES} times the mean, and no less than that part of it.
 */
final class ExchangePlan {
    /** Real members differ by less than this; a larger difference comes from measuring too few tasks. */
    static final double MOST_TIMES = 8;

    /** The difference, in tasks, by which numbers that should be equal may differ. */
    private static final double ROUNDING = 1e-3;

    /** {@code from} gives {@code tasks} to {@code to}. */
    record Exchange(int from, int to, long tasks) {}

    private final long threshold;
    private final double tolerance;
    private final boolean byRate;

    /**
     * Sets how to plan.
     *
     * @param threshold nothing is done unless somebody has more tasks queued than this
     * @param tolerance who is busy and lacks no more than this part of what it should have is given nothing
     * @param byRate whether parts go by measured tasks per second, external load included; else by threads
     */
    ExchangePlan(long threshold, double tolerance, boolean byRate) {
        this.threshold = threshold;
        this.tolerance = tolerance;
        this.byRate = byRate;
    }

    /** Plans the exchanges; {@code reports} in the order of members' numbers. */
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
        givers.sort(
                Comparator.comparingDouble(giver -> -giver.excess)); // also stable: who has most of what it should not
        takers.sort(Comparator.comparing(taker -> !taker.report.isHungry())); // stable: the hungry first, by number
        return matched(givers, takers);
    }

    /**
     * Works out the parts that each is to have, such that the last of them ends as soon as it can: what cannot be moved
     * stays, and each queued task goes to the member that would be through with it first. By proportion alone the slow
     * would be left with the last tasks.
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
     * Works out how much there is for each unit of weight, if tasks could be cut, apart from what cannot be moved from
     * those who have more.
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
     * The turn at which a member would have finished one more task, and whether it has that task already. Of members
     * that would finish at the same time, one that has it goes first: then nothing need be sent.
     */
    private record Turn(int index, double endsAfter, boolean isThere) {
        static final Comparator<Turn> ORDER = Comparator.comparingDouble(Turn::endsAfter)
                .thenComparing(turn -> !turn.isThere())
                .thenComparingInt(Turn::index);
    }

    /** A member that has too much or lacks something, and how much is left of that. */
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
