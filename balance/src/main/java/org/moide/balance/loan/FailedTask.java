package org.moide.balance.loan;

import java.io.Serializable;
import org.moide.commlib.system.VisibleText;

/**
 * One try of a task that threw, took too long, or in which its engine died, on its way to the root, which decides what
 * becomes of the task. It is neither executed nor unfinished: a column of its own in the books.
 *
 * @param how what happened
 * @param retry the number under which the root had it tried again; 0 at the first try
 * @param deaths how many engines had died with it before
 * @param task encoded, as it was given out at first
 * @param putTasks how many tasks it had put before it threw: they are there, so it is not tried again
 * @param engine where it was tried
 * @param where that thread and host
 * @param name what the task calls itself, shortened
 * @param headline what it threw, that it took too long, or how its engine died: one line
 * @param trace the stack trace, shortened; empty if it threw nothing
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

    /** The way in which a try ends that fails. */
    public enum How {
        /** The task threw. */
        THREW,
        /** The task took longer than it may, and ended when it was interrupted. */
        TOOK_TOO_LONG,
        /** The engine's process ended itself while it ran nothing else. */
        DIED,
        /** The engine's process ended while it ran nothing else, but somebody may have ended it. */
        KILLED,
        /** The engine's process ended while it ran other tasks too. */
        DIED_AMONG_OTHERS
    }

    /** Enough to know a task by. */
    public static final int MOST_NAME = 200;

    /** Longer messages of exceptions are cut. */
    public static final int MOST_HEADLINE = 500;

    /** The first frames say where it was. */
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

    /** Makes a try that threw, of a task with which no engine had died. */
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

    /** Returns whether the engine's process ended with the task. */
    public boolean died() {
        return how != How.THREW && how != How.TOOK_TOO_LONG;
    }

    /**
     * The lender's word for a member that died with a task of its.
     *
     * @param alone whether it was running nothing else
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

    /** About how much it takes in a message. */
    public int bytes() {
        return task.length + where.length() + name.length() + headline.length() + trace.length();
    }

    private static String cut(String text, int most) {
        return text.length() <= most ? text : text.substring(0, most - 3) + "...";
    }
}
