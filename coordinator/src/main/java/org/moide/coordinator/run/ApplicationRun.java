package org.moide.coordinator.run;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.FailurePolicy;
import org.moide.commlib.handshake.SoftwareVersion;
import org.moide.commlib.system.OwnProcesses;
import org.moide.commlib.system.SystemRandomness;
import org.moide.commlib.system.SystemWallClock;
import org.moide.coordinator.control.RunControl;
import org.moide.coordinator.control.RunSight;
import org.moide.coordinator.folder.OwnedRun;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.plan.RunPlan;
import org.moide.coordinator.progress.ProgressMeter;
import org.moide.coordinator.recording.Recording;
import org.moide.coordinator.report.RunOrigin;
import org.moide.coordinator.report.RunReport;
import org.moide.coordinator.run.assembly.Changing;
import org.moide.coordinator.run.assembly.Hosts;
import org.moide.coordinator.run.assembly.Lasting;
import org.moide.coordinator.run.results.ProgramLink;
import org.moide.coordinator.run.session.CheckpointHome;
import org.moide.coordinator.run.session.LoadedApplication;
import org.moide.coordinator.run.session.RunDisplay;
import org.moide.coordinator.run.session.RunFiles;
import org.moide.coordinator.run.session.RunJournal;
import org.moide.coordinator.run.session.RunPorts;
import org.moide.coordinator.run.session.RunSession;
import org.moide.coordinator.run.session.RunSetup;
import org.moide.coordinator.run.session.RunUser;
import org.moide.coordinator.run.session.WorkloadRecorder;
import org.moide.coordinator.run.state.AssembledEngine;
import org.moide.coordinator.run.state.RunEnding;
import org.moide.coordinator.run.state.RunOutcome;
import org.moide.coordinator.selection.Assignment;
import org.moide.coordinator.selection.HostedRun;
import org.moide.coordinator.selection.NoHostsException;
import org.moide.coordinator.selection.Selection;
import org.moide.coordinator.workload.RecordedWorkload;
import org.moide.coordinator.workload.WorkloadFile;
import org.moide.engine.TaskApplication;
import org.moide.engine.control.EngineReport;
import org.moide.engine.control.TaskSettings;
import org.moide.engine.host.EarlyStart;
import org.moide.engine.host.RunTerm;

/**
 * Executes a run from the plan to the exit code. It loads the application, selects hosts, starts the engines, lets them
 * compute, and reports the result. It ends every engine, also if something fails. Not thread-safe.
 */
public final class ApplicationRun {
    private final RunPlan plan;
    private final Lasting lasting;
    private final RunUser user;
    private final @Nullable OwnedRun resumed;
    private final @Nullable ProgramLink program;
    private final EndWithJvm ending;
    private final @Nullable String chosenId;
    private final Instant startedAt = new SystemWallClock().instant();
    private final long seed = new SystemRandomness().seed();
    private @Nullable String lostId;

    private ApplicationRun(
            RunPlan plan,
            RunUser user,
            Lasting lasting,
            @Nullable OwnedRun resumed,
            @Nullable ProgramLink program,
            @Nullable String chosenId) {
        this.plan = plan;
        this.lasting = lasting;
        this.user = user;
        this.resumed = resumed;
        this.program = program;
        this.ending = new EndWithJvm(user::note);
        this.chosenId = chosenId;
    }

    /**
     * Creates a new run.
     *
     * @param user receives messages about the run
     * @param program the program whose executor needs this run; null if the run has nothing to do with an executor
     */
    public static ApplicationRun of(RunPlan plan, RunUser user, Lasting lasting, @Nullable ProgramLink program) {
        return new ApplicationRun(plan, user, lasting, null, program, null);
    }

    /** Creates a new run with a given ID. */
    public static ApplicationRun called(String id, RunPlan plan, RunUser user, Lasting lasting) {
        return new ApplicationRun(plan, user, lasting, null, null, id);
    }

