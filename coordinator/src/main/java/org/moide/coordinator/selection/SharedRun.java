package org.moide.coordinator.selection;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A run that had threads on a host while another run computed there.
 *
 * @param run the run, with its number of threads and its arrival
 * @param until when the run left the host; null if it is still there
 */
public record SharedRun(HostedRun run, @Nullable Instant until) {
    /**
     * Returns the sum of the seconds that each thread of the run has spent on the host; infinite if the run is still
     * there.
     */
    public double threadSeconds() {
        return until == null
                ? Double.POSITIVE_INFINITY
                : run.threads()
                        * Math.max(0, Duration.between(run.since(), until).toMillis() / 1e3);
    }
}
