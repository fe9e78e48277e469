package org.moide.command.cluster;

import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.moide.command.daemon.DaemonLogging;
import org.moide.command.metrics.HostMetrics;
import org.moide.command.metrics.MetricsServer;
import org.moide.command.page.HostsPage;
import org.moide.command.page.PageSetting;
import org.moide.command.terminal.Console;
import org.moide.commlib.port.FaultHandler;
import org.moide.commlib.port.Signal;
import org.moide.commlib.port.Surroundings;
import org.moide.commlib.rmi.RmiSpace;
import org.moide.commlib.security.ClusterSecret;
import org.moide.commlib.system.DaemonThreads;
import org.moide.commlib.system.SpinThenParkSignal;
import org.moide.commlib.system.SystemHost;
import org.moide.commlib.system.SystemTicker;
import org.moide.commlib.system.WaitPolicy;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.engine.control.Timing;
import org.moide.hosts.network.DaemonSurvey;
import org.moide.hosts.network.Spaces;
import org.moide.monitor.cluster.ClusterMonitor;
import org.moide.monitor.cluster.MonitoredCluster;
import org.moide.monitor.cluster.Reporter;

/** A cluster monitor in a process of its own. It opens its port and serves until the process is ended. */
public final class MonitorProcess {
    /** The greatest size of a call in bytes: five times the largest report or answer. */
    private static final int MOST_CALL_BYTES = 4 << 20;

    /**
     * The time between two searches for silent hosts, and so the longest delay with which the log reports a host as
     * down.
     */
    private static final long TICK_NANOS = Duration.ofSeconds(1).toNanos();

    private static final int HISTORY_SECONDS = 60;

    private final MonitorPlan plan;
    private final Console console;
    private final System.Logger log = System.getLogger("org.moide.monitor");

    public MonitorProcess(MonitorPlan plan, Console console) {
        this.plan = plan;
        this.console = console;
    }

    /**
     * Serves until the thread is interrupted.
     *
     * @param faults receives unexpected errors, and the end of a thread that is needed to serve
     */
    public void serve(FaultHandler faults) throws InterruptedException {
        SystemTicker ticker = new SystemTicker();
        Signal.Factory signals = SpinThenParkSignal.factory(WaitPolicy.parkAtOnce());
        Path secretFile = Spaces.secretFile(plan.network());
        boolean newSecret = !Files.exists(secretFile);
        String bind = Spaces.bindAddress(plan.network());
        ClusterSecret secret = Spaces.secret(plan.network(), bind);
        DaemonLogging.begin(plan.log(), SystemHost.name());
        List<Reporter> above = new ArrayList<>();
        try (RmiSpace space = Spaces.open("monitor", plan.network(), bind, secret, faults, ticker, MOST_CALL_BYTES)) {
            MonitoredCluster cluster =
                    new MonitoredCluster(space.self().nodeId(), plan.silence().toNanos(), ticker);
            DaemonSurvey survey =
                    new DaemonSurvey(space, new DaemonThreads("monitor-ask", faults), Timing.USUAL, Map.of());
            try (NamedDaemons named = new NamedDaemons(
                    plan.daemons(), plan.names(), InetAddress::getAllByName, survey::news, cluster, signals)) {
                space.export(ClusterMonitor.class, ClusterMonitor.NAME, cluster);
                for (DaemonAddress to : plan.above()) {
                    above.add(new Reporter(
                            space,
                            to.host(),
                            to.port(),
                            cluster.new Passing()::news,
                            this::say,
                            new Surroundings(ticker, signals, new DaemonThreads("monitor", faults), faults)));
                }
                named.start(faults);
                console.error("moide monitor: "
                        + Spaces.served(SystemHost.name(), bind, space, secret, secretFile, newSecret));
                show(cluster, signals, faults, ticker);
            }
        } finally {
            above.forEach(Reporter::close);
        }
    }

    @SuppressWarnings("try") // both serve as long as they are open
    private void show(MonitoredCluster cluster, Signal.Factory signals, FaultHandler faults, SystemTicker ticker)
            throws InterruptedException {
        try (HostsPage page = HostsPage.open(
                        plan.page(),
                        "monitor on " + SystemHost.name(),
                        () -> MonitoredHosts.answers(cluster, HISTORY_SECONDS),
                        new PageSetting(
                                "moide monitor",
                                console,
                                System.getenv(),
                                ticker,
                                signals,
                                new DaemonThreads("page", faults)));
                MetricsServer metrics = MetricsServer.openIfWanted(
                        plan.metrics(),
                        Spaces.homeFolder(),
                        () -> HostMetrics.ofMonitor(cluster.all(0), cluster.counts()),
                        new DaemonThreads("metrics", faults),
                        ticker,
                        line -> console.error("moide monitor: " + line))) {
            watch(cluster, signals.create());
        }
    }

    private void watch(MonitoredCluster cluster, Signal never) throws InterruptedException {
        while (!Thread.currentThread().isInterrupted()) {
            cluster.tick().forEach(this::say);
            never.sleep(() -> false, TICK_NANOS);
        }
    }

    private void say(String line) {
        log.log(System.Logger.Level.INFO, line);
    }
}
