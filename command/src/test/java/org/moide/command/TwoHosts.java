package org.moide.command;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.moide.command.checkup.Checkup;
import org.moide.command.cluster.MonitorPlan;
import org.moide.command.history.RunHistory;
import org.moide.command.metrics.MetricsPlace;
import org.moide.command.runs.KnownRuns;
import org.moide.command.terminal.Console;
import org.moide.coordinator.folder.RunFolder;
import org.moide.coordinator.folder.RunFolders;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.coordinator.plan.EngineDaemonPlan;
import org.moide.coordinator.plan.HostsPlan;
import org.moide.coordinator.plan.NetworkSettings;
import org.moide.coordinator.plan.RunPlan;
import org.moide.coordinator.report.RunReport;
import org.moide.coordinator.selection.Candidate;
import org.moide.coordinator.selection.HostAnswer;
import org.moide.hosts.slurm.SlurmPlan;
import org.moide.hosts.ssh.DownPlan;
import org.moide.hosts.ssh.SshPlan;

/** The actions of a machine that knows two usable hosts. */
final class TwoHosts implements MoideActions {
    @Override
    public int monitor(MonitorPlan plan, Console console) {
        throw new AssertionError("nothing is served");
    }

    @Override
    public List<HostAnswer> monitored(List<DaemonAddress> monitors, NetworkSettings network, int seconds) {
        throw new AssertionError("no monitor is asked");
    }

    @Override
    public Checkup checkup(HostsPlan plan) {
        throw new AssertionError("advice checks nothing");
    }

    @Override
    public RunHistory history() {
        throw new AssertionError("nobody asked for it");
    }

    @Override
    public RunFolders runs() {
        throw new AssertionError("advice looks at no runs");
    }

    @Override
    public int detach(RunPlan plan, DetachOptions.Settings how, Console console) {
        throw new AssertionError("nothing is run");
    }

    @Override
    public KnownRuns known(List<DaemonAddress> daemons, NetworkSettings network) {
        throw new AssertionError("advice asks no runs");
    }

    @Override
    public int up(SshPlan plan, Console console) {
        throw new AssertionError("advice starts nothing");
    }

    @Override
    public int down(DownPlan plan, Console console) {
        throw new AssertionError("advice starts nothing");
    }

    @Override
    public int run(SlurmPlan slurm, Planner plan, Console console) {
        throw new AssertionError("advice starts nothing");
    }

    @Override
    public int run(SshPlan ssh, Planner plan, Console console) {
        throw new AssertionError("advice starts nothing");
    }

    @Override
    public int resume(RunFolder run, boolean strict, UnaryOperator<RunPlan> changed, Console console) {
        throw new AssertionError("advice resumes nothing");
    }

    @Override
    public int run(RunPlan plan, Console console) {
        throw new AssertionError("nothing is run");
    }

    @Override
    public int measure(RunPlan plan, Consumer<RunReport> done, Console console) {
        throw new AssertionError("nothing is measured");
    }

    @Override
    public int engine(EngineDaemonPlan plan, @Nullable MetricsPlace metrics, Console console) {
        throw new AssertionError("nothing is served");
    }

    @Override
    public int resume(RunFolder run, List<DaemonAddress> daemons, Path secretFile, Console console) {
        throw new AssertionError("advice starts nothing");
    }

    @Override
    public List<HostAnswer> hosts(HostsPlan plan, Console console) {
        return List.of(
                HostAnswer.usable("a", new Candidate("a", "a", "a", 4, 40, 1, 1, 0)),
                HostAnswer.usable("b", new Candidate("b", "b", "b", 2, 20, 2, 1, 0)),
                HostAnswer.unusable("c", "nobody there"));
    }
}
