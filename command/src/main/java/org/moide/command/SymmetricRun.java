package org.moide.command;

import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.moide.command.terminal.Console;
import org.moide.commlib.security.ClusterSecret;
import org.moide.commlib.system.SystemHost;
import org.moide.commlib.system.SystemRandomness;
import org.moide.commlib.system.SystemTicker;
import org.moide.commlib.system.SystemWallClock;
import org.moide.coordinator.folder.RunFolder;
import org.moide.coordinator.folder.RunFolders;
import org.moide.coordinator.folder.RunState;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.coordinator.plan.EngineDaemonPlan;
import org.moide.coordinator.plan.LogSettings;
import org.moide.coordinator.plan.MemorySize;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.selection.NoHostsException;
import org.moide.hosts.allocation.LeftMeetings;
import org.moide.hosts.allocation.Meeting;
import org.moide.hosts.allocation.Step;
import picocli.CommandLine.Option;

/**
 * A run whose processes srun or mpirun has started together. The first process coordinates, and each of the others is a
 * daemon for it.
 */
final class SymmetricRun {
    private static final long NANOS = 1_000_000_000L;

    /**
     * The seconds within which all processes must have started. Batch systems start the processes of a step at about
     * the same time; a JVM takes seconds on a busy node.
     */
    private static final long MEETING_SECONDS = 120;

    private static final long LOOK_MILLIS = 100;

    /** The seconds that the other processes get to end. */
    private static final long LEAVING_SECONDS = 15;

    /** The percentage of a process's memory that an engine gets as heap, as on other hosts. */
    private static final long HEAP_PERCENT = 70;

    /**
     * The smallest heap in MiB that is computed from the step's memory. If the result is smaller, the step's memory was
     * not meant for a JVM, and the engine gets the usual heap.
     */
    private static final long LEAST_MIB = 64;

    /** The minutes without an engine after which a process ends, when the first process has ended unexpectedly. */
    private static final int IDLE_MINUTES = 3;

    /** The pattern of the names of folders through which the processes of a job step find each other. */
    private static final Pattern STEPS = Pattern.compile("(slurm|mpi)-[0-9A-Za-z.-]{1,100}");

    /** A placeholder for addresses that are not known yet. */
    private static final DaemonAddress ANY = new DaemonAddress("127.0.0.1", DaemonAddress.DEFAULT_PORT, 0);

    @Use(group = HelpGroup.PLACE, places = RunPlace.SYMMETRIC)
    @Option(
            names = "--symmetric",
            order = 15,
            description =
                    "All processes that srun or mpirun has started are one run: process 0 coordinates, and all compute.")
    boolean symmetric;

    @Use(group = HelpGroup.PLACE, places = RunPlace.SYMMETRIC)
    @Option(
            names = "--meet",
            order = 15,
            paramLabel = "<folder>",
            description = "With --symmetric: a folder that all of them see, and where they find each other (default: in"
                    + " ~/.moide/meet).")
    @Nullable
    Path meet;

    @Use(group = HelpGroup.PLACE, places = RunPlace.SYMMETRIC)
    @Option(
            names = "--requeue",
            order = 15,
            description = "With --symmetric: go on with the run that this job had before Slurm queued it once more.")
    boolean requeue;

    /**
     * Runs this process's part of a run whose processes were started together.
     *
     * @param plan creates the run's plan when the daemons' addresses are known; also called earlier, to check that the
     *     run is possible
     * @return the process's exit code
     */
    int run(
            Map<String, String> variables,
            EngineOptions engines,
            MoideActions.Planner plan,
            MoideActions actions,
            Console console)
            throws Exception {
        Step step = Step.of(variables);
        if (step == null) {
            throw new PlanException("--symmetric: expected to be started by srun or mpirun, as in 'srun -N 4 moide run"
                    + " --symmetric uts'; found none of SLURM_STEP_NUM_TASKS, OMPI_COMM_WORLD_RANK and PMI_RANK");
        }
        // Errors in the arguments are reported before waiting for other processes.
        plan.on(step.size() == 1 ? List.of() : List.of(ANY));
        Meeting meeting = new Meeting(folder(step), step, SystemHost.name());
        engines.network.secret.file = meeting.secretFile();
        ClusterSecret.loadOrCreate(meeting.secretFile(), new SystemRandomness().generator());
        return step.rank() == 0
                ? coordinate(step, meeting, engines, plan, actions, console)
                : serve(meeting, engines, actions, console);
    }

    /** Returns arguments by which a requeued job finds the run that this execution of the job has left unfinished. */
    List<String> words(Map<String, String> variables) {
        Step step = Step.of(variables);
        return step == null
                ? List.of()
                : List.of("--symmetric", "--meet=" + folder(step).toAbsolutePath());
    }

    /** Returns the unfinished run of an earlier execution of the job; null if there is none. */
    private static @Nullable RunFolder before(Path folder, RunFolders runs) {
        String step = withoutLife(folder);
        for (RunFolder run : runs.all()) {
            boolean isLeft = run.state() == RunState.BROKEN_OFF || run.state() == RunState.ELSEWHERE;
            if (isLeft && step.equals(stepOf(run))) {
                return run;
            }
        }
        return null;
    }