    /**
     * Creates a run that goes on with an earlier run, whose coordinator was lost.
     *
     * @param plan the plan of the earlier run; its hosts may have been replaced
     */
    public static ApplicationRun of(OwnedRun resumed, RunPlan plan, RunUser user, Lasting lasting) {
        return new ApplicationRun(plan.requireFiles(), user, lasting, resumed, null, null);
    }

    /**
     * Executes the run to its end.
     *
     * @param over receives the exit code as soon as no further message about the run follows, which may be before
     *     everything is cleaned up
     * @return the exit code; the user has been told about failures of the application
     * @throws org.moide.engine.UsageException if the application does not accept its arguments
     * @throws PlanException if a part of the plan does not fit the hosts or the files
     * @throws NoHostsException if there is no host to compute
     */
    @SuppressWarnings("try") // the early start runs as long as this resource is open
    public int execute(IntConsumer over) throws InterruptedException {
        SystemRandomness randomness = new SystemRandomness();
        String id = resumed != null ? resumed.folder().id() : chosenId != null ? chosenId : newRunId(randomness);
        // Daemons know that the run of the lost coordinator is over, so the resumed run has another ID for them.
        String networkId = new RunTerm(id, resumed == null ? 1 : resumed.nextTerm()).name();
        lasting.runs().add(id);
        Future<List<HostedRun>> sharing = lasting.lookForOthers(plan);
        // Searches in parallel, since the search would make the start longer by a fiftieth.
        CompletableFuture<Set<ProcessHandle>> before = lasting.manyRuns()
                ? CompletableFuture.completedFuture(Set.of())
                : CompletableFuture.supplyAsync(OwnProcesses::others);
        // A resumed run needs engines with the threads of the earlier ones, which are not known yet.
        try (EarlyStart early = resumed == null ? lasting.startAhead(networkId, plan) : null) {
            return execute(id, networkId, sharing, over);
        } finally {
            lasting.runs().remove(id);
            ending.over();
            if (!lasting.manyRuns()) {
                tellProcesses(OwnProcesses.endOthersSince(before.join()));
            }
        }
    }

    private int execute(String id, String networkId, Future<List<HostedRun>> sharing, IntConsumer over)
            throws InterruptedException {
        LoadedApplication loaded = LoadedApplication.of(plan.application());
        loaded.check(plan);
        ChosenStrategy strategy = ChosenStrategy.of(plan.strategy(), loaded);
        strategy.check(loaded, List.of());
        LoadedApplication application = loaded.withData(RunFiles.read(plan.files()));
        try (CheckpointHome checkpoints =
                        CheckpointHome.of(id, plan, application, lasting.digests(), resumed, user::note);
                Hosts hosts = Hosts.open(networkId, plan, application, lasting, sharing, user)) {
            List<Assignment> assignments = hosts.select(checkpoints == null ? List.of() : checkpoints.shape());
            strategy.check(application, assignments);
            plan.placement().topology().notes(assignments).forEach(user::note);
            Selection.notes(assignments).forEach(user::note);
            hosts.notes(assignments).forEach(user::note);
            hosts.begin(assignments); // starts the engines; the following steps are done meanwhile
            Future<String> fingerprint = fingerprint(application);
            ProgressMeter progress =
                    new ProgressMeter(hosts.run().ports().around().ticker());
            if (resumed != null) {
                progress.resumed();
            }
            try (RunHome home = resumed == null
                            ? RunHome.create(id, plan, hosts.run().host(), lasting.manyRuns(), user::note)
                            : RunHome.of(resumed, user::note);
                    RunDisplay display =
                            user.display(id, assignments, progress, hosts.run().ports())) {
                hosts.tellHeldHere(home::holds);
                RunWatcher watcher = new RunWatcher(user, progress, display, program);
                return runOn(
                        id,
                        hosts,
                        assignments,
                        home,
                        checkpoints,
                        display,
                        watcher,
                        application,
                        fingerprint,
                        strategy,
                        over);
            }
        } finally {
            ending.over();
        }
    }

