package org.moide.command.report.limit;

import org.moide.command.report.ThreadTotals;
import org.moide.coordinator.report.RunReport;

/**
 * Efficiency with which a run used its threads, in the measures of the POP centre of excellence: {@code parallel =
 * loadBalance * communication}. Each is a part of 1, and not a number where no thread has told its times.
 *
 * @param parallel the part of all threads' time in which they computed
 * @param loadBalance how that part is spread: the mean over the greatest
 * @param communication that part for the thread that computed most: what is left of it went into primitives, fetching,
 *     and keeping states
 * @param processor the part of all threads' time in which they were on a processor
 * @param speedUp how many threads that computed all the time would have done the same
 * @param weightedSpeedUp the same in threads of the most powerful engine
 * @param bestWeightedSpeedUp what it would have been if all threads had computed all the time
 */
public record Efficiency(
        double parallel,
        double loadBalance,
        double communication,
        double processor,
        double speedUp,
        double weightedSpeedUp,
        double bestWeightedSpeedUp) {
    /** Least efficiency about which nobody need worry. */
    public static final double GOOD = 0.8;

    /**
     * Least part of the run for which a thread must have been there; one that was there for less says nothing about the
     * busiest.
     */
    private static final double LEAST_PRESENCE = 0.2;

    /** Returns the figures of this run. */
    public static Efficiency of(RunReport report) {
        ThreadTotals totals = ThreadTotals.of(report);
        double run = totals.longestSeconds();
        if (totals.all() == 0 || run == 0) {
            return new Efficiency(Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN);
        }
        double parallel = totals.compute() / totals.all();
        double busiest = parallel;
        double strongest = 0;
        double done = 0;
        double possible = 0;
        for (RunReport.EngineTimes engine : report.engines()) {
            double power = powerOfThread(engine);
            for (RunReport.ThreadTimes thread : engine.threads()) {
                if (thread.totalSeconds() > LEAST_PRESENCE * run) {
                    busiest = Math.max(busiest, thread.computeSeconds() / thread.totalSeconds());
                }
                strongest = Math.max(strongest, power);
                done += power * thread.computeSeconds();
                possible += power * thread.totalSeconds();
            }
        }
        return new Efficiency(
                parallel,
                busiest == 0 ? 1 : parallel / busiest,
                busiest,
                totals.share(totals.processor()),
                totals.compute() / run,
                done / run / strongest,
                possible / run / strongest);
    }

    /** Returns the power of one of an engine's threads. An engine of unknown power counts as an ordinary one. */
    private static double powerOfThread(RunReport.EngineTimes engine) {
        double power = engine.power() / engine.threads().size();
        return power > 0 && Double.isFinite(power) ? power : 1;
    }
}
