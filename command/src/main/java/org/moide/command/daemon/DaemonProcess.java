package org.moide.command.daemon;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.moide.command.checkup.DaemonCheckup;
import org.moide.command.history.RunHistory;
import org.moide.command.metrics.HostMetrics;
import org.moide.command.metrics.MetricsPlace;
import org.moide.command.metrics.MetricsServer;
import org.moide.command.runs.CoordinatorJobs;
import org.moide.command.runs.CoordinatorStarter;
import org.moide.command.runs.OwnRuns;
import org.moide.command.terminal.Console;
import org.moide.commlib.port.FaultHandler;
import org.moide.commlib.port.Signal;
import org.moide.commlib.port.Surroundings;
import org.moide.commlib.rmi.RmiSpace;
import org.moide.commlib.security.ClusterSecret;
import org.moide.commlib.system.DaemonThreads;
import org.moide.commlib.system.FileTrouble;
import org.moide.commlib.system.SpinThenParkSignal;
import org.moide.commlib.system.SystemHost;
import org.moide.commlib.system.SystemTicker;
import org.moide.commlib.system.WaitPolicy;
import org.moide.coordinator.control.HostRuns;
import org.moide.coordinator.folder.DetachedFolders;
import org.moide.coordinator.folder.RunFolders;
import org.moide.coordinator.plan.EngineDaemonPlan;
import org.moide.coordinator.plan.NetworkSettings;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.run.assembly.HostMonitors;
import org.moide.engine.control.Timing;
import org.moide.engine.host.ChildLauncher;
import org.moide.engine.host.DaemonPorts;
import org.moide.engine.host.DaemonSettings;
import org.moide.engine.host.HostEngineDaemon;
import org.moide.engine.host.WorkFolders;
import org.moide.engine.loading.JarCache;
import org.moide.hosts.network.Spaces;
import org.moide.monitor.HostMonitor;
import org.moide.monitor.HostMonitorDriver;

/** An engine daemon in a process of its own. It opens its port and serves until the process is ended. */
public final class DaemonProcess {
    /**
     * The time between two measurements of the host. Programs that watch the host see changes after this time; a
     * measurement takes a millisecond.
     */
    private static final Duration SAMPLE_INTERVAL = Duration.ofSeconds(1);

    /**
     * The time that engines get to hand over their tasks when the daemon ends. Machines that are taken away usually
     * give 30 s notice.
     */
    private static final Duration LEAVE = Duration.ofSeconds(25);

    private final EngineDaemonPlan plan;
    private final @Nullable MetricsPlace metrics;
    private final Console console;
    private final System.Logger log = System.getLogger("org.moide.daemon");
    private final DaemonStay stay;
    private final String coordinator;
    private final CoordinatorJobs jobs;

    /**
     * Creates the daemon's process object.
     *
     * @param metrics the address of the metrics; null if none are served
     * @param coordinator the main class of a detached run's coordinator
     * @param jobs starts the coordinators that run in batch jobs
     */
    public DaemonProcess(
            EngineDaemonPlan plan,
            @Nullable MetricsPlace metrics,
            Console console,
            String coordinator,
            CoordinatorJobs jobs) {
        this.jobs = jobs;
        this.plan = plan;
        this.coordinator = coordinator;
        this.metrics = metrics;
        this.console = console;
        this.stay = DaemonStay.ofThisProcess(plan.stay(), new SystemTicker(), console::error);
    }