    private void tellProcesses(String left) {
        if (!left.isEmpty()) {
            user.note("the application has left " + left + ", which has been ended with the run");
        }
    }

    /**
     * Returns the run's ID if the run broke off and another coordinator can resume it; otherwise null. If the user
     * ended the run, returns null.
     */
    public @Nullable String lostId() {
        return lostId;
    }

    /**
     * Ends the run like Ctrl-C, now or as soon as it has begun. May be called on any thread, also before and after
     * {@link #execute}.
     */
    public void end() {
        ending.endNow();
    }

    @SuppressWarnings("try") // the automation runs as long as its resource is open
    private int runOn(
            String id,
            Hosts hosts,
            List<Assignment> assignments,
            RunHome home,
            @Nullable CheckpointHome checkpoints,
            RunDisplay display,
            RunWatcher watcher,
            LoadedApplication application,
            Future<String> fingerprint,
            ChosenStrategy strategy,
            IntConsumer over)
            throws InterruptedException {
        RunPorts ports = hosts.run().ports();
        WorkloadRecorder recorder =
                plan.output().written().workload() == null ? null : new WorkloadRecorder(WorkloadRecorder.MOST_TASKS);
        RunReport report;
        RunOutcome outcome;
        int exitCode = ExitCode.FAILED;
        boolean complete;
        try (RunSession session = new RunSession(
                setup(hosts, home, checkpoints, application, fingerprint, strategy, recorder), ports, watcher)) {
            ending.end(session);
            if (program != null) {
                program.feeds(application.program());
            }
            RunDoor door = watcher.door(session.control(), about(id, hosts.run().host()), hosts::beside, hosts::advice);
            home.answer(door, ports);
            ports.space().export(RunControl.class, RunControl.nameOf(hosts.run().runId()), door);
            display.watch(door);
            List<AssembledEngine> engines = hosts.assemble(session);
            home.began();
            display.began(home.hasFolder());
            long start = ports.around().ticker().nanoTime();
            try (Changing automation =
                    hosts.automate(id, session, () -> watcher.status(session.control()), watcher::note)) {
                outcome = session.run(engines);
            } catch (NoHostsException nobody) {
                home.neverBegan();
                throw nobody;
            }
            display.computed();
            long wallNanos = ports.around().ticker().nanoTime() - start;
            report = Reports.of(
                    origin(id, strategy),
                    plan.application(),
                    outcome,
                    watcher.results(),
                    wallNanos,
                    hosts.shared(),
                    hosts.advised());
            complete = outcome.ending() instanceof RunEnding.Complete;
            if (complete) {
                hosts.over();
                home.over();
                exitCode = tell(outcome, report, display, recorder, assignments);
                if (hosts.awaitLastWords()) {
                    over.accept(exitCode);
                }
            }
        }
        if (!complete) {
            exitCode = tell(outcome, report, display, recorder, assignments);
        }
        boolean kept = home.ended(exitCode, report.wallSeconds(), outcome.resumable(), checkpoints != null);
        lostId = kept && !outcome.interrupted() ? id : null;
        if (checkpoints != null && !kept) {
            checkpoints.over();
        }
        return exitCode;
    }

    private RunSight about(String id, String host) {
        return new RunSight(
                id,
                plan.application().line(),
                RunHome.owner(host),
                host,
                ProcessHandle.current().pid(),
                startedAt,
                RunSight.Stage.RUNNING,
                "",
                RunSight.NO_EXIT_CODE,
                chosenId != null,
                false);
    }

    private RunOrigin origin(String id, ChosenStrategy strategy) {
        return new RunOrigin(
                id,
                startedAt,
                SoftwareVersion.current(),
                Runtime.version().toString(),
                strategy.words(),
                seed,
                plan.settings());
    }

