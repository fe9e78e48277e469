package org.moide.command.cluster;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.command.metrics.MetricsPlace;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.coordinator.plan.LogSettings;
import org.moide.coordinator.plan.NetworkSettings;
import org.moide.coordinator.plan.PlanException;

/**
 * The parsed options of {@code moide monitor}.
 *
 * @param network the address at which the monitor listens
 * @param above the monitors that it reports to
 * @param daemons the daemons that it asks until they report by themselves
 * @param names host names that each stand for several addresses; the monitor asks a daemon at each address
 * @param silence the time without a report after which a host counts as down
 * @param metrics the address of the monitor's metrics; null if none are served
 * @param page the port of the monitor's page, as in {@code OutputSettings.Pages}
 * @param log the monitor's log settings
 */
public record MonitorPlan(
        NetworkSettings network,
        List<DaemonAddress> above,
        List<DaemonAddress> daemons,
        List<DaemonAddress> names,
        Duration silence,
        @Nullable MetricsPlace metrics,
        int page,
        LogSettings log) {
    /** The shortest allowed silence. Hosts report each second, and a report may be lost. */
    private static final Duration LEAST_SILENCE = Duration.ofSeconds(3);

    private static final Duration MOST_SILENCE = Duration.ofMinutes(5);

    public MonitorPlan {
        above = List.copyOf(above);
        daemons = List.copyOf(daemons);
        names = List.copyOf(names);
        if (silence.compareTo(LEAST_SILENCE) < 0 || silence.compareTo(MOST_SILENCE) > 0) {
            throw new PlanException("--silence: expected " + LEAST_SILENCE.toSeconds() + " to "
                    + MOST_SILENCE.toSeconds() + " seconds, found " + silence.toMillis() / 1000.0);
        }
    }
}