    /**
     * Returns the job step that a run belonged to, without the number of the job's execution; empty if it belonged to
     * none.
     */
    private static String stepOf(RunFolder run) {
        try {
            List<String> origin = run.description().plan().placement().origin();
            Path meeting = origin.isEmpty() ? null : OriginWords.of(origin).symmetric.meet;
            return meeting == null ? "" : withoutLife(meeting);
        } catch (PlanException unreadable) {
            return "";
        }
    }

    /** Returns a folder's path without the number at its end, which counts the job's executions. */
    private static String withoutLife(Path folder) {
        String path = folder.toAbsolutePath().toString();
        return path.substring(0, Math.max(0, path.lastIndexOf('.')));
    }

    private Path folder(Step step) {
        Path above = meet == null ? ClusterSecret.defaultFolder().resolve("meet") : meet;
        if (step.key().isEmpty() && meet == null) {
            throw new PlanException("--symmetric: this mpirun does not say which of its processes belong together:"
                    + " --meet names a new folder that all of them see");
        }
        return above.resolve(step.key().isEmpty() ? "step" : step.key());
    }

    private static int serve(Meeting meeting, EngineOptions engines, MoideActions actions, Console console)
            throws Exception {
        meeting.come();
        actions.lastly(meeting::leave);
        try {
            return actions.engine(
                    new EngineDaemonPlan(
                            engines.network(),
                            0,
                            0,
                            0,
                            List.of(),
                            null,
                            List.of(),
                            new LogSettings(LogSettings.Level.WARNING, null),
                            new EngineDaemonPlan.Stay(meeting.portFile(), IDLE_MINUTES, meeting.overFile()),
                            false),
                    null,
                    console);
        } finally {
            meeting.leave();
        }
    }

    private int coordinate(
            Step step,
            Meeting meeting,
            EngineOptions engines,
            MoideActions.Planner plan,
            MoideActions actions,
            Console console)
            throws Exception {
        if (engines.threads == null && step.threads() > 0) {
            engines.threads = step.threads();
        }
        long mib = Math.min(step.memoryMib(), MemorySize.ofThisMachine() >> 20) * HEAP_PERCENT / 100;
        if (engines.engineMemory == null && mib >= LEAST_MIB) {
            engines.engineMemory = mib + "m";
        }
        if (Files.exists(meeting.overFile())) {
            throw new PlanException(
                    meeting.overFile() + ": expected a folder where nobody has met yet; name another by --meet");
        }
        new LeftMeetings(new SystemWallClock(), LeftMeetings.PROCESSES_COME).removeBeside(folder(step), STEPS);
        Tidying tidying = new Tidying(meeting, step, line -> console.error("moide run: " + line));
        actions.lastly(tidying);
        try {
            await(step, meeting);
            RunFolder before = requeue ? before(folder(step), actions.runs()) : null;
            return before == null
                    ? actions.run(plan.on(meeting.daemons()), console)
                    : actions.resume(before, meeting.daemons(), meeting.secretFile(), console);
        } finally {
            tidying.run();
            actions.lastly(null);
        }
    }

    /**
     * Tells the other processes that the run is over, and deletes the files through which they found each other. Has an
     * effect only once. Thread-safe.
     */
    private static final class Tidying implements Runnable {
        private final Meeting meeting;
        private final Step step;
        private final Consumer<String> console;
        private boolean done; // guarded by this

        Tidying(Meeting meeting, Step step, Consumer<String> console) {
            this.meeting = meeting;
            this.step = step;
            this.console = console;
        }

        @Override
        public synchronized void run() {
            if (done) {
                return;
            }
            done = true;
            Pause pause = new Pause();
            SystemTicker ticker = new SystemTicker();
            long start = ticker.nanoTime();
            try {
                meeting.end();
                while (meeting.missing().size() < step.size() - 1
                        && ticker.nanoTime() - start < LEAVING_SECONDS * NANOS) {
                    pause.millis(LOOK_MILLIS);
                }
                meeting.remove();
            } catch (UncheckedIOException stays) {
                // The run has ended even if these files stay.
                console.accept(stays.getMessage());
            } catch (InterruptedException hurried) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static void await(Step step, Meeting meeting) throws InterruptedException {
        Pause pause = new Pause();
        SystemTicker ticker = new SystemTicker();
        long start = ticker.nanoTime();
        for (List<Integer> missing = meeting.missing(); !missing.isEmpty(); missing = meeting.missing()) {
            if (ticker.nanoTime() - start > MEETING_SECONDS * NANOS) {
                throw new NoHostsException("expected all " + step.size() + " processes in "
                        + meeting.secretFile().getParent() + " in " + MEETING_SECONDS + " s, found none of the ranks "
                        + missing.subList(0, Math.min(10, missing.size()))
                        + ": do all nodes see this folder? --meet names another");
            }
            pause.millis(LOOK_MILLIS);
        }
    }
}
