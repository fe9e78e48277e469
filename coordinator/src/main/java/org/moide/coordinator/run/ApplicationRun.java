package org.moide.coordinator.run;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.FailurePolicy;
import org.moide.commlib.system.OwnProcesses;
import org.moide.commlib.system.SystemRandomness;
import org.moide.coordinator.folder.OwnedRun;
import org.moide.coordinator.page.RunPage;
import org.moide.coordinator.plan.OutputSettings;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.plan.RunPlan;
import org.moide.coordinator.progress.ProgressMeter;
import org.moide.coordinator.recording.Recording;
import org.moide.coordinator.report.Console;
import org.moide.coordinator.report.DisplayMap;
import org.moide.coordinator.report.ProgressLine;
import org.moide.coordinator.report.RunReport;
import org.moide.coordinator.run.assembly.Changing;
import org.moide.coordinator.run.assembly.Hosts;
import org.moide.coordinator.run.assembly.Lasting;
import org.moide.coordinator.run.assembly.RunContext;
import org.moide.coordinator.run.results.ProgramLink;
import org.moide.coordinator.run.session.CheckpointHome;
import org.moide.coordinator.run.session.LoadedApplication;
import org.moide.coordinator.run.session.RunFiles;
import org.moide.coordinator.run.session.RunJournal;
import org.moide.coordinator.run.session.RunPorts;
import org.moide.coordinator.run.session.RunSession;
import org.moide.coordinator.run.session.RunSetup;
import org.moide.coordinator.run.state.AssembledEngine;
import org.moide.coordinator.run.state.RunEnding;
import org.moide.coordinator.run.state.RunOutcome;
import org.moide.coordinator.selection.Assignment;
import org.moide.coordinator.selection.NoHostsException;
import org.moide.coordinator.selection.Selection;
import org.moide.engine.TaskApplication;
import org.moide.engine.control.TaskSettings;
import org.moide.engine.host.EarlyStart;
import org.moide.engine.loading.ApplicationThreads;

/**
 * {@code moide run} from the plan to the exit code: loads the application, selects hosts, assembles the HiCS, runs, reports,
 * and ends every engine, however it went. One thread.
 */
public final class ApplicationRun {
    private final RunPlan plan;
    private final Lasting lasting;
    private final Console console;
    private final @Nullable OwnedRun resumed;
    private final @Nullable ProgramLink program;
    private final Conclusion conclusion;
    private final EndWithJvm ending;
    private final long seed = new SystemRandomness().seed();
    private @Nullable String lostId;

    /** A run of this process alone. */
    public ApplicationRun(RunPlan plan, Console console) {
        this(plan, console, Lasting.ofOneRun(), null);
    }

    /**
     * One of many of a process.
     *
     * @param program to which this belongs if it is the run of an executor
     */
    public ApplicationRun(RunPlan plan, Console console, Lasting lasting, @Nullable ProgramLink program) {
        this.plan = plan;
        this.console = console;
        this.lasting = lasting;
        this.program = program;
        this.ending = new EndWithJvm(console);
        this.conclusion = new Conclusion(plan, console);
        this.resumed = null;
    }

    /** Goes on with a run whose coordinator was lost. */
    public ApplicationRun(OwnedRun resumed, Console console) {
        this(resumed, resumed.folder().description().plan(), console, Lasting.ofOneRun());
    }

    /**
     * As the other, on other hosts.
     *
     * @param plan what it was told, with these
     */
    public ApplicationRun(OwnedRun resumed, RunPlan plan, Console console, Lasting lasting) {
        this.plan = plan.requireFiles();
        this.console = console;
        this.lasting = lasting;
        this.program = null;
        this.ending = new EndWithJvm(console);
        this.conclusion = new Conclusion(plan, console);
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
        return execute(conclusion::show, over -> {});
    }

