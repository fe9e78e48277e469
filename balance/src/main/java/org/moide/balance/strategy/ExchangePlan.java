package org.moide.balance.strategy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Who gives how many tasks to whom, so that everybody has its part of what all have together (SAMBA, §IV: what each processor
 * computes in a collective step). The same reports give the same plan, whoever computes it, so that many may compute it and
 * each does its own part.
 *
 * <p>Why there is no ping-pong, however unequal the members: one plan sends a member what it lacks and no more, from all
 * together; tasks on their way to it count as its own; those
 * give first who have most beyond their part, so that who was just given its part is left alone; who has something to do is given more only if it lacks more than a
 * part (the tolerance) of what it should have, so that a rate that trembles moves nothing; and a rate that is measured far
 * off the mean counts for no more than {@link #MOST_TIMES} times the mean, and no less than that part of it.
 */
final class ExchangePlan {
    /** Real members differ by less in what they have left; beyond is a measure of too few tasks. */
    static final double MOST_TIMES = 8;

    /** {@code from} gives {@code tasks} to {@code to}. */
    record Exchange(int from, int to, long tasks) {}

    private final long threshold;
    private final double tolerance;
    private final boolean byRate;

    /**
     * How to plan.
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

    /** What is to be done; {@code reports} in the order of members' numbers. */
    List<Exchange> of(List<LoadReport> reports) {
        if (reports.stream().noneMatch(report -> report.queuedTasks() > threshold)) {
            return List.of();
        }
        double[] weights = weights(reports);
        double weight = 0;
        long total = 0;
        for (int index = 0; index < weights.length; index++) {
            weight += weights[index];
            total += reports.get(index).load();
        }
        List<Need> givers = new ArrayList<>();
        List<Need> takers = new ArrayList<>();
        double upTo = 0;
        long before = 0;
        for (int index = 0; index < weights.length; index++) {
            upTo += weights[index];
            long end = Math.round(total * (upTo / weight)); // the ends add up, whatever the rounding
            long part = end - before;
            before = end;
            LoadReport report = reports.get(index);
            long over = Math.min(report.queuedTasks(), report.load() - part);
            if (over > 0) {
                givers.add(new Need(report, over, (double) over / Math.max(1, part)));
            } else if (part > report.load() && isToTake(report, part)) {
                takers.add(new Need(report, part - report.load(), 0));
            }
        }
        givers.sort(
                Comparator.comparingDouble(giver -> -giver.excess)); // also stable: who has most of what it should not
        takers.sort(Comparator.comparing(taker -> !taker.report.isHungry())); // stable: the hungry first, by number
        return matched(givers, takers);
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
