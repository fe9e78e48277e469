package org.moide.coordinator.report.limit;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.moide.coordinator.report.RunReport;

/**
 * What all threads of a run did together, in seconds.
 *
 * @param threads how many there were
 * @param beginAndEnd the part of {@code waiting} that was in no primitive
 * @param waits the rest of it, by primitive
 * @param tasks that were executed
 * @param longestSeconds how long the thread was there that was there for longest
 */
record Totals(
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
        double longestSeconds) {
    Totals {
        waits = Map.copyOf(waits);
    }

    static Totals of(RunReport report) {
        List<RunReport.ThreadTimes> all = new ArrayList<>();
        report.engines().forEach(engine -> all.addAll(engine.threads()));
        return of(all);
    }

    static Totals of(Collection<RunReport.ThreadTimes> threads) {
        double compute = 0;
        double communicate = 0;
        double waiting = 0;
        double fetch = 0;
        double checkpoint = 0;
        double migrate = 0;
        long tasks = 0;
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
            longest = Math.max(longest, thread.totalSeconds());
            thread.waits().forEach((primitive, seconds) -> waits.merge(primitive, seconds, Double::sum));
        }
        Double outside = waits.remove(RunReport.ThreadTimes.BEGIN_AND_END);
        return new Totals(
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
                longest);
    }

    double all() {
        return compute + communicate + waiting + fetch + checkpoint + migrate;
    }

    /** This part of all that they did; 0 if they did nothing. */
    double share(double seconds) {
        return all() == 0 ? 0 : seconds / all();
    }

    double computeShare() {
        return share(compute);
    }

    /** The primitive in which they waited longest; empty if in none. */
    String longestWait() {
        return waits.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .orElse("");
    }

    /** The same as the end of a sentence; nothing if in none. */
    String mostlyIn() {
        String primitive = longestWait();
        return primitive.isEmpty() ? "" : ", mostly in " + primitive;
    }
}