    /** Tells the user how the run ended, writes the workload if one was recorded, and returns the exit code. */
    private int tell(
            RunOutcome outcome,
            RunReport report,
            RunDisplay display,
            @Nullable WorkloadRecorder recorder,
            List<Assignment> engines) {
        display.ended(outcome, report);
        EngineReport.Failed failure = outcome.failure();
        if (failure != null) {
            return failure.kind() == EngineReport.Failed.Kind.USAGE ? ExitCode.WRONG_USAGE : ExitCode.FAILED;
        }
        if (outcome.interrupted()) {
            return ExitCode.INTERRUPTED;
        }
        Path file = plan.output().written().workload();
        if (recorder != null && file != null) {
            write(recorder, file, engines);
        }
        return ExitCode.DONE;
    }

    private void write(WorkloadRecorder recorder, Path file, List<Assignment> assignments) {
        if (recorder.isEmpty()) {
            user.note("there were no tasks to record, so " + file + " was not written");
            return;
        }
        List<RecordedWorkload.Engine> engines = assignments.stream()
                .map(assignment -> new RecordedWorkload.Engine(
                        assignment.candidate().host(), assignment.threads(), assignment.power()))
                .toList();
        WorkloadFile.write(recorder.recorded(plan.application().line(), engines), file);
    }

    private RunSetup setup(
            Hosts hosts,
            RunHome home,
            @Nullable CheckpointHome checkpoints,
            LoadedApplication application,
            Future<String> fingerprint,
            ChosenStrategy strategy,
            @Nullable WorkloadRecorder recorder)
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
                        recorder,
                        plan.output().written().unrecorded()
                                ? Recording.NONE
                                : home.recording(hosts.run().ports())),
                new RunSetup.Recruiting(hosts, plan.assistance()),
                seed,
                plan.output().stallAfterNanos());
    }

    /**
     * Returns how the run's tasks are executed. In the run of an executor, a failed call concerns only the program that
     * submitted the call, so the run goes on after any number of failures.
     */
    private TaskSettings tasks() {
        FailurePolicy said = plan.tasks().failures();
        return program == null ? plan.tasks() : plan.tasks().with(new FailurePolicy(said.tries(), Long.MAX_VALUE));
    }

    /**
     * Begins to compute the application's fingerprint, if the run keeps a journal. It is computed in another thread,
     * since that takes as long as creating the run's folder.
     */
    private Future<String> fingerprint(LoadedApplication application) {
        return hasJournal(application)
                ? lasting.helpers().submit(() -> application.fingerprint(plan.application(), lasting.digests()))
                : CompletableFuture.completedFuture("");
    }

    private boolean hasJournal(LoadedApplication application) {
        // An executor's calls cannot be resumed, since the program that submitted them ends with the coordinator.
        return application.program() instanceof TaskApplication && program == null;
    }

    /**
     * Returns the journal of a bag of tasks, which may have records of an earlier coordinator; null if the run keeps no
     * journal.
     */
    private @Nullable RunJournal journal(RunHome home, LoadedApplication application, Future<String> fingerprint)
            throws InterruptedException {
        boolean bag = hasJournal(application);
        if (plan.assistance().automatic() && !bag) {
            user.note("goes on without assistants, which only bags of tasks can have");
        }
        RunJournal journal = bag ? home.journal(plan, fingerprint) : null;
        if (journal != null && journal.before().isCreated()) {
            user.note(String.format(
                    Locale.ROOT,
                    "goes on with %,d tasks; the results of %,d are there",
                    journal.before().openTasks(),
                    journal.before().executedTasks()));
        }
        return journal;
    }

    /** Returns a random ID for a new run. */
    public static String newRunId(SystemRandomness randomness) {
        return Long.toString(randomness.seed() >>> 24, Character.MAX_RADIX);
    }
}
