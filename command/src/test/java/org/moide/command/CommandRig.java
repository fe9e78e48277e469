package org.moide.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.moide.command.checkup.Checkup;
import org.moide.command.cluster.MonitorPlan;
import org.moide.command.history.RunHistory;
import org.moide.command.metrics.MetricsPlace;
import org.moide.command.terminal.Console;
import org.moide.coordinator.control.ChangeAnswer;
import org.moide.coordinator.control.ChangeOrder;
import org.moide.coordinator.control.RunStatus;
import org.moide.coordinator.folder.RunFolder;
import org.moide.coordinator.folder.RunFolders;
import org.moide.coordinator.plan.Applications;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.coordinator.plan.EngineDaemonPlan;
import org.moide.coordinator.plan.HostsPlan;
import org.moide.coordinator.plan.NetworkSettings;
import org.moide.coordinator.plan.OutputSettings;
import org.moide.coordinator.plan.RunPlan;
import org.moide.coordinator.plan.SampleIndex;
import org.moide.coordinator.report.RunReport;
import org.moide.coordinator.selection.HostAnswer;
import org.moide.coordinator.selection.NoHostsException;
import org.moide.hosts.slurm.SlurmPlan;
import org.moide.hosts.ssh.DownPlan;
import org.moide.hosts.ssh.SshPlan;

/** {@code moide} with words, and what it was asked to do and has said: what tests of single commands have in common. */
abstract class CommandRig {
    @TempDir
    Path folder;

    final ByteArrayOutputStream out = new ByteArrayOutputStream();

    final ByteArrayOutputStream err = new ByteArrayOutputStream();

    final Map<String, String> variables = new HashMap<>();

    Recorder actions;

    SampleIndex samples;

    @BeforeEach
    void makeSamples() throws IOException {
        actions = new Recorder(new RunFolders(folder.resolve("runs"), "h1"), new RunHistory(folder.resolve("history")));
        String good = Applications.Good.class.getName();
        String kinds = Applications.class.getName();
        samples = SampleIndex.find(Applications.jar(
                folder.resolve("moide-samples.jar"),
                "",
                "",
                "hello=" + good + "\ncg=" + good + "\nraytrace=" + good + "\nbag=" + kinds + "$Bag\nfarm=" + kinds
                        + "$Farm\nsaving=" + kinds + "$Saving\nworkers=" + kinds + "$Workers\n",
                Applications.Good.class,
                Applications.Bag.class,
                Applications.Farm.class,
                Applications.Farm.Taker.class,
                Applications.Saving.class,
                Applications.Workers.class));
    }

    void assertWrong(String expected, String... words) {
        err.reset();
        assertThat(moide(words)).as(String.join(" ", words)).isEqualTo(2);
        assertThat(err.toString(UTF_8)).startsWith(expected);
        assertThat(err.toString(UTF_8).lines().count()).as(err.toString(UTF_8)).isLessThanOrEqualTo(2);
        assertThat(actions.plans).isEmpty();
    }

