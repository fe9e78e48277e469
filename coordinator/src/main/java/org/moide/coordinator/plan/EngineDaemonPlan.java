package org.moide.coordinator.plan;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.tunnel.HostWays;
import org.moide.engine.control.EngineHost;

/**
 * The settings of {@code moide engine}, the daemon that starts engines on its host.
 *
 * @param network the address and port at which it listens
 * @param firstEnginePort the first port on which its engines may listen; 0 for any free port
 * @param lastEnginePort the last port on which its engines may listen
 * @param power the power to report instead of the measured one; 0 to measure
 * @param labels the labels of this host, by which runs choose hosts
 * @param cacheFolder the folder in which the daemon keeps applications' jars; null for the default in the home folder
 * @param monitors the cluster monitors that it reports to
 * @param log what it logs
 * @param stay the conditions under which the daemon ends, and the file for its port
 * @param tunnel the ssh connections through which it reaches others and is reached; null if it uses the network
 *     directly
 * @param verbose whether to show stack traces
 */
public record EngineDaemonPlan(
        NetworkSettings network,
        int firstEnginePort,
        int lastEnginePort,
        double power,
        List<String> labels,
        @Nullable Path cacheFolder,
        List<DaemonAddress> monitors,
        LogSettings log,
        Stay stay,
        @Nullable HostWays tunnel,
        boolean verbose) {
    /** Creates the settings of a daemon that uses the network directly. */
    public EngineDaemonPlan(
            NetworkSettings network,
            int firstEnginePort,
            int lastEnginePort,
            double power,
            List<String> labels,
            @Nullable Path cacheFolder,
            List<DaemonAddress> monitors,
            LogSettings log,
            Stay stay,
            boolean verbose) {
        this(network, firstEnginePort, lastEnginePort, power, labels, cacheFolder, monitors, log, stay, null, verbose);
    }

    /**
     * The conditions under which a daemon ends, and the file to which it writes its port.
     *
     * @param portFile the file to which the daemon writes its port as soon as it listens; null for none
     * @param idleMinutes the number of minutes without an engine after which the daemon ends; 0 if it never ends for
     *     that reason
     * @param overFile the file that makes the daemon end as soon as it exists; null for none
     */
    public record Stay(
            @Nullable Path portFile,
            int idleMinutes,
            @Nullable Path overFile) {
        /** The settings of a daemon that serves until it is told to end. */
        public static final Stay FOR_GOOD = new Stay(null, 0, null);

        private static final int MOST_MINUTES = 1_000_000;

        public Stay {
            if (idleMinutes < 0 || idleMinutes > MOST_MINUTES) {
                throw new PlanException(
                        "--end-when-idle: expected 1 to " + MOST_MINUTES + " minutes, found " + idleMinutes);
            }
        }
    }

    public EngineDaemonPlan {
        boolean any = firstEnginePort == 0 && lastEnginePort == 0;
        if (!any && (firstEnginePort < 1 || lastEnginePort > 65_535 || lastEnginePort < firstEnginePort)) {
            throw new PlanException("--engine-ports: expected two ports from 1 to 65535 such as 7200-7299, found "
                    + firstEnginePort + "-" + lastEnginePort);
        }
        labels = List.copyOf(labels);
        monitors = List.copyOf(monitors);
        for (String label : labels) {
            if (!EngineHost.isLabel(label)) {
                throw new PlanException("--label: expected a word such as gpu or rack=7, found '" + label + "'");
            }
        }
        if (labels.size() > EngineHost.MOST_LABELS) {
            throw new PlanException(
                    "--label: expected at most " + EngineHost.MOST_LABELS + " of them, found " + labels.size());
        }
        if (!(power >= 0 && power < 1e12)) {
            throw new PlanException("--power: expected a number above 0, found " + power);
        }
    }
}
