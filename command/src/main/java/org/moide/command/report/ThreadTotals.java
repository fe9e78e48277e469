package org.moide.command.report;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.moide.coordinator.report.RunReport;

/**
 * Totals over all threads of a run, in seconds.
 *
 * @param threads the number of threads
 * @param compute the time in the application's code
 * @param communicate the time in which communication operations moved data
 * @param waiting the time in which threads waited for other threads
 * @param beginAndEnd the part of {@code waiting} that was not in communication operations: before the first and after
 *     the last work
 * @param fetch the time in which threads waited for tasks
 * @param checkpoint the time for saving and restoring states
 * @param migrate the time for converting states to another number of threads
 * @param waits the part of {@code waiting} in communication operations, by the name of the operation
 * @param tasks the number of tasks executed
 * @param processor the time on a processor; NaN if it is not known of all threads
 * @param ready the time in which threads were runnable without a processor; NaN if it is not known of all threads
 * @param longestSeconds the lifetime of the thread that lived longest
 */
public record ThreadTotals(
        int threads,
        double compute,
        double communicate,
        double waiting,
        double beginAndEnd,
        double fetch,
        double checkpoint,
        double migrate,
        Map<String, Double> waits,
        long tasks,
        double processor,
        double ready,
        double longestSeconds) {
    /**
     * The factor by which others must have waited longer for an engine than it has waited for others. Only then does
     * the engine count as the cause of waits.
     */
    private static final double ONE_SIDED = 2;

    public ThreadTotals {
        waits = Map.copyOf(waits);
    }

    public static ThreadTotals of(RunReport report) {
        List<RunReport.ThreadTimes> all = new ArrayList<>();
        report.engines().forEach(engine -> all.addAll(engine.threads()));
        return of(all);
    }

    public static ThreadTotals of(Collection<RunReport.ThreadTimes> threads) {
        double compute = 0;
        double communicate = 0;
        double waiting = 0;
        double fetch = 0;
        double checkpoint = 0;
        double migrate = 0;
        long tasks = 0;
        double processor = 0;
        double ready = 0;
        double longest = 0;
        Map<String, Double> waits = new HashMap<>();
        for (RunReport.ThreadTimes thread : threads) {
            compute += thread.computeSeconds();
            communicate += thread.communicateSeconds();
            waiting += thread.waitSeconds();
            fetch += thread.fetchSeconds();
            checkpoint += thread.checkpointSeconds();
            migrate += thread.migrateSeconds();
            tasks += thread.tasks();
            processor += thread.processorSeconds();
            ready += thread.readySeconds();
            longest = Math.max(longest, thread.totalSeconds());
            thread.waits().forEach((primitive, seconds) -> waits.merge(primitive, seconds, Double::sum));
        }
        Double outside = waits.remove(RunReport.ThreadTimes.BEGIN_AND_END);
        return new ThreadTotals(
                threads.size(),
                compute,
                communicate,
                waiting,
                outside == null ? 0 : outside,
                fetch,
                checkpoint,
                migrate,
                waits,
                tasks,
                processor,
                ready,
                longest);
    }

    /** Returns the sum of all parts of the threads' time. */
    public double all() {
        return compute + communicate + waiting + fetch + checkpoint + migrate;
    }

    /** Returns a time as a share of the threads' time; 0 if they did nothing. */
    public double share(double seconds) {
        return all() == 0 ? 0 : seconds / all();
    }

    /** Returns the share of the threads' time that was computing. */
    public double computeShare() {
        return share(compute);
    }

    /** Returns the communication operation in which the threads waited longest; empty if they did not wait in any. */
    public String longestWait() {
        return waits.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .orElse("");
    }

    /**
     * Returns the words ", mostly in" and the name of {@link #longestWait}, for the end of a sentence; empty if the
     * threads waited in no operation.
     */
    public String mostlyIn() {
        String primitive = longestWait();
        return primitive.isEmpty() ? "" : ", mostly in " + primitive;
    }

    /**
     * Returns the share of computing time in which the threads had a processor. The result is an upper bound, since
     * processor time during waits counts too.
     */
    public double processorOfComputing() {
        return compute == 0 ? Double.NaN : Math.min(1, processor / compute);
    }

    /**
     * An engine for which other engines waited.
     *
     * @param seconds the total time for which other engines waited for it
     * @param ownSeconds the total time for which it waited for other engines
     */
    public record WaitedFor(int engine, double seconds, double ownSeconds) {}

    /**
     * Returns the engine for which others waited longest. Returns null if there were no waits, or if that engine itself
     * waited more than half as long for others, so that no engine is the cause.
     */
    public static @Nullable WaitedFor longestFor(RunReport report) {
        Map<Integer, Double> forEngine = new HashMap<>();
        Map<Integer, Double> byEngine = new HashMap<>();
        report.messages().traffic().stream()
                .filter(pair -> pair.from() != pair.to())
                .forEach(pair -> {
                    forEngine.merge(pair.to(), pair.waitSeconds(), Double::sum);
                    byEngine.merge(pair.from(), pair.waitSeconds(), Double::sum);
                });
        return forEngine.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(longest -> new WaitedFor(
                        longest.getKey(), longest.getValue(), byEngine.getOrDefault(longest.getKey(), 0.0)))
                .filter(longest -> longest.seconds() >= ONE_SIDED * longest.ownSeconds())
                .orElse(null);
    }
}
