package org.moide.coordinator.report;

import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Which run it was, of what, with what. Immutable.
 *
 * @param runId its name
 * @param startedAt by the wall clock of the coordinator's host
 * @param moide its version
 * @param java the version of the coordinator's JVM
 * @param strategy by which tasks or workers were balanced
 * @param seed from which the run's chance came
 * @param options all that the run was told, or had as a default, by name
 */
public record RunOrigin(
        String runId,
        Instant startedAt,
        String moide,
        String java,
        String strategy,
        long seed,
        Map<String, String> options) {
    /** Nothing is known. */
    public static final RunOrigin UNKNOWN = new RunOrigin("", Instant.EPOCH, "", "", "", 0, Map.of());

    public RunOrigin {
        options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
    }
}
