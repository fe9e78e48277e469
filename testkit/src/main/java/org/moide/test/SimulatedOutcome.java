package org.moide.test;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of a simulated run that ended well.
 *
 * @param seed what it was drawn from
 * @param engines how many it began with
 * @param threads of each engine
 * @param results what the application put into its report, by name
 * @param lines what it printed, in the order in which that came to the coordinator
 * @param notes what MOIDE told its user: losses, replacements
 * @param took simulated; how long calls take is drawn, so this says nothing of the real time
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
     * A value that the application put into its report.
     *
     * @throws AssertionError if it put nothing there; names what there is
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
