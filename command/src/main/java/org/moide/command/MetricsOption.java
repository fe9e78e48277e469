package org.moide.command;

import org.jspecify.annotations.Nullable;
import org.moide.command.metrics.MetricsPlace;
import picocli.CommandLine.Option;

/** Option that says where figures for Prometheus are served. */
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

    /** Returns the place as the user wrote it, and refuses one that cannot be read; null if none is wanted. */
    @Nullable
    String text() {
        place();
        return metrics;
    }

    /** Returns where figures are served; null if that is not wanted. */
    @Nullable
    MetricsPlace place() {
        return metrics == null ? null : MetricsPlace.read(metrics);
    }
}