    /**
     * Serves until the daemon is to end, or the thread is interrupted.
     *
     * @param faults receives unexpected errors, and the end of a thread that is needed to serve
     */
    @SuppressWarnings("try") // the sampling driver works while it is open
    public void serve(FaultHandler faults) throws InterruptedException {
        SystemTicker ticker = new SystemTicker();
        Signal.Factory signals = SpinThenParkSignal.factory(WaitPolicy.parkAtOnce());
        Surroundings around = new Surroundings(ticker, signals, new DaemonThreads("engine-daemon", faults), faults);
        Path secretFile = Spaces.secretFile(plan.network());
        boolean newSecret = !Files.exists(secretFile);
        String bind = Spaces.bindAddress(plan.network());
        ClusterSecret secret = Spaces.secret(plan.network(), bind);
        HostMonitor monitor = HostMonitors.ofThisHost(plan.power(), ticker, faults);
        DaemonLogging.begin(plan.log(), monitor.facts().hostName());
        DaemonSettings settings = HostedEngines.settings(plan, monitor.facts().hostName(), secret, bind);
        DaemonWays ways = DaemonWays.open(plan.tunnel(), ticker, faults);
        try (ways;
                JarCache jars = cache();
                WorkFolders folders = folders(settings.hostName());
                RmiSpace space = ways.space(plan.network(), bind, secret, faults, ticker);
                HostEngineDaemon daemon = new HostEngineDaemon(
                        settings,
                        new DaemonPorts(space, around, new ChildLauncher(faults), Timing.USUAL),
                        jars,
                        folders,
                        monitor);
                HostMonitorDriver sampling = new HostMonitorDriver(monitor, signals, SAMPLE_INTERVAL, faults)) {
            daemon.start();
            DaemonCheckup.serve(space, Spaces.homeFolder());
            space.export(HostRuns.class, HostRuns.NAME, runs(daemon, jars, space, bind, secretFile));
            DaemonReporting reporting = new DaemonReporting(plan.monitors(), daemon, space, around);
            Thread hook = new Thread(() -> end(daemon, reporting), "engine-daemon-end");
            Runtime.getRuntime().addShutdownHook(hook);
            String served = Spaces.served(settings.hostName(), bind, space, secret, secretFile, newSecret);
            // Many daemons started at once need not print their addresses.
            if (plan.stay().overFile() == null) {
                console.error("moide engine: " + served);
            }
            stay.begin(space.self().port(), served);
            serveMetrics(daemon, faults, ticker);
            // The hook's work is done here, while everything is still open.
            Runtime.getRuntime().removeShutdownHook(hook);
            log.log(System.Logger.Level.INFO, "ends: {0}", stay.reason());
            end(daemon, reporting);
        }
    }

    /**
     * Creates the object that answers questions about the runs of this host. Coordinators that it starts listen at the
     * same address as this daemon.
     */
    private OwnRuns runs(HostEngineDaemon daemon, JarCache jars, RmiSpace space, String bind, Path secretFile) {
        NetworkSettings own = plan.network();
        return new OwnRuns(
                RunFolders.ofThisUser(SystemHost.name()),
                DetachedFolders.ofThisUser(SystemHost.name()),
                RunHistory.ofThisUser(),
                () -> jars,
                new CoordinatorStarter(
                        coordinator, new NetworkSettings(bind, 0, own.advertise(), own.plain(), secretFile), jobs),
                daemon::runs,
                space);
    }

    @SuppressWarnings("try") // it serves while it is open
    private void serveMetrics(HostEngineDaemon daemon, FaultHandler faults, SystemTicker ticker)
            throws InterruptedException {
        try (MetricsServer served = MetricsServer.openIfWanted(
                metrics,
                Spaces.homeFolder(),
                () -> HostMetrics.ofDaemon(daemon.news()),
                new DaemonThreads("metrics", faults),
                ticker,
                line -> console.error("moide engine: " + line))) {
            stay.await(daemon::engines);
        }
    }

    /** Ends the daemon. Engines get time to hand over their tasks. */
    private void end(HostEngineDaemon daemon, DaemonReporting reporting) {
        reporting.end();
        int engines = daemon.engines();
        String leaving = "ends when its " + engines + " engines have given back what they have, in " + LEAVE.toSeconds()
                + " s at the latest";
        stay.ends(engines > 0 ? leaving : "ends");
        if (engines > 0) {
            console.error("moide engine: " + leaving);
            try {
                daemon.leave(LEAVE);
            } catch (InterruptedException hurried) {
                Thread.currentThread().interrupt();
            }
        }
        daemon.close();
    }

    private WorkFolders folders(String host) {
        Path place = Spaces.inHome(plan.cacheFolder(), "cache").resolve("work");
        try {
            return new WorkFolders(place, host, note -> console.error("moide engine: " + note));
        } catch (IOException impossible) {
            throw new PlanException("--cache: cannot keep files in " + place + ": " + impossible.getMessage());
        }
    }

    private JarCache cache() {
        Path folder = Spaces.inHome(plan.cacheFolder(), "cache");
        try {
            return new JarCache(folder);
        } catch (IOException impossible) {
            throw new PlanException(
                    "--cache: cannot keep jars in " + folder + ": " + FileTrouble.whenWriting(impossible));
        }
    }
}
