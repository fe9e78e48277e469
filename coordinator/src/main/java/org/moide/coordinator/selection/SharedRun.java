package org.moide.coordinator.selection;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A run that had threads on a host while another run computed there.
 *
 * @param run the run, with its number of threads and its arrival
 * @param until when it left; null if it is still there
 */
public record SharedRun(HostedRun run, @Nullable Instant until) {
    /**
     * Returns the seconds that the run's threads have spent on the host, summed over threads; infinite if the run is
     * still there.
     */
    public double threadSeconds() {
        return until == null
                ? Double.POSITIVE_INFINITY
                : run.threads()
                        * Math.max(0, Duration.between(run.since(), until).toMillis() / 1e3);
    }
}