    /**
     * As {@link #execute()}, for callers that show in another way what happened.
     *
     * @param done given the report if the application came to its end
     * @param over given the exit code as soon as nothing more will be said of the run, if that is before all of it is put away
     */
    @SuppressWarnings("try") // what starts ahead does so as long as it is open
    public int execute(Consumer<RunReport> done, IntConsumer over) throws InterruptedException {
        if (plan.output().verbose()) {
            plan.lines().forEach(console::error);
        }
        if (plan.application().arguments().words().contains("--help")) {
            console.print(help(LoadedApplication.of(plan.application())));
            return ExitCode.DONE;
        }
        SystemRandomness randomness = new SystemRandomness();
        String id = resumed == null ? newRunId(randomness) : resumed.folder().id();
        // Daemons know that the lost coordinator's run is over: to them this is another run.
        String networkId = resumed == null ? id : id + "r" + newRunId(randomness);
        // Beside the start, which the search of the system would make longer by a fiftieth.
        CompletableFuture<Set<ProcessHandle>> before = lasting.manyRuns()
                ? CompletableFuture.completedFuture(Set.of())
                : CompletableFuture.supplyAsync(OwnProcesses::others);
        // What is resumed has engines of the shape that it had, which is not known yet.
        try (EarlyStart early = resumed == null ? lasting.startAhead(networkId, plan) : null) {
            return execute(id, networkId, done, over);
        } finally {
            ending.over();
            if (!lasting.manyRuns()) {
                tellProcesses(OwnProcesses.endOthersSince(before.join()));
            }
        }
    }

    private int execute(String id, String networkId, Consumer<RunReport> done, IntConsumer over)
            throws InterruptedException {
        LoadedApplication loaded = LoadedApplication.of(plan.application());
        loaded.check(plan);
        ChosenStrategy strategy = ChosenStrategy.of(plan.strategy(), loaded);
        strategy.check(loaded, List.of());
        LoadedApplication application = loaded.withData(RunFiles.read(plan.files()));
        try (CheckpointHome checkpoints =
                        CheckpointHome.of(id, plan, application, lasting.digests(), resumed, console);
                Hosts hosts = Hosts.open(networkId, plan, application, lasting, console)) {
            List<Assignment> assignments = hosts.select(checkpoints == null ? List.of() : checkpoints.shape());
            strategy.check(application, assignments);
            plan.placement().topology().notes(assignments).forEach(note -> console.error("moide run: " + note));
            Selection.notes(assignments).forEach(note -> console.error("moide run: " + note));
            hosts.begin(assignments); // and all else while they are being made
            Future<String> fingerprint = fingerprint(application);
            try (RunHome home = resumed == null
                            ? RunHome.create(id, plan, hosts.run().host(), lasting.manyRuns(), console)
                            : RunHome.of(resumed, console);
                    RunPage page = conclusion.page(id, hosts.run().ports())) {
                return runOn(
                        id,
                        hosts,
                        assignments,
                        home,
                        checkpoints,
                        page,
                        application,
                        fingerprint,
                        strategy,
                        done,
                        over);
            }
        } finally {
            ending.over();
        }
    }

    private void tellProcesses(String left) {
        if (!left.isEmpty()) {
            console.error("moide run: the application has left " + left + ", which has been ended with the run");
        }
    }

    /** The ID of the run if it has come to no end, not by its user's wish, and somebody could go on with it; else null. */
    public @Nullable String lostId() {
        return lostId;
    }

    /** Ends the run as Ctrl-C does, or as soon as it has begun. Any thread, also before and after {@link #execute}. */
    public void end() {
        ending.endNow();
    }

    @SuppressWarnings("try") // what automates works as long as it is open
    private int runOn(
            String id,
            Hosts hosts,
            List<Assignment> assignments,
            RunHome home,
            @Nullable CheckpointHome checkpoints,
            RunPage page,
            LoadedApplication application,
            Future<String> fingerprint,
            ChosenStrategy strategy,
            Consumer<RunReport> done,
            IntConsumer over)
            throws InterruptedException {
        if (plan.output().displayMap()) {
            DisplayMap.lines(assignments).forEach(console::error);
        }
        RunContext run = hosts.run();
        RunPorts ports = run.ports();
        boolean always = plan.output().printing().progress() == OutputSettings.Progress.ALWAYS;
        RunReport report;
        RunOutcome outcome;
        int exitCode = ExitCode.FAILED;
        boolean complete;
        ProgressMeter progress = new ProgressMeter(ports.around().ticker());
        try (ProgressLine line =
                new ProgressLine(console, progress, plan.application().name(), always)) {
            if (resumed != null) {
                progress.resumed();
            }
            RunWatcher watcher = new RunWatcher(console, progress, line, page, program, conclusion.trace(ports));
            try (RunSession session = new RunSession(
                    setup(hosts, home, checkpoints, application, fingerprint, strategy), ports, watcher)) {
                ending.end(session);
                if (program != null) {
                    program.feeds(application.program());
                }
                RunDoor door = watcher.door(session.control());
                home.answer(door, ports);
                page.watch(door);
                List<AssembledEngine> engines = hosts.assemble(session);
                home.began();
                watcher.began();
                if (program == null) {
                    console.whenOutputIsLost(why -> "moide run: cannot write to standard output: " + why
                            + "; the run goes on without, and '" + home.ender() + "' ends it");
                }
                long start = ports.around().ticker().nanoTime();
                try (Changing automation = hosts.automate(session, watcher::note)) {
                    outcome = session.run(engines);
                } catch (NoHostsException nobody) {
                    home.neverBegan();
                    throw nobody;
                }
                console.whenOutputIsLost(why -> "");
                long wallNanos = ports.around().ticker().nanoTime() - start;
                report = conclusion.report(id, strategy.words(), seed, outcome, watcher.results(), wallNanos);
                complete = outcome.ending() instanceof RunEnding.Complete;
                if (complete) {
                    hosts.over();
                    home.over();
                    line.finish();
                    line.close();
                    exitCode = conclusion.tell(outcome, report, assignments, page, done);
                    if (hosts.awaitLastWords()) {
                        over.accept(exitCode);
                    }
                }
            }
        }
        if (!complete) {
            exitCode = conclusion.tell(outcome, report, assignments, page, done);
        }
        boolean kept = home.ended(exitCode, report.wallSeconds(), outcome.resumable(), checkpoints != null);
        lostId = kept && !outcome.interrupted() ? id : null;
        if (checkpoints != null && !kept) {
            checkpoints.over();
        }
        conclusion.keep(outcome, report, page, lasting.manyRuns());
        return exitCode;
    }

