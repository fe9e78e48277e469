package org.moide.samples.bench;

import java.io.Serializable;

/**
 * The result of some tasks: their number and the sum of the times for which they wait.
 *
 * @param tasks the number of tasks
 * @param nanos the sum of the times that the tasks take on engines that are not slowed down
 * @param untilNanos the time from when all engines were ready until the last of the tasks was done
 */
public record Waited(long tasks, long nanos, long untilNanos) implements Serializable {
    private static final long serialVersionUID = 1L;

    static final Waited NONE = new Waited(0, 0, 0);

    public Waited {
        if (tasks < 0 || nanos < 0 || untilNanos < 0) {
            throw new IllegalArgumentException("expected numbers from 0 on, found " + tasks + " tasks, " + nanos
                    + " ns, done after " + untilNanos + " ns");
        }
    }

    Waited add(Waited other) {
        return new Waited(tasks + other.tasks, nanos + other.nanos, Math.max(untilNanos, other.untilNanos));
    }
}
