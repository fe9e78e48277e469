package org.moide.command;

import java.nio.file.Path;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.FailurePolicy;
import org.moide.balance.pool.Discipline;
import org.moide.coordinator.plan.MemorySize;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.plan.ProgramKind;
import org.moide.coordinator.plan.TimeSpan;
import org.moide.engine.control.DataSettings;
import org.moide.engine.control.HandlingSettings;
import org.moide.engine.control.TaskSettings;
import picocli.CommandLine.Option;

/** The options of every command that runs tasks. */
final class TaskOptions {
    private static final String IGNORE = "ignore";
    private static final double LEAST_SECONDS = 1;
    private static final double NANOS = 1e9;

    @Use(
            group = HelpGroup.BALANCING,
            programs = {ProgramKind.BAG, ProgramKind.EXECUTOR, ProgramKind.THREADS},
            calls = {"putTask", "getTask"},
            here = Use.HARMLESS)
    @Option(
            names = "--pool",
            order = 35,
            paramLabel = "<name>",
            completionCandidates = PoolNames.class,
            description = "The queues in which tasks lie on an engine: ${COMPLETION-CANDIDATES}; default deques"
                    + " (docs/strategies.md).")
    @Nullable
    String pool;

    @Use(
            group = HelpGroup.LOSSES,
            programs = {ProgramKind.BAG, ProgramKind.EXECUTOR, ProgramKind.WORKERS},
            here = Use.HARMLESS)
    @Option(
            names = "--task-tries",
            order = 36,
            paramLabel = "<n>",
            description =
                    "How often a task is tried that throws, or during which its engine's JVM dies: in a bag on other"
                            + " engines if it can be (default: " + FailurePolicy.DEFAULT_TRIES
                            + "), in a worker application, of"
                            + " tasks that throw, from its worker's state before it (default: 1, since more cost a copy of the"
                            + " state for each task).")
    @Nullable
    Integer tries;

    @Use(
            group = HelpGroup.LOSSES,
            programs = {ProgramKind.BAG, ProgramKind.EXECUTOR},
            here = Use.HARMLESS)
    @Option(
            names = "--task-failures",
            order = 37,
            paramLabel = "<n|ignore>",
            description =
                    "Go on without so many tasks that threw, or took their engine's JVM along, in every try, or without"
                            + " any number of them (default: 0, so that the first one ends the run).")
    String failures = "0";

    @Use(
            group = HelpGroup.LOSSES,
            programs = {ProgramKind.BAG, ProgramKind.EXECUTOR},
            here = Use.HARMLESS)
    @Option(
            names = "--task-time-limit",
            order = 37,
            paramLabel = "<time>",
            description =
                    "A task that takes longer, such as 30s or 10m, is interrupted, and that try of it has failed; if it goes on"
                            + " all the same, its engine's JVM is ended with it (default: off).")
    String timeLimit = "off";

    @Use(
            group = HelpGroup.LOSSES,
            programs = {ProgramKind.BAG, ProgramKind.EXECUTOR},
            here = Use.HARMLESS)
    @Option(
            names = "--second-copies",
            order = 37,
            paramLabel = "<on|off>",
            description = "When engines have nothing left to do, a task that still runs elsewhere is begun once more on"
                    + " one of them, and the first result counts (default: on).")
    String secondCopies = "on";

    @Use(
            group = HelpGroup.EXPERT,
            programs = {ProgramKind.BAG, ProgramKind.EXECUTOR},
            here = Use.HARMLESS)
    @Option(
            names = "--data-memory",
            order = 38,
            paramLabel = "<size>",
            description = "How much of the data objects that tasks read an engine has at once, such as 512m or 2g"
                    + " (default: a quarter of its heap).")
    @Nullable
    String dataMemory;

