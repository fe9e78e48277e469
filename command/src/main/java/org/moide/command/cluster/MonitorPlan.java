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
 * All that {@code moide monitor} was told.
 *
 * @param network where it listens
 * @param above the monitors to which it passes on what it hears
 * @param daemons the daemons that it asks, until they report by themselves
 * @param names the names under which a name server knows several addresses, at each of which a daemon is asked
 * @param silence the time without a report after which a host counts as down
 * @param metrics where figures are served; null if they are not
 * @param page the port of its page, as {@code OutputSettings.Pages} has it
 * @param log what it logs
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
    /** Hosts report each second, and a second may get lost. */
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
