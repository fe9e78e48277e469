package org.moide.coordinator.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.moide.balance.strategy.Membership;
import org.moide.balance.strategy.Strategies;
import org.moide.balance.strategy.Strategy;
import org.moide.balance.strategy.StrategySpec;
import org.moide.commlib.system.FileTrouble;
import org.moide.commlib.system.SystemRandomness;
import org.moide.coordinator.folder.OwnedRun;
import org.moide.coordinator.plan.OutputSettings;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.plan.RunPlan;
import org.moide.coordinator.plan.StrategyChoice;
import org.moide.coordinator.recording.Recording;
import org.moide.coordinator.report.Console;
import org.moide.coordinator.report.DisplayMap;
import org.moide.coordinator.report.ProgressLine;
import org.moide.coordinator.report.RunJson;
import org.moide.coordinator.report.RunReport;
import org.moide.coordinator.report.RunTable;
import org.moide.coordinator.selection.Assignment;
import org.moide.coordinator.selection.NoHostsException;
import org.moide.coordinator.workload.RecordedWorkload;
import org.moide.coordinator.workload.WorkloadFile;
import org.moide.engine.TaskApplication;
import org.moide.engine.control.EngineReport;
import org.moide.engine.process.ExitCall;

/**
 * {@code moide run} from the plan to the exit code: loads the application, selects hosts, assembles the HiCS, runs, reports,
 * and ends every engine, however it went. One thread.
 */
public final class ApplicationRun {
    private static final int DONE = 0;
    private static final int FAILED = 1;
    private static final int WRONG_USAGE = 2;
    static final int INTERRUPTED = 130;

    /** What Ctrl-C leaves to the orderly end before the JVM goes anyway: engines end by their lifelines then. */
    private static final long END_SECONDS = 4;

    private final RunPlan plan;
    private final Console console;
    private final @Nullable OwnedRun resumed;
    private final WorkloadRecorder recorder = new WorkloadRecorder(WorkloadRecorder.MOST_TASKS);
    private List<RecordedWorkload.Engine> recordedEngines = List.of();
    private final CountDownLatch over = new CountDownLatch(1);

    public ApplicationRun(RunPlan plan, Console console) {
        this.plan = plan;
        this.console = console;
        this.resumed = null;
    }

    /** Goes on with a run whose coordinator was lost. */
    public ApplicationRun(OwnedRun resumed, Console console) {
        this.plan = resumed.folder().description().plan();
        this.console = console;
        this.resumed = resumed;
    }

    /**
     * Runs the application to its end.
     *
     * @return the command's exit code; what went wrong in the application has been said on the console
     * @throws org.moide.engine.UsageException if the application does not accept its arguments
     * @throws PlanException if a part of the plan does not fit what is there
     * @throws NoHostsException if there is nobody to compute
     */
    public int execute() throws InterruptedException {
        return execute(report -> {
            RunTable.results(report).forEach(console::print);
            RunTable.times(report).forEach(console::error);
            if (plan.output().report() != null || plan.output().verbose()) {
                RunTable.traffic(report).forEach(console::error);
            }
        });
    }

    /**
     * As {@link #execute()}, for who shows in another way what happened.
     *
     * @param done given the report if the application came to its end
     */
    public int execute(Consumer<RunReport> done) throws InterruptedException {
        if (plan.output().verbose()) {
            plan.lines().forEach(console::error);
        }
        LoadedApplication loaded = LoadedApplication.of(plan.application());
        if (plan.application().arguments().words().contains("--help")) {
            console.print(help(loaded));
            return DONE;
        }
        loaded.program().check(plan.application().arguments());
        StrategySpec strategy = spec(plan.strategy());
        check(strategy, loaded, Membership.NONE);
        LoadedApplication application = loaded.withData(RunFiles.read(plan.files()));
        SystemRandomness randomness = new SystemRandomness();
        String id = resumed == null ? newRunId(randomness) : resumed.folder().id();
        // Daemons know that the run is over which the lost coordinator had: to them this is another.
        String networkId = resumed == null ? id : id + "r" + newRunId(randomness);
        try (CheckpointHome checkpoints = CheckpointHome.of(id, plan, application, resumed != null, console);
                Hosts hosts = Hosts.open(networkId, plan, application, console);
                RunHome home = resumed == null
                        ? RunHome.create(id, plan, hosts.run().host(), console)
                        : RunHome.of(resumed, console)) {
            return runOn(hosts, home, checkpoints, application, strategy, done);
        } finally {
            over.countDown();
        }
    }

