package org.moide.coordinator.report;

import java.util.List;

/**
 * The work of a worker application's workers. It includes the work of handlers that had to be undone after the loss of
 * an engine. It does not include the work of lost engines.
 *
 * @param engines the engines in the order of their numbers
 * @param lastMoves the last moves of workers, in the order of their times
 * @param activity how busy each engine was over time
 */
public record WorkersReport(List<EngineWorkers> engines, List<Move> lastMoves, List<Activity> activity) {
    public WorkersReport {
        engines = List.copyOf(engines);
        lastMoves = List.copyOf(lastMoves);
        activity = List.copyOf(activity);
    }

    /**
     * The work of one engine's workers.
     *
     * @param workers the number of workers when the run ended
     * @param tasks the number of tasks that they handled
     * @param sentAway the number of tasks that they sent to workers on other engines
     * @param forwarded the number of tasks that arrived after their worker had left the engine, and that the engine
     *     sent on after the worker
     * @param mostForwards the greatest number of times that one of these tasks was sent on
     * @param moves the number of times that a worker left for another engine
     * @param movedBytes the size of the workers that left
     * @param pauseSeconds how long the workers that left could handle no task, summed over workers
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
     * The move of a worker to another engine.
     *
     * @param why the reason in a few words
     * @param bytes its size, with the tasks that it took along
     * @param pauseSeconds how long it could handle no task
     * @param atSeconds the seconds since the start of the run
     */
    public record Move(long worker, int from, int to, String why, long bytes, double pauseSeconds, double atSeconds) {}

    /** Samples of how busy one engine was during the run. */
    public record Activity(int engine, List<Sample> samples) {
        public Activity {
            samples = List.copyOf(samples);
        }

        /**
         * Returns the mean of the samples' shares, the fractions of active workers; not a number if there are no
         * samples.
         */
        double mean() {
            return samples.stream().mapToDouble(Sample::share).average().orElse(Double.NaN);
        }
    }

    /**
     * A sample of how busy one engine was at one moment.
     *
     * @param atSeconds the seconds since the start of the run
     * @param workers the number of workers on the engine
     * @param share the number of active workers divided by the number of the engine's threads (ALDY, §4.2)
     */
    public record Sample(double atSeconds, long workers, double share) {}

    /** Returns the sum of all engines' work; the engine number of the result is -1. */
    public EngineWorkers sum() {
        return engines.stream().reduce(new EngineWorkers(-1, 0, 0, 0, 0, 0, 0, 0, 0), EngineWorkers::plus);
    }

    /** Returns the mean of the engine's activity samples; not a number if there are none. */
    public double meanActivity(int engine) {
        return activity.stream()
                .filter(each -> each.engine() == engine)
                .mapToDouble(Activity::mean)
                .findFirst()
                .orElse(Double.NaN);
    }
}
