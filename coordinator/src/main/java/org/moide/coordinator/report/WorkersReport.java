package org.moide.coordinator.report;

import java.util.List;

/**
 * The report of what happened to the workers of a worker application. Engines have the numbers that they keep for life.
 * It also counts what handlers did when a loss has undone the effect. What a lost engine did is not known.
 *
 * @param engines by number
 * @param lastMoves the last of the run, in the order of their times
 * @param activity how busy each engine was over time, by its number
 */
public record WorkersReport(List<EngineWorkers> engines, List<Move> lastMoves, List<Activity> activity) {
    public WorkersReport {
        engines = List.copyOf(engines);
        lastMoves = List.copyOf(lastMoves);
        activity = List.copyOf(activity);
    }

    /**
     * The workers of one engine.
     *
     * @param workers how many were there when the run ended
     * @param tasks that they handled
     * @param sentAway tasks that they sent to workers on other engines
     * @param forwarded tasks that came after their worker had left, and were sent on to it
     * @param mostForwards how often one of these had been sent on at most
     * @param moves workers that left for another engine
     * @param movedBytes the size of these workers
     * @param pauseSeconds for how long they could handle nothing, all together
     */
    public record EngineWorkers(
            int engine,
            long workers,
            long tasks,
            long sentAway,
            long forwarded,
            long mostForwards,
            long moves,
            long movedBytes,
            double pauseSeconds) {
        EngineWorkers plus(EngineWorkers other) {
            return new EngineWorkers(
                    engine,
                    workers + other.workers,
                    tasks + other.tasks,
                    sentAway + other.sentAway,
                    forwarded + other.forwarded,
                    Math.max(mostForwards, other.mostForwards),
                    moves + other.moves,
                    movedBytes + other.movedBytes,
                    pauseSeconds + other.pauseSeconds);
        }
    }

    /**
     * A worker that went to another engine.
     *
     * @param why in some words
     * @param bytes its size, with the tasks that it took along
     * @param pauseSeconds for how long it could handle nothing
     * @param atSeconds since the start of the run
     */
    public record Move(long worker, int from, int to, String why, long bytes, double pauseSeconds, double atSeconds) {}

    /** One engine over time. */
    public record Activity(int engine, List<Sample> samples) {
        public Activity {
            samples = List.copyOf(samples);
        }

        /** Returns the mean share; not a number without samples. */
        double mean() {
            return samples.stream().mapToDouble(Sample::share).average().orElse(Double.NaN);
        }
    }

    /**
     * One engine at a moment.
     *
     * @param atSeconds since the start of the run
     * @param workers how many were there
     * @param share active workers for each of its threads (ALDY, §4.2)
     */
    public record Sample(double atSeconds, long workers, double share) {}

    /** Returns the sum over all engines. */
    public EngineWorkers sum() {
        return engines.stream().reduce(new EngineWorkers(-1, 0, 0, 0, 0, 0, 0, 0, 0), EngineWorkers::plus);
    }

    /** Returns the engine's mean activity; not a number if nobody knows it. */
    public double meanActivity(int engine) {
        return activity.stream()
                .filter(each -> each.engine() == engine)
                .mapToDouble(Activity::mean)
                .findFirst()
                .orElse(Double.NaN);
    }
}
