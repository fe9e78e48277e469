package org.moide.coordinator.selection;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A run that had threads on a host while another computed there.
 *
 * @param run whose, how many and since when
 * @param until when it left; null if it has not
 */
public record SharedRun(HostedRun run, @Nullable Instant until) {
    /** How long its threads were there, all together, as far as that is known. */
    public double threadSeconds() {
        return until == null
                ? Double.POSITIVE_INFINITY
                : run.threads()
                        * Math.max(0, Duration.between(run.since(), until).toMillis() / 1e3);
    }
}
