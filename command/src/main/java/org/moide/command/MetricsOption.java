package org.moide.command;

import org.jspecify.annotations.Nullable;
import org.moide.command.metrics.MetricsPlace;
import picocli.CommandLine.Option;

/** The option for the address at which metrics are served. */
final class MetricsOption {
    @Use(group = HelpGroup.WATCHING)
    @Option(
            names = "--metrics",
            order = 78,
            paramLabel = "<[address:]port>",
            description =
                    "Serve /metrics for Prometheus: plainly on loopback, as in 9400; elsewhere, as in 0.0.0.0:9400, with"
                            + " TLS and a token (docs/monitor.md).")
    @Nullable
    String metrics;

    /** Returns the checked address as the user gave it; null if no metrics are wanted. */
    @Nullable
    String text() {
        place();
        return metrics;
    }

    /** Returns the address of the metrics; null if none are wanted. */
    @Nullable
    MetricsPlace place() {
        return metrics == null ? null : MetricsPlace.read(metrics);
    }
}
