package org.moide.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.moide.command.checkup.Checkup;
import org.moide.command.checkup.Doctor;
import org.moide.command.cluster.MonitorPlan;
import org.moide.command.cluster.MonitorProcess;
import org.moide.command.cluster.MonitoredHosts;
import org.moide.command.daemon.DaemonProcess;
import org.moide.command.metrics.MetricsPlace;
import org.moide.command.run.ShownRun;
import org.moide.command.runs.CoordinatorStarter;
import org.moide.command.runs.DetachedPlan;
import org.moide.command.runs.Detachment;
import org.moide.command.runs.KnownRuns;
import org.moide.command.runs.OwnRuns;
import org.moide.command.terminal.Console;
import org.moide.commlib.port.FaultHandler;
import org.moide.commlib.registration.NodeReference;
import org.moide.commlib.rmi.RmiSpace;
import org.moide.commlib.rmi.RmiSpaceOptions;
import org.moide.commlib.security.ClusterSecret;
import org.moide.commlib.system.DaemonThreads;
import org.moide.commlib.system.LoggingFaultHandler;
import org.moide.commlib.system.SystemHost;
import org.moide.commlib.system.SystemRandomness;
import org.moide.commlib.system.SystemTicker;
import org.moide.commlib.system.SystemWallClock;
import org.moide.coordinator.control.HostRuns;
import org.moide.coordinator.folder.RunFolder;
import org.moide.coordinator.folder.RunFolders;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.coordinator.plan.EngineDaemonPlan;
import org.moide.coordinator.plan.HostsPlan;
import org.moide.coordinator.plan.NetworkSettings;
import org.moide.coordinator.plan.RunPlan;
import org.moide.coordinator.report.RunReport;
import org.moide.coordinator.run.ApplicationRun;
import org.moide.coordinator.run.assembly.Lasting;
import org.moide.coordinator.run.assembly.PackedFolders;
import org.moide.coordinator.selection.HostAnswer;
import org.moide.engine.control.Timing;
import org.moide.engine.loading.KnownDigests;
import org.moide.hosts.network.DaemonNetwork;
import org.moide.hosts.network.DaemonSurvey;
import org.moide.hosts.network.Spaces;
import org.moide.hosts.slurm.SlurmPlan;
import org.moide.hosts.ssh.DownPlan;
import org.moide.hosts.ssh.SshPlan;

/** The actions of commands in a real process. */
class ProcessActions implements MoideActions {
    private static final int HISTORY_SECONDS = 60;

    private final ProcessEnd end;
    private final OwnHost own = new OwnHost();

    ProcessActions(ProcessEnd end) {
        this.end = end;
    }

    @Override
    public int run(RunPlan plan, Console console) throws InterruptedException {
        end.applicationComes();
        return ShownRun.of(plan, console, Lasting.ofOneRun(new DaemonNetwork())).execute();
    }

    @Override
    public int measure(RunPlan plan, Consumer<RunReport> done, Console console) throws InterruptedException {
        end.applicationComes();
        return ShownRun.of(
                        plan,
                        new CommandConsole("moide bench comm", console),
                        Lasting.ofOneRun(new DaemonNetwork()),
                        null,
                        done)
                .execute();
    }

    @Override
    public int engine(EngineDaemonPlan plan, @Nullable MetricsPlace metrics, Console console)
            throws InterruptedException {
        return new ServiceFaults("moide engine", System.getLogger("org.moide.daemon"), console)
                .serve(new DaemonProcess(
                        plan, metrics, console, DetachedCoordinator.class.getName(), new SlurmCoordinators())::serve);
    }

    @Override
    public int monitor(MonitorPlan plan, Console console) throws InterruptedException {
        return new ServiceFaults("moide monitor", System.getLogger("org.moide.monitor"), console)
                .serve(new MonitorProcess(plan, console)::serve);
    }

    @Override
    public List<HostAnswer> monitored(List<DaemonAddress> monitors, NetworkSettings network, int seconds) {
        try (RmiSpace space = asking(network)) {
            return MonitoredHosts.ask(space, monitors, seconds);
        }
    }

    /**
     * Opens an object space for calls to other processes only. It listens on loopback, since no other process has to
     * reach it.
     */
    private static RmiSpace asking(NetworkSettings network) {
        FaultHandler faults = new LoggingFaultHandler(System.getLogger("org.moide.hosts"));
        String bind = RmiSpaceOptions.LOOPBACK;
        ClusterSecret secret = Spaces.secret(network, bind);
        return Spaces.open("hosts", network, bind, secret, faults, new SystemTicker());
    }

    @Override
    public RunFolders runs() {
        return RunFolders.ofThisUser(SystemHost.name());
    }

