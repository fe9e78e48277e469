package org.moide.balance.loan;

import java.io.Serializable;
import org.moide.commlib.system.VisibleText;

/**
 * One failed try of a task: the task threw, took too long, or its engine died. The failure is sent to the root, which
 * decides whether to try the task again. The task then counts as neither executed nor unfinished.
 *
 * @param how the kind of failure
 * @param retry the number that the root gave to this repetition of the task; 0 for the first try
 * @param deaths the number of engines that had died with the task before
 * @param task the task, encoded as at the first try
 * @param putTasks the number of tasks that the task had put before it threw; if not 0 it is not tried again, since
 *     those tasks exist
 * @param engine the number of the engine on which it failed
 * @param where the thread and host on which it failed
 * @param name the task's own name, shortened
 * @param headline one line: the exception, the time limit, or how the engine died
 * @param trace the stack trace, shortened; empty without an exception
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record FailedTask(
        How how,
        long retry,
        int deaths,
        byte[] task,
        int putTasks,
        int engine,
        String where,
        String name,
        String headline,
        String trace)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    /** The ways in which a try of a task can fail. */
    public enum How {
        THREW,
        /** The task ran longer than its limit and ended when it was interrupted. */
        TOOK_TOO_LONG,
        /** The engine's process ended by itself while this was its only running task. */
        DIED,
        /**
         * The engine's process ended while this was its only running task, but a user or the system may have killed it.
         */
        KILLED,
        /** The engine's process ended while it ran several tasks. */
        DIED_AMONG_OTHERS
    }

    /** The most characters of a task's name. */
    public static final int MOST_NAME = 200;

    /** The most characters of {@code headline}, which may quote an exception's message. */
    public static final int MOST_HEADLINE = 500;

    /** The most characters of a stack trace. Its first frames, which are kept, show where the exception was thrown. */
    public static final int MOST_TRACE = 4_000;

    public FailedTask {
        if (retry < 0 || deaths < 0 || putTasks < 0 || engine < 0) {
            throw new IllegalArgumentException("expected a retry, deaths, tasks put and an engine from 0 on, found "
                    + retry + ", " + deaths + ", " + putTasks + " and " + engine);
        }
        where = VisibleText.line(where);
        name = cut(VisibleText.line(name), MOST_NAME);
        headline = cut(VisibleText.line(headline), MOST_HEADLINE);
        trace = cut(VisibleText.lines(trace), MOST_TRACE);
    }

    /** Makes the failure of a task that threw, and with which no engine had died before. */
    public FailedTask(
            long retry,
            byte[] task,
            int putTasks,
            int engine,
            String where,
            String name,
            String headline,
            String trace) {
        this(How.THREW, retry, 0, task, putTasks, engine, where, name, headline, trace);
    }

    /** Returns whether the engine's process ended during the task. */
    public boolean died() {
        return how != How.THREW && how != How.TOOK_TOO_LONG;
    }

    /**
     * Makes the failure that a lender reports for a member that died during a task.
     *
     * @param lent the task's bytes as they were lent
     * @param alone whether the member ran no other task
     */
    public static FailedTask of(byte[] lent, String name, int engine, MemberDeath death, boolean alone) {
        How how = death.byItself() ? How.DIED : How.KILLED;
        if (!alone) {
            how = How.DIED_AMONG_OTHERS;
        }
        return new FailedTask(
                how,
                RetriedTask.numberIn(lent),
                RetriedTask.deathsIn(lent),
                RetriedTask.taskIn(lent),
                0,
                engine,
                death.where(),
                name,
                death.how(),
                "");
    }

    /** Returns the approximate number of bytes that this failure takes in a message. */
    public int bytes() {
        return task.length + where.length() + name.length() + headline.length() + trace.length();
    }

    private static String cut(String text, int most) {
        return text.length() <= most ? text : text.substring(0, most - 3) + "...";
    }
}