    private RunSetup setup(
            Hosts hosts,
            RunHome home,
            @Nullable CheckpointHome checkpoints,
            LoadedApplication application,
            Future<String> fingerprint,
            ChosenStrategy strategy)
            throws InterruptedException {
        RunJournal journal = journal(home, application, fingerprint);
        return new RunSetup(
                hosts.run().runId(),
                hosts.run().host(),
                new RunSetup.Work(
                        application.program(),
                        plan.application().arguments(),
                        application.codec(),
                        application.data().here()),
                new RunSetup.Balancing(plan.collectives().tuning(), strategy.tasks(), strategy.workers(), tasks()),
                new RunSetup.Keeping(
                        home.room(),
                        journal,
                        checkpoints,
                        plan.output().kept().checkpointPercent() / 100,
                        conclusion.recorder(),
                        plan.output().written().unrecorded()
                                ? Recording.NONE
                                : home.recording(hosts.run().ports())),
                new RunSetup.Recruiting(hosts, plan.assistance()),
                seed,
                plan.output().stallAfterNanos());
    }

    /** An executor's call that fails is its own program's affair: the others are run whatever becomes of it. */
    private TaskSettings tasks() {
        FailurePolicy said = plan.tasks().failures();
        return program == null ? plan.tasks() : plan.tasks().with(new FailurePolicy(said.tries(), Long.MAX_VALUE));
    }

    /** Of a run that has a journal. To find it takes as long as it takes to make the run's folder, so both are done at once. */
    private Future<String> fingerprint(LoadedApplication application) {
        return hasJournal(application)
                ? lasting.helpers().submit(() -> application.fingerprint(plan.application(), lasting.digests()))
                : CompletableFuture.completedFuture("");
    }

    private boolean hasJournal(LoadedApplication application) {
        // Nobody could go on with an executor's calls: their program is gone with the coordinator.
        return application.program() instanceof TaskApplication && program == null;
    }

    /** That of a bag of tasks, with what an earlier coordinator has written; null if there is none. */
    private @Nullable RunJournal journal(RunHome home, LoadedApplication application, Future<String> fingerprint)
            throws InterruptedException {
        boolean bag = hasJournal(application);
        if (plan.assistance().automatic() && !bag) {
            console.error("moide run: goes on without assistants, which only bags of tasks can have");
        }
        RunJournal journal = bag ? home.journal(plan, fingerprint) : null;
        if (journal != null && journal.before().isCreated()) {
            console.error(String.format(
                    Locale.ROOT,
                    "moide resume: goes on with %,d tasks; the results of %,d are there",
                    journal.before().openTasks(),
                    journal.before().executedTasks()));
        }
        return journal;
    }

    private String help(LoadedApplication application) {
        String summary = ApplicationThreads.ask(application.classes(), application.program()::summary);
        String usage = ApplicationThreads.ask(application.classes(), application.program()::usage);
        return plan.application().name()
                + (summary.isEmpty() ? "" : ": " + summary)
                + (usage.isEmpty() ? "\nIt says nothing about its arguments." : "\n\n" + usage.stripTrailing());
    }

    static String newRunId(SystemRandomness randomness) {
        return Long.toString(randomness.seed() >>> 24, Character.MAX_RADIX);
    }
}