    @Override
    public int detach(RunPlan plan, DetachOptions.Settings how, Console console)
            throws InterruptedException, IOException {
        String run = ApplicationRun.newRunId(new SystemRandomness());
        PackedFolders folders = PackedFolders.ofOneRun(new KnownDigests(new SystemWallClock()));
        List<DaemonAddress> daemons = plan.placement().daemons();
        boolean here = how.coordinator() == null
                && (daemons.isEmpty()
                        || DaemonAddress.areThroughSsh(daemons)
                        || !plan.placement().origin().isEmpty());
        try (DetachedPlan detached = new DetachedPlan(plan, folders);
                KnownRuns known = here
                        ? known(List.of(), plan.network())
                        : known(how.coordinator() == null ? daemons : List.of(how.coordinator()), plan.network())) {
            KnownRuns.Place host = here ? known.own() : known.firstOther();
            return new Detachment(host, console).begin(detached, run, how.owner(), how.kept(), how.onEnd());
        }
    }

    @Override
    public KnownRuns known(List<DaemonAddress> daemons, NetworkSettings network) {
        List<KnownRuns.Place> places = new ArrayList<>();
        places.add(new KnownRuns.Place("", () -> ownRuns(network)));
        if (daemons.isEmpty()) {
            return new KnownRuns(places, () -> {});
        }
        RmiSpace space = asking(network);
        for (DaemonAddress daemon : daemons) {
            places.add(new KnownRuns.Place(daemon.toString(), () -> runsAt(daemon, space)));
        }
        return new KnownRuns(places, space::close);
    }

    private static HostRuns runsAt(DaemonAddress daemon, RmiSpace space) {
        NodeReference node = space.find(
                daemon.host(), daemon.port(), daemon.isThroughSsh() ? Timing.USUAL.starting() : Timing.USUAL.call());
        // The answer may wait for an event, or for engines to change.
        return space.proxy(
                node,
                HostRuns.class,
                HostRuns.NAME,
                Timing.USUAL.change().plus(Timing.USUAL.call()).plus(Timing.USUAL.call()));
    }

    private HostRuns ownRuns(NetworkSettings network) {
        return OwnRuns.ofThisUser(new CoordinatorStarter(
                DetachedCoordinator.class.getName(),
                new NetworkSettings(null, 0, List.of(), network.plain(), network.secretFile()),
                new SlurmCoordinators()));
    }

    @Override
    public int resume(RunFolder run, boolean strict, UnaryOperator<RunPlan> changed, Console console) throws Exception {
        Console resuming = new CommandConsole("moide resume", console);
        RunPlan plan = changed.apply(run.description().plan());
        if (plan.placement().origin().isEmpty()) {
            end.applicationComes();
            return ShownRun.of(
                            runs().takeUp(run).strictly(strict), plan, resuming, Lasting.ofOneRun(new DaemonNetwork()))
                    .execute();
        }
        return new StartedHosts(end, this).resume(run, strict, plan, resuming);
    }

    @Override
    public int resume(RunFolder run, List<DaemonAddress> daemons, Path secretFile, Console console) throws Exception {
        return new StartedHosts(end, this)
                .resume(run, daemons, secretFile, new CommandConsole("moide resume", console));
    }

    @Override
    public List<HostAnswer> hosts(HostsPlan plan, Console console) throws InterruptedException {
        FaultHandler faults = new LoggingFaultHandler(System.getLogger("org.moide.hosts"));
        List<HostAnswer> answers = new ArrayList<>();
        if (plan.ownToo()) {
            answers.add(own.answer(HISTORY_SECONDS));
        }
        if (plan.daemons().isEmpty()) {
            return answers;
        }
        try (RmiSpace space = asking(plan.network())) {
            answers.addAll(new DaemonSurvey(space, new DaemonThreads("hosts", faults), Timing.USUAL, Map.of())
                    .askHistory(plan.daemons(), HISTORY_SECONDS));
            return answers;
        }
    }

    @Override
    public int up(SshPlan plan, Console console) throws Exception {
        return new SshActions(end, this).up(plan, console);
    }

    @Override
    public int down(DownPlan plan, Console console) throws InterruptedException {
        return new SshActions(end, this).down(plan, console);
    }

    @Override
    public int run(SshPlan ssh, Planner plan, Console console) throws Exception {
        return new SshActions(end, this).run(ssh, plan, console);
    }

    @Override
    public int run(SlurmPlan slurm, Planner plan, Console console) throws Exception {
        return new StartedHosts(end, this).run(slurm, plan, console);
    }

    @Override
    public void lastly(@Nullable Runnable wanted) {
        end.lastly(wanted);
    }

    @Override
    public Checkup checkup(HostsPlan plan) throws InterruptedException {
        return new Doctor(plan).checkup();
    }
}
