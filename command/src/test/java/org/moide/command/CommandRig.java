package org.moide.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.moide.command.checkup.Checkup;
import org.moide.command.cluster.MonitorPlan;
import org.moide.command.history.RunHistory;
import org.moide.command.metrics.MetricsPlace;
import org.moide.command.runs.CoordinatorStarter;
import org.moide.command.runs.KnownRuns;
import org.moide.command.runs.OwnRuns;
import org.moide.command.terminal.Console;
import org.moide.commlib.RefusedException;
import org.moide.coordinator.control.ChangeAnswer;
import org.moide.coordinator.control.ChangeOrder;
import org.moide.coordinator.control.DetachedOrder;
import org.moide.coordinator.control.HostRuns;
import org.moide.coordinator.control.KeptRun;
import org.moide.coordinator.control.RunControl;
import org.moide.coordinator.control.RunSight;
import org.moide.coordinator.control.RunStatus;
import org.moide.coordinator.folder.DetachedFolders;
import org.moide.coordinator.folder.RunFolder;
import org.moide.coordinator.folder.RunFolders;
import org.moide.coordinator.plan.Applications;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.coordinator.plan.EngineDaemonPlan;
import org.moide.coordinator.plan.HostsPlan;
import org.moide.coordinator.plan.NetworkSettings;
import org.moide.coordinator.plan.RunPlan;
import org.moide.coordinator.plan.SampleIndex;
import org.moide.coordinator.report.RunReport;
import org.moide.coordinator.selection.HostAnswer;
import org.moide.coordinator.selection.NoHostsException;
import org.moide.engine.loading.JarChunk;
import org.moide.hosts.slurm.SlurmPlan;
import org.moide.hosts.ssh.DownPlan;
import org.moide.hosts.ssh.SshPlan;

/**
 * A base class for tests of single commands. It executes {@code moide} in this JVM, and records the actions that the
 * command calls and its output.
 */
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
        actions = new Recorder(
                new RunFolders(folder.resolve("runs"), "h1"),
                new RunHistory(folder.resolve("history")),
                folder.resolve("elsewhere"));
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

    /** Records the actions that a command calls instead of carrying them out. */
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

        /** The folder with the runs of other hosts, in a folder of the host's name for each host. */
        final Path elsewhere;

        boolean silent; // whether other hosts do not answer

        final List<MonitorPlan> monitors = new ArrayList<>();

        @Nullable
        NoHostsException noMonitor;

        Checkup checkup = new Checkup(List.of());

        Recorder(RunFolders folders, RunHistory history, Path elsewhere) {
            this.folders = folders;
            this.elsewhere = elsewhere;
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
            rows.put("latency/engine 0/8", new double[] {1000, 150, 150, 400, 900, 1_200_000, 53.3e6});
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
        public int detach(RunPlan plan, DetachOptions.Settings how, Console console) {
            plans.add(plan);
            orders.add("detach " + how);
            return exitCode;
        }

        @Override
        public KnownRuns known(List<DaemonAddress> asked, NetworkSettings network) {
            List<KnownRuns.Place> places = new ArrayList<>();
            places.add(new KnownRuns.Place("", () -> new RecordedRuns(this, folders)));
            asked.forEach(daemon -> places.add(new KnownRuns.Place(daemon.toString(), () -> {
                if (silent) {
                    throw new RefusedException("nobody is there", null);
                }
                return new RecordedRuns(this, new RunFolders(elsewhere.resolve(daemon.host()), daemon.host()));
            })));
            return new KnownRuns(places, () -> {});
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

        static String changed(RunFolder run, UnaryOperator<RunPlan> changed) {
            RunPlan was = run.description().plan();
            RunPlan now = changed.apply(was);
            return (now.output().equals(was.output()) ? "" : " " + now.output().printing())
                    + (now.placement().equals(was.placement()) ? "" : " " + now.placement());
        }

        @Override
        public int resume(RunFolder run, boolean strict, UnaryOperator<RunPlan> changed, Console console) {
            orders.add("resume " + run.id() + (strict ? " strictly" : "") + changed(run, changed));
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

    /** A host that knows the runs in these folders. It records orders to them instead of carrying them out. */
    private static final class RecordedRuns implements HostRuns {
        private final Recorder recorder;
        private final OwnRuns own;
        private final Set<String> stopped = new HashSet<>();

        RecordedRuns(Recorder recorder, RunFolders folders) {
            this.recorder = recorder;
            this.own = new OwnRuns(
                    folders,
                    new DetachedFolders(recorder.elsewhere.resolve("detached"), folders, "h1"),
                    recorder.history,
                    () -> {
                        throw new IllegalStateException("nothing is sent");
                    },
                    new CoordinatorStarter("none", NetworkSettings.usual(), new SlurmCoordinators()),
                    List::of,
                    null);
        }

        @Override
        public List<RunSight> runs() {
            return own.runs();
        }

        @Override
        public RunSight sight(String run) {
            RunSight sight = own.sight(run);
            return stopped.contains(run) && recorder.exitCode == 0
                    ? new RunSight(
                            run,
                            sight.words(),
                            sight.owner(),
                            sight.host(),
                            sight.process(),
                            sight.startedAt(),
                            RunSight.Stage.ENDED,
                            "interrupted",
                            130,
                            false,
                            true)
                    : sight;
        }

        @Override
        public RunStatus status(String run) {
            return recorder.status;
        }

        @Override
        public List<RunControl.EngineTimes> times(String run) {
            return List.of();
        }

        @Override
        public ChangeAnswer change(String run, ChangeOrder order) {
            recorder.orders.add(run + " " + order);
            return recorder.changed;
        }

        @Override
        public void stop(String run, String by) {
            recorder.orders.add("stop " + run + (by.isEmpty() ? "" : " by " + by));
            stopped.add(run);
        }

        @Override
        public void begin(DetachedOrder order) {
            throw new UnsupportedOperationException();
        }

        @Override
        public RunOutput output(String run, long outFrom, long errorsFrom, Duration within) {
            return own.output(run, outFrom, errorsFrom, within);
        }

        @Override
        public List<RunFile> files(String run) {
            return own.files(run);
        }

        @Override
        public byte[] piece(String run, String file, long from) {
            return own.piece(run, file, from);
        }

        @Override
        public Printed resume(String run, boolean strict) {
            recorder.orders.add("resume detached " + run + (strict ? " strictly" : ""));
            return Printed.NOTHING;
        }

        @Override
        public List<KeptRun> ended() {
            return own.ended();
        }

        @Override
        public String kept(String run) {
            return own.kept(run);
        }

        @Override
        public List<String> missingJars(List<String> digests) {
            return List.of();
        }

        @Override
        public void putJar(JarChunk chunk) {
            throw new UnsupportedOperationException();
        }
    }
}
