package org.moide.balance.data;

import java.io.Serializable;

/**
 * A number of tasks of one class. Part of MOIDE's API.
 *
 * @param taskClass what they read
 * @param tasks how many, from 1 on
 */
public record ClassCount(TaskClass taskClass, long tasks) implements Serializable {
    private static final long serialVersionUID = 1L;

    public ClassCount {
        if (tasks < 1) {
            throw new IllegalArgumentException("class " + taskClass + ": expected at least 1 task, found " + tasks);
        }
    }
}
