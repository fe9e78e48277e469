package org.moide.engine.control;

import java.io.Serializable;
import java.util.concurrent.TimeUnit;
import org.moide.balance.loan.FailedTask;
import org.moide.commlib.system.VisibleText;

/**
 * A task of a bag, or a call of an executor, that a thread is running now.
 *
 * @param thread the compute thread's index
 * @param name the name that the task gives itself; empty if it gives none
 * @param nanos the time since the thread began the task
 */
public record TaskNow(int thread, String name, long nanos) implements Serializable {
    private static final long serialVersionUID = 1L;

    /** Run time from which on a task is shown to the user: about as long as a user waits before wondering. */
    public static final long LONG_NANOS = TimeUnit.SECONDS.toNanos(5);

    public TaskNow {
        if (thread < 0 || nanos < 0) {
            throw new IllegalArgumentException(
                    "expected a thread and a time from 0 on, found " + thread + " and " + nanos);
        }
        name = VisibleText.line(name);
        if (name.length() > FailedTask.MOST_NAME) {
            name = name.substring(0, FailedTask.MOST_NAME - 3) + "...";
        }
    }

    /** Returns the task as text for a message. */
    public String words() {
        return name.isEmpty() ? "a task" : "task " + name;
    }
}
