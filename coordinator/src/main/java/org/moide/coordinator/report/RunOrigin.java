package org.moide.coordinator.report;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The identity of a run: its name, its program and its settings. Immutable.
 *
 * @param runId the name of the run
 * @param startedAt the start by the wall clock of the coordinator's host
 * @param moide the version of MOIDE
 * @param java the version of the coordinator's JVM
 * @param strategy the strategy that balanced tasks or workers
 * @param seed the seed of the run's random numbers
 * @param options the values of all options of the run by name, also of those that have their default value
 */
public record RunOrigin(
        String runId,
        Instant startedAt,
        String moide,
        String java,
        String strategy,
        long seed,
        Map<String, String> options) {
    /** The origin of a run of which nothing is known. */
    public static final RunOrigin UNKNOWN = new RunOrigin("", Instant.EPOCH, "", "", "", 0, Map.of());

    public RunOrigin {
        options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
    }
}
