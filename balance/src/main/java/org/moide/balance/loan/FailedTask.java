package org.moide.balance.loan;

import java.io.Serializable;
import org.moide.commlib.system.VisibleText;

/**
 * One try of a task that threw, on its way to the root, which decides what becomes of the task. It is neither executed nor
 * unfinished: a column of its own in the books.
 *
 * @param retry the number under which the root had it tried again; 0 at the first try
 * @param task encoded, as it was given out at first
 * @param putTasks how many tasks it had put before it threw: they are there, so it is not tried again
 * @param engine where it was tried
 * @param where that thread and host
 * @param name what the task calls itself, shortened
 * @param headline what it threw, one line
 * @param trace the stack trace, shortened
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record FailedTask(
        long retry, byte[] task, int putTasks, int engine, String where, String name, String headline, String trace)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    /** Enough to know a task by. */
    public static final int MOST_NAME = 200;

    /** Longer messages of exceptions are cut. */
    public static final int MOST_HEADLINE = 500;

    /** The first frames say where it was. */
    public static final int MOST_TRACE = 4_000;

    public FailedTask {
        if (retry < 0 || putTasks < 0 || engine < 0) {
            throw new IllegalArgumentException("expected a retry, tasks put and an engine from 0 on, found " + retry
                    + ", " + putTasks + " and " + engine);
        }
        where = VisibleText.line(where);
        name = cut(VisibleText.line(name), MOST_NAME);
        headline = cut(VisibleText.line(headline), MOST_HEADLINE);
        trace = cut(VisibleText.lines(trace), MOST_TRACE);
    }

    /** About how much it takes in a message. */
    public int bytes() {
        return task.length + where.length() + name.length() + headline.length() + trace.length();
    }

    private static String cut(String text, int most) {
        return text.length() <= most ? text : text.substring(0, most - 3) + "...";
    }
}