    int moide(String... words) {
        TerminalConsole console =
                new TerminalConsole(new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8), false, 80);
        SettingsProvider settings = new SettingsProvider(variables, List.of(folder.resolve("moide.properties")));
        return new MoideCommand(actions, console, () -> samples, settings).execute(words);
    }

    /** Remembers what it was asked to do. */
    static final class Recorder implements MoideActions {
        final RunFolders folders;
        final List<String> orders = new ArrayList<>();
        RunStatus status = RunStatus.of(RunStatus.State.STARTING);
        ChangeAnswer changed = new ChangeAnswer(true, List.of("engine-1 on a has joined"));
        final Map<String, Object> measured = new HashMap<>();
        final List<RunPlan> plans = new ArrayList<>();
        final List<SshPlan> overSsh = new ArrayList<>();
        final List<SlurmPlan> onSlurm = new ArrayList<>();
        final List<EngineDaemonPlan> daemons = new ArrayList<>();
        final List<HostsPlan> hosts = new ArrayList<>();
        final List<Exception> failures = new ArrayList<>();
        List<HostAnswer> answers = new ArrayList<>();
        int exitCode;
        RunHistory history;

        final List<MonitorPlan> monitors = new ArrayList<>();

        @Nullable
        NoHostsException noMonitor;

        Checkup checkup = new Checkup(List.of());

        Recorder(RunFolders folders, RunHistory history) {
            this.folders = folders;
            this.history = history;
        }

        @Override
        public int monitor(MonitorPlan plan, Console console) {
            monitors.add(plan);
            return exitCode;
        }

        @Override
        public List<HostAnswer> monitored(List<DaemonAddress> asked, NetworkSettings network, int seconds) {
            if (noMonitor != null) {
                throw noMonitor;
            }
            return answers;
        }

        @Override
        public Checkup checkup(HostsPlan plan) {
            hosts.add(plan);
            return checkup;
        }

        RunPlan plan() {
            return plans.get(plans.size() - 1);
        }

        @Override
        public int run(RunPlan plan, Console console) throws Exception {
            if (!failures.isEmpty()) {
                throw failures.get(0);
            }
            plans.add(plan);
            return exitCode;
        }

        @Override
        public int measure(RunPlan plan, Consumer<RunReport> done, Console console) {
            plans.add(plan);
            Map<String, Object> rows = new HashMap<>(measured);
            rows.put("latency/engine 0/8", new double[] {1000, 150, 150, 400, 1_200_000, 53.3e6});
            done.accept(new RunReport(
                    "bench comm",
                    List.of(),
                    rows,
                    1,
                    List.of(),
                    RunReport.Messages.none(),
                    RunReport.Loans.none(),
                    List.of()));
            return exitCode;
        }

        @Override
        public int engine(EngineDaemonPlan plan, @Nullable MetricsPlace metrics, Console console) {
            daemons.add(plan);
            return 0;
        }

        @Override
        public RunFolders runs() {
            return folders;
        }

        @Override
        public RunHistory history() {
            return history;
        }

        @Override
        public RunStatus status(RunFolder run) {
            return status;
        }

        @Override
        public LiveRun live(RunFolder run) {
            return new LiveRun(status, List.of());
        }

        @Override
        public ChangeAnswer change(RunFolder run, ChangeOrder order) {
            orders.add(run.id() + " " + order);
            return changed;
        }

        @Override
        public boolean stop(RunFolder run) {
            orders.add("stop " + run.id());
            return exitCode == 0;
        }

        @Override
        public String stop(List<DaemonAddress> daemons, @Nullable String name, NetworkSettings network)
                throws StillThereException {
            orders.add("stop " + name + " through " + daemons);
            if (exitCode != 0) {
                throw new StillThereException("4k2x");
            }
            return "4k2x";
        }

        @Override
        public int up(SshPlan plan, Console console) {
            overSsh.add(plan);
            return exitCode;
        }

        @Override
        public int down(DownPlan plan, Console console) {
            orders.add("down " + plan);
            return exitCode;
        }

        @Override
        public int run(SlurmPlan slurm, Planner plan, Console console) {
            onSlurm.add(slurm);
            plans.add(plan.on(List.of(new DaemonAddress("found", 4711, 0))));
            return exitCode;
        }

        @Override
        public int run(SshPlan ssh, Planner plan, Console console) {
            overSsh.add(ssh);
            plans.add(plan.on(List.of(new DaemonAddress("found", 4711, 0))));
            return exitCode;
        }

        static String shown(RunFolder run, UnaryOperator<OutputSettings> shown) {
            OutputSettings was = run.description().plan().output();
            OutputSettings now = shown.apply(was);
            return now.equals(was) ? "" : " " + now.printing();
        }

        @Override
        public int resume(RunFolder run, boolean strict, UnaryOperator<OutputSettings> shown, Console console) {
            orders.add("resume " + run.id() + (strict ? " strictly" : "") + shown(run, shown));
            return exitCode;
        }

        @Override
        public int resume(RunFolder run, List<DaemonAddress> daemons, Path secretFile, Console console) {
            orders.add("resume " + run.id() + " on " + daemons);
            return exitCode;
        }

        @Override
        public List<HostAnswer> hosts(HostsPlan plan, Console console) {
            hosts.add(plan);
            return answers;
        }
    }
}
