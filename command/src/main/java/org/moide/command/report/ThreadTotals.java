package org.moide.command.report;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.moide.coordinator.report.RunReport;

/**
 * Totals of what all threads of a run did together, in seconds.
 *
 * @param threads how many threads there were
 * @param beginAndEnd the part of {@code waiting} that was in no primitive
 * @param waits the rest of {@code waiting}, by primitive
 * @param tasks how many tasks were executed
 * @param processor how long they were on a processor; not a number if that is not known of all
 * @param ready how long they could run while others had the processors; not a number if that is not known of all
 * @param longestSeconds how long the thread was there that was there for longest
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
     * Least ratio of the waits for an engine to its own waits for others, at which the waits are that engine's doing.
     */
    private static final double ONE_SIDED = 2;

    public ThreadTotals {
        waits = Map.copyOf(waits);
    }

    /** Returns the totals of all engines' threads. */
    public static ThreadTotals of(RunReport report) {
        List<RunReport.ThreadTimes> all = new ArrayList<>();
        report.engines().forEach(engine -> all.addAll(engine.threads()));
        return of(all);
    }

    /** Returns the totals of these threads. */
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

    /** Returns the time of all that the threads did. */
    public double all() {
        return compute + communicate + waiting + fetch + checkpoint + migrate;
    }

    /** Returns which part of all that the threads did these seconds are; 0 if they did nothing. */
    public double share(double seconds) {
        return all() == 0 ? 0 : seconds / all();
    }

    /** Returns which part of their time was computing. */
    public double computeShare() {
        return share(compute);
    }

    /** Returns the primitive in which the threads waited longest; empty if in none. */
    public String longestWait() {
        return waits.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .orElse("");
    }

    /** Returns that primitive as the end of a sentence; nothing if there is none. */
    public String mostlyIn() {
        String primitive = longestWait();
        return primitive.isEmpty() ? "" : ", mostly in " + primitive;
    }

    /**
     * Returns the part of computing in which the threads had a processor, as far as it is known: processor time in
     * waits counts too.
     */
    public double processorOfComputing() {
        return compute == 0 ? Double.NaN : Math.min(1, processor / compute);
    }

    /**
     * An engine that others waited for far longer than it waited itself.
     *
     * @param seconds all together
     * @param ownSeconds how long it waited for others
     */
    public record WaitedFor(int engine, double seconds, double ownSeconds) {}

    /**
     * Returns the engine for which the others' threads waited longest. Returns null if they waited for none, or if that
     * engine waited for others more than half as long: then all waited for each other.
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
