package org.moide.engine.host;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.BegunTask;
import org.moide.balance.loan.MemberDeath;

/**
 * The end of a child JVM, with its likely cause.
 *
 * @param exitCode the exit code, as the system reported it; 128 + n if signal n killed the process
 * @param asked whether its parent had asked it to end
 * @param ready whether its engine had ever been ready
 * @param cause the cause as text, with the exit code and the child's memory if known
 * @param how the cause like {@code cause}, but without the running tasks
 * @param memory the last known memory figures; null if it never reported any
 * @param begun the tasks that its threads were running, if one of them may be the cause
 * @param byItself whether it ended without being asked and without a signal, and its engine gave no cause except a task
 */
public record ChildEnd(
        int exitCode,
        boolean asked,
        boolean ready,
        String cause,
        String how,
        @Nullable MemoryFigures memory,
        List<BegunTask> begun,
        boolean byItself) {
    /** Exit code of a JVM that {@code -XX:+ExitOnOutOfMemoryError} ends. */
    static final int OUT_OF_MEMORY = 3;

    private static final int SIGNALS_FROM = 128;

    /** Signals by which users and systems ask a process to end: SIGHUP, SIGINT and SIGTERM. */
    private static final Set<Integer> FROM_OUTSIDE = Set.of(1, 2, 15);

    /** SIGKILL, which a user sends, or a system that is short of memory. */
    private static final int KILLED = 9;

    private static final Map<Integer, String> SIGNALS = Map.of(
            1, "SIGHUP",
            2, "SIGINT",
            3, "SIGQUIT",
            4, "SIGILL",
            6, "SIGABRT",
            7, "SIGBUS",
            9, "SIGKILL",
            11, "SIGSEGV",
            13, "SIGPIPE",
            15, "SIGTERM");

    /**
     * Observations of a child's last moments, from which the cause of its end is derived.
     *
     * @param outOfMemory the JVM's message when it ran out of memory
     * @param crash the JVM's summary of its crash, and the path of its full report
     * @param failed the cause that the engine reported
     * @param byTask whether the reported cause was a task
     * @param exiting the thread that called {@code System.exit}, and the source line of the call
     * @param lastLine the last line on its standard error, where a JVM reports errors
     * @param running the tasks that its threads were running; empty if none or unknown
     * @param memoryKill what ran out of memory, the control group or the host, when the kernel killed a process of this
     *     group; null if it killed none
     */
    record Clues(
            @Nullable String outOfMemory,
            @Nullable String crash,
            @Nullable String failed,
            boolean byTask,
            @Nullable String exiting,
            @Nullable String lastLine,
            @Nullable MemoryFigures memory,
            List<BegunTask> running,
            @Nullable String memoryKill) {}

    static ChildEnd of(int exitCode, boolean asked, boolean ready, Clues clues) {
        boolean fromOutside = isFromOutside(exitCode, clues);
        List<BegunTask> begun = asked || fromOutside ? List.of() : clues.running();
        String running =
                asked || clues.running().isEmpty() ? "" : "; it was running " + LastTasks.inWords(clues.running());
        boolean byItself = !asked
                && !fromOutside
                && exitCode != SIGNALS_FROM + KILLED
                && (clues.failed() == null || clues.byTask());
        String how = cause(exitCode, asked, ready, clues);
        return new ChildEnd(exitCode, asked, ready, how + running, how, clues.memory(), begun, byItself);
    }

    /** Returns whether a signal that asks a process to end has ended it. Then no task is the cause. */
    private static boolean isFromOutside(int exitCode, Clues clues) {
        return clues.exiting() == null && FROM_OUTSIDE.contains(exitCode - SIGNALS_FROM);
    }

    /**
     * Returns this end as a message to members that have lent tasks to the engine.
     *
     * @param where the engine and its host, as text
     */
    public MemberDeath death(String where) {
        return new MemberDeath(where, cause, how, byItself, begun);
    }

    /** Returns the name of the signal that killed the process; null if none did. */
    public @Nullable String signal() {
        return exitCode > SIGNALS_FROM
                ? SIGNALS.getOrDefault(exitCode - SIGNALS_FROM, "signal " + (exitCode - 128))
                : null;
    }

    private static String cause(int exitCode, boolean asked, boolean ready, Clues clues) {
        String code = " (exit code " + exitCode + ")";
        String memory = clues.memory() == null ? "" : "; last known memory: " + clues.memory();
        if (clues.outOfMemory() != null) {
            return "ran out of memory" + code + ": " + clues.outOfMemory() + memory
                    + "; give each engine more with --engine-memory";
        }
        if (clues.crash() != null) {
            return "ended in a crash of its JVM" + code + ": " + clues.crash() + memory;
        }
        if (clues.exiting() != null) {
            return "the application called System.exit" + code + " in " + clues.exiting();
        }
        if (clues.failed() != null) {
            return clues.failed() + code;
        }
        if (asked) {
            return "ended as asked" + code;
        }
        if (exitCode > SIGNALS_FROM) {
            String signal = SIGNALS.getOrDefault(exitCode - SIGNALS_FROM, "signal " + (exitCode - SIGNALS_FROM));
            boolean killed = exitCode - SIGNALS_FROM == KILLED;
            if (killed && clues.memoryKill() != null) {
                return "was killed by the system" + code + ", since " + clues.memoryKill() + " had no memory left"
                        + memory
                        + "; have fewer engines there, give each less with --engine-memory, or give the group more";
            }
            String hint = killed ? " (by hand, or the system was short of memory)" : "";
            return "was killed by " + signal + hint + code + memory;
        }
        if (exitCode == OUT_OF_MEMORY) {
            return "ended" + code + ", as a JVM does that is out of memory" + memory;
        }
        String said = clues.lastLine() == null ? "" : "; it last said: " + clues.lastLine();
        return (ready ? "ended by itself" : "ended before it was ready") + code + said + memory;
    }
}
