package org.moide.engine.control;

import java.io.Serializable;
import java.util.concurrent.TimeUnit;
import org.moide.balance.loan.FailedTask;
import org.moide.commlib.system.VisibleText;

/**
 * A task of a bag, or a call of an executor, that a thread is running.
 *
 * @param thread the compute thread's index
 * @param name the name that the task gives itself; empty if it gives none
 * @param nanos for how long the thread has been running it
 */
public record TaskNow(int thread, String name, long nanos) implements Serializable {
    private static final long serialVersionUID = 1L;

    /**
     * The running time from which on those who look on are told of a task: as long as a user waits before he asks what
     * goes on.
     */
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

    /** Returns the task in words. */
    public String words() {
        return name.isEmpty() ? "a task" : "task " + name;
    }
}
