package org.moide.test;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of a simulated run that ended without error.
 *
 * @param seed the seed of the run
 * @param engines the number of engines at its begin
 * @param threads the number of threads of each engine
 * @param results the values that the application put into its report, by name
 * @param lines the lines that it printed, in the order in which they came to the coordinator
 * @param notes MOIDE's messages to its user: losses, replacements
 * @param took the simulated time; the times of calls are random, so it does not predict the real time
 */
public record SimulatedOutcome(
        long seed,
        int engines,
        int threads,
        Map<String, Object> results,
        List<String> lines,
        List<String> notes,
        Duration took) {
    public SimulatedOutcome {
        results = Map.copyOf(results);
        lines = List.copyOf(lines);
        notes = List.copyOf(notes);
    }

    /**
     * Returns a value that the application put into its report.
     *
     * @throws AssertionError if there is no such value; it names the existing ones
     */
    public Object result(String name) {
        @Nullable Object found = results.get(name);
        if (found == null) {
            throw new AssertionError("expected a result '" + name + "' in the report, found "
                    + (results.isEmpty() ? "none at all" : results.keySet()));
        }
        return found;
    }
}