    @Use(
            group = HelpGroup.EXPERT,
            programs = {ProgramKind.BAG, ProgramKind.EXECUTOR})
    @Option(
            names = "--data-spill",
            order = 39,
            paramLabel = "<folder>",
            description = "Engines write data objects that have no room in memory any more to a temporary file in this"
                    + " folder of their host, instead of fetching them again.")
    @Nullable
    Path dataSpill;

    @Use(group = HelpGroup.PROGRAM, programs = ProgramKind.BAG, here = Use.HARMLESS)
    @Option(
            names = "--verify-merge",
            order = 40,
            description = "Merge samples of the results in other orders too, and fail if that makes a difference.")
    boolean verifyMerge;

    @Use(group = HelpGroup.PROGRAM, programs = ProgramKind.BAG, here = Use.HARMLESS)
    @Option(
            names = "--verify-data",
            order = 41,
            description =
                    "Look after each task whether it has changed a data object that it read, and make each twice that can"
                            + " be made again, and fail if there is a difference.")
    boolean verifyData;

    @Use(group = HelpGroup.PROGRAM, programs = ProgramKind.WORKERS, here = Use.HARMLESS)
    @Option(
            names = "--verify-tasks",
            order = 42,
            description =
                    "In a worker application, look whether a task is changed after it was sent, and fail if one is."
                            + " Inside an engine too the receiver gets a copy.")
    boolean verifyTasks;

    /** The names that help and shell completion offer for {@code --pool}. */
    static final class PoolNames implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Discipline.names().iterator();
        }
    }

    TaskSettings settings() {
        if (tries != null && (tries < 1 || tries > FailurePolicy.MOST_TRIES)) {
            throw new PlanException("--task-tries: expected 1 to " + FailurePolicy.MOST_TRIES + ", found " + tries);
        }
        TaskSettings settings = new TaskSettings(
                discipline(),
                new FailurePolicy(tries == null ? FailurePolicy.DEFAULT_TRIES : tries, tolerated()),
                new DataSettings(dataMemory(), spillFolder(), verifyData),
                verifyMerge,
                new HandlingSettings(tries == null ? HandlingSettings.DEFAULT.tries() : tries, verifyTasks));
        double seconds = TimeSpan.seconds("--task-time-limit", timeLimit);
        if (seconds > 0 && seconds < LEAST_SECONDS) {
            throw new PlanException("--task-time-limit: expected at least 1s, since engines look at their tasks a few"
                    + " times a second, found '" + timeLimit + "'");
        }
        settings = settings.secondCopies(areCopiesWanted());
        return seconds == 0 ? settings : settings.limited((long) (seconds * NANOS));
    }

    private boolean areCopiesWanted() {
        return switch (secondCopies) {
            case "on" -> true;
            case "off" -> false;
            default -> throw new PlanException("--second-copies: expected on or off, found '" + secondCopies + "'");
        };
    }

    private @Nullable String spillFolder() {
        if (dataSpill == null) {
            return null;
        }
        if (dataSpill.toString().isBlank()) {
            throw new PlanException("--data-spill: expected a folder, found ''");
        }
        return dataSpill.toAbsolutePath().toString();
    }

    private long dataMemory() {
        return dataMemory == null ? 0 : MemorySize.bytes("--data-memory", dataMemory);
    }

    private Discipline discipline() {
        try {
            return pool == null ? Discipline.DEFAULT : Discipline.of(pool);
        } catch (IllegalArgumentException unknown) {
            throw new PlanException("--pool: " + unknown.getMessage());
        }
    }

    private long tolerated() {
        if (failures.equalsIgnoreCase(IGNORE)) {
            return Long.MAX_VALUE;
        }
        try {
            long number = Long.parseLong(failures);
            if (number >= 0) {
                return number;
            }
        } catch (NumberFormatException notANumber) {
            // The message below says what was expected.
        }
        throw new PlanException(
                "--task-failures: expected a number of tasks from 0 on, or " + IGNORE + ", found '" + failures + "'");
    }
}
