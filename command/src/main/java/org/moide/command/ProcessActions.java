package org.moide.command;

import java.nio.file.Path;
import java.time.Duration;
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
import org.moide.command.terminal.Console;
import org.moide.commlib.port.FaultHandler;
import org.moide.commlib.rmi.RmiSpace;
import org.moide.commlib.rmi.RmiSpaceOptions;
import org.moide.commlib.security.ClusterSecret;
import org.moide.commlib.system.DaemonThreads;
import org.moide.commlib.system.LoggingFaultHandler;
import org.moide.commlib.system.SystemHost;
import org.moide.commlib.system.SystemTicker;
import org.moide.coordinator.control.ChangeAnswer;
import org.moide.coordinator.control.ChangeOrder;
import org.moide.coordinator.control.RunStatus;
import org.moide.coordinator.folder.RunFolder;
import org.moide.coordinator.folder.RunFolders;
import org.moide.coordinator.folder.RunState;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.coordinator.plan.EngineDaemonPlan;
import org.moide.coordinator.plan.HostsPlan;
import org.moide.coordinator.plan.NetworkSettings;
import org.moide.coordinator.plan.OutputSettings;
import org.moide.coordinator.plan.RunPlan;
import org.moide.coordinator.report.RunReport;
import org.moide.coordinator.run.assembly.Lasting;
import org.moide.coordinator.selection.HostAnswer;
import org.moide.engine.control.Timing;
import org.moide.hosts.network.DaemonNetwork;
import org.moide.hosts.network.DaemonSurvey;
import org.moide.hosts.network.RunStopper;
import org.moide.hosts.network.Spaces;
import org.moide.hosts.slurm.SlurmPlan;
import org.moide.hosts.ssh.DownPlan;
import org.moide.hosts.ssh.SshPlan;

/** Work of the commands in a real process. */
class ProcessActions implements MoideActions {
    /** Time in which a run that is told to end ends its engines, or leaves them to their lifelines. */
    private static final Duration STOPPING = Duration.ofSeconds(10);

    private static final long LOOK_MILLIS = 50;

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
                .serve(new DaemonProcess(plan, metrics, console)::serve);
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

    /** Opens a space that only asks: it listens on loopback, because nobody has to reach it. */
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
    public RunStatus status(RunFolder run) {
        try (RunCalls calls = new RunCalls(run.control(), Timing.USUAL)) {
            return calls.control().status();
        }
    }

    @Override
    public LiveRun live(RunFolder run) {
        try (RunCalls calls = new RunCalls(run.control(), Timing.USUAL)) {
            return new LiveRun(calls.control().status(), calls.control().times());
        }
    }

    @Override
    public ChangeAnswer change(RunFolder run, ChangeOrder order) {
        try (RunCalls calls = new RunCalls(run.control(), Timing.USUAL)) {
            return calls.control().change(order);
        }
    }

    @Override
    public boolean stop(RunFolder run) throws InterruptedException {
        try (RunCalls calls = new RunCalls(run.control(), Timing.USUAL)) {
            calls.control().stop();
        }
        return isSoon(() -> run.state() != RunState.RUNNING);
    }

    @Override
    public String stop(List<DaemonAddress> daemons, @Nullable String name, NetworkSettings network)
            throws InterruptedException, StillThereException {
        try (RmiSpace space = asking(network)) {
            FaultHandler faults = new LoggingFaultHandler(System.getLogger("org.moide.hosts"));
            DaemonSurvey survey = new DaemonSurvey(space, new DaemonThreads("hosts", faults), Timing.USUAL, Map.of());
            RunStopper stopper = new RunStopper(survey, daemons);
            String run = stopper.stop(name);
            if (!isSoon(() -> stopper.isGone(run))) {
                throw new StillThereException(run);
            }
            return run;
        }
    }

    private interface Condition {
        boolean holds() throws InterruptedException;
    }

    private static boolean isSoon(Condition over) throws InterruptedException {
        SystemTicker ticker = new SystemTicker();
        Pause pause = new Pause();
        long start = ticker.nanoTime();
        while (!over.holds()) {
            if (ticker.nanoTime() - start > STOPPING.toNanos()) {
                return false;
            }
            pause.millis(LOOK_MILLIS);
        }
        return true;
    }

    @Override
    public int resume(RunFolder run, boolean strict, UnaryOperator<OutputSettings> shown, Console console)
            throws Exception {
        Console resuming = new CommandConsole("moide resume", console);
        RunPlan was = run.description().plan();
        RunPlan plan = was.with(shown.apply(was.output()));
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
