package org.moide.command.report.limit;

import org.moide.command.report.ThreadTotals;
import org.moide.coordinator.report.RunReport;

/**
 * How well a run used its threads, in the measures of the POP centre of excellence: {@code parallel = loadBalance *
 * communication}. Shares are between 0 and 1; all values are NaN if no thread reported its times.
 *
 * @param parallel the share of all threads' time in which they computed
 * @param loadBalance the threads' mean share of computing, divided by the share of the thread that computed most
 * @param communication the computing share of the thread that computed most; the rest went into communication, fetching
 *     tasks and saving states
 * @param processor the share of all threads' time in which they were on a processor
 * @param speedUp the number of threads that would have done the same work if they had computed all the time
 * @param weightedSpeedUp like {@code speedUp}, but the number of threads as powerful as those of the most powerful
 *     engine
 * @param bestWeightedSpeedUp what {@code weightedSpeedUp} would be if all threads had computed all the time
 */
public record Efficiency(
        double parallel,
        double loadBalance,
        double communication,
        double processor,
        double speedUp,
        double weightedSpeedUp,
        double bestWeightedSpeedUp) {
    /** The efficiency from which on a run counts as good. */
    public static final double GOOD = 0.8;

    /**
     * The least share of the run's time that a thread must have existed. The thread that computed most is chosen among
     * such threads.
     */
    private static final double LEAST_PRESENCE = 0.2;

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

    /** Returns the power of one thread of an engine; 1 if the engine's power is unknown. */
    private static double powerOfThread(RunReport.EngineTimes engine) {
        double power = engine.power() / engine.threads().size();
        return power > 0 && Double.isFinite(power) ? power : 1;
    }
}
