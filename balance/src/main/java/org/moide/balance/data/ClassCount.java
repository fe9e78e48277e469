package org.moide.balance.data;

import java.io.Serializable;

/**
 * A number of tasks of one {@link TaskClass}. Part of MOIDE's API.
 *
 * @param tasks at least 1
 */
public record ClassCount(TaskClass taskClass, long tasks) implements Serializable {
    private static final long serialVersionUID = 1L;

    public ClassCount {
        if (tasks < 1) {
            throw new IllegalArgumentException("class " + taskClass + ": expected at least 1 task, found " + tasks);
        }
    }
}