    @SuppressWarnings("try") // what automates works as long as it is open
    private int runOn(
            Hosts hosts,
            RunHome home,
            @Nullable CheckpointHome checkpoints,
            LoadedApplication application,
            StrategySpec strategy,
            Consumer<RunReport> done)
            throws InterruptedException {
        List<Assignment> assignments = hosts.select(checkpoints == null ? List.of() : checkpoints.shape());
        check(strategy, application, members(assignments));
        if (plan.output().displayMap()) {
            DisplayMap.lines(assignments).forEach(console::error);
        }
        RunContext run = hosts.run();
        RunPorts ports = run.ports();
        boolean always = plan.output().progress() == OutputSettings.Progress.ALWAYS;
        RunReport report;
        RunOutcome outcome;
        try (ProgressLine progress =
                new ProgressLine(console, ports.ticker(), plan.application().name(), always)) {
            RunWatcher watcher = new RunWatcher(console, progress);
            try (RunSession session =
                    new RunSession(setup(hosts, home, checkpoints, application, strategy), ports, watcher)) {
                endWithTheJvm(session);
                home.answer(session, ports);
                List<AssembledEngine> engines = hosts.assemble(assignments, session);
                home.began();
                long start = ports.ticker().nanoTime();
                try (Automating automating = hosts.automate(session, watcher::note)) {
                    outcome = session.run(engines);
                } catch (NoHostsException nobody) {
                    home.neverBegan();
                    throw nobody;
                }
                if (outcome.failure() == null && !outcome.interrupted()) {
                    progress.finish();
                }
                long wallNanos = ports.ticker().nanoTime() - start;
                report = Reports.of(plan.application(), outcome, watcher.results(), wallNanos);
            }
        }
        recordedEngines = assignments.stream()
                .map(assignment -> new RecordedWorkload.Engine(
                        assignment.candidate().host(), assignment.threads(), assignment.power()))
                .toList();
        int exitCode = tell(outcome, report, done);
        boolean kept = home.ended(exitCode, report.wallSeconds(), outcome.resumable(), checkpoints != null);
        if (checkpoints != null && !kept) {
            checkpoints.over();
        }
        return exitCode;
    }

    private RunSetup setup(
            Hosts hosts,
            RunHome home,
            @Nullable CheckpointHome checkpoints,
            LoadedApplication application,
            StrategySpec strategy) {
        RunJournal journal = journal(home, application);
        return new RunSetup(
                hosts.run().runId(),
                hosts.run().host(),
                new RunSetup.Work(
                        application.program(),
                        plan.application().arguments(),
                        application.codec(),
                        application.data().here()),
                new RunSetup.Balancing(plan.collectives().tuning(), strategy, plan.tasks()),
                new RunSetup.Keeping(
                        journal,
                        checkpoints,
                        plan.output().checkpointPercent() / 100,
                        plan.output().workload() == null ? null : recorder,
                        plan.output().unrecorded()
                                ? Recording.NONE
                                : home.recording(hosts.run().ports())),
                new RunSetup.Recruiting(hosts::recruit, plan.assistance()),
                new SystemRandomness().seed(),
                plan.output().stallAfterNanos());
    }

    /** That of a bag of tasks, with what an earlier coordinator has written; null if there is none. */
    private @Nullable RunJournal journal(RunHome home, LoadedApplication application) {
        boolean bag = application.program() instanceof TaskApplication;
        if (plan.assistance().automatic() && !bag) {
            console.error("moide run: goes on without assistants, which only bags of tasks can have");
        }
        RunJournal journal = bag ? home.journal(application, plan) : null;
        if (journal != null && journal.before().isCreated()) {
            console.error(String.format(
                    Locale.ROOT,
                    "moide resume: goes on with %,d tasks; the results of %,d are there",
                    journal.before().open().size(),
                    journal.before().executedTasks()));
        }
        return journal;
    }

