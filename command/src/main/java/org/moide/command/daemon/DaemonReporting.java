package org.moide.command.daemon;

import java.util.ArrayList;
import java.util.List;
import org.moide.commlib.port.ObjectSpace;
import org.moide.commlib.port.Surroundings;
import org.moide.commlib.port.Ticker;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.engine.host.HostEngineDaemon;
import org.moide.monitor.cluster.Reporter;

/** A daemon's reports about its host to monitors, with one thread for each monitor. */
final class DaemonReporting {
    private final HostEngineDaemon daemon;
    private final Ticker ticker;
    private final List<Reporter> reporters = new ArrayList<>();

    /** Starts the threads. */
    DaemonReporting(List<DaemonAddress> monitors, HostEngineDaemon daemon, ObjectSpace space, Surroundings around) {
        this.daemon = daemon;
        this.ticker = around.ticker();
        System.Logger log = System.getLogger("org.moide.daemon");
        for (DaemonAddress monitor : monitors) {
            reporters.add(new Reporter(
                    space,
                    monitor.host(),
                    monitor.port(),
                    () -> List.of(daemon.news()),
                    line -> log.log(System.Logger.Level.INFO, line),
                    around));
        }
    }

    /** Reports that the daemon ends, so that monitors know it at once and not after a silence. */
    void end() {
        for (Reporter reporter : reporters) {
            reporter.closeSaying(List.of(daemon.news().ending("its daemon was told to end", ticker.nanoTime())));
        }
    }
}