    private int tell(RunOutcome outcome, RunReport report, Consumer<RunReport> done) {
        EngineReport.Failed failure = outcome.failure();
        if (failure != null && failure.kind() == EngineReport.Failed.Kind.USAGE) {
            console.error("moide run: " + failure.headline());
            return WRONG_USAGE;
        }
        if (failure != null) {
            boolean applicationThrew = failure.kind() == EngineReport.Failed.Kind.APPLICATION;
            console.error("moide run: "
                    + (applicationThrew ? "the application failed in " + failure.where() + ": " : "")
                    + failure.headline());
            if (applicationThrew) {
                console.error(failure.trace());
            }
            return FAILED;
        }
        if (outcome.interrupted()) {
            console.error("moide run: interrupted; the engines end");
            return INTERRUPTED;
        }
        done.accept(report);
        Path file = plan.output().report();
        if (file != null) {
            RunJson.write(report, file);
        }
        Path workload = plan.output().workload();
        if (workload != null) {
            writeWorkload(workload);
        }
        return DONE;
    }

    private void writeWorkload(Path file) {
        if (recorder.isEmpty()) {
            console.error("moide run: there were no tasks to record, so " + file + " was not written");
            return;
        }
        String application = plan.application().name() + " "
                + String.join(" ", plan.application().arguments().words());
        WorkloadFile.write(recorder.workload(application.strip(), recordedEngines), file);
    }

    private String help(LoadedApplication application) {
        String summary = application.program().summary();
        String usage = application.program().usage();
        return plan.application().name()
                + (summary.isEmpty() ? "" : ": " + summary)
                + (usage.isEmpty() ? "\nIt says nothing about its arguments." : "\n\n" + usage.stripTrailing());
    }

    /**
     * Ctrl-C and SIGTERM, or the application's {@code System.exit}: the run ends as if it were over, or as if the application had
     * thrown, and the JVM waits a little for that.
     */
    private void endWithTheJvm(RunSession session) {
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> {
                            if (over.getCount() > 0) {
                                end(session);
                                try {
                                    if (!over.await(END_SECONDS, TimeUnit.SECONDS)) {
                                        console.error("moide run: not everything has ended yet; engines end by"
                                                + " themselves when this process is gone");
                                    }
                                } catch (InterruptedException hurried) {
                                    Thread.currentThread().interrupt();
                                }
                            }
                        },
                        "moide-run-end"));
    }

    private static void end(RunSession session) {
        List<ExitCall> calls = ExitCall.underWay();
        if (calls.isEmpty()) {
            session.end(new RunEvent.Interrupted());
        } else {
            String where = calls.get(0).where();
            String said = "the application called System.exit in " + where
                    + ", in the coordinator's own JVM; a task or thread that gives up throws";
            session.end(new RunEvent.ApplicationFailed(EngineReport.Failed.ofSystem(where, said)));
        }
    }

    private static StrategySpec spec(StrategyChoice choice) {
        String name = choice.name() == null ? Strategies.DEFAULT : choice.name();
        Path file = choice.file();
        if (file == null) {
            return StrategySpec.of(name);
        }
        try {
            return StrategySpec.read(name, file);
        } catch (IOException unreadable) {
            throw new PlanException("--strategy-file: cannot read " + file.toAbsolutePath() + ": "
                    + FileTrouble.whenReading(unreadable));
        } catch (IllegalArgumentException malformed) {
            throw new PlanException("--strategy-file: " + malformed.getMessage());
        }
    }

    /** What is wrong with a strategy is said before anything starts: as soon as it is known who takes part, or before. */
    private static void check(StrategySpec spec, LoadedApplication application, Membership members) {
        try {
            Strategy root =
                    Strategies.make(spec, Membership.ROOT, new SystemRandomness().generator(), application.classes());
            if (members.size() > 0) {
                root.requireMembers(members);
            }
        } catch (IllegalArgumentException wrong) {
            throw new PlanException("--strategy: " + wrong.getMessage());
        }
    }

    private static Membership members(List<Assignment> assignments) {
        return Membership.of(assignments.stream()
                .map(engine -> new Membership.Member(engine.engine(), 1, engine.power(), engine.threads()))
                .toList());
    }

    static String newRunId(SystemRandomness randomness) {
        return Long.toString(randomness.seed() >>> 24, Character.MAX_RADIX);
    }
}
