package org.moide.engine.control;

import java.io.Serializable;
import org.moide.balance.loan.FailurePolicy;

/**
 * Settings for the handlers of a worker application.
 *
 * @param tries how often a task is tried if its handler throws; each attempt starts from the state before the task
 * @param verifyTasks whether engines check that a task does not change after it was sent
 */
public record HandlingSettings(int tries, boolean verifyTasks) implements Serializable {
    private static final long serialVersionUID = 1L;

    /** One attempt, because more attempts need a copy of the worker's state for each task. */
    public static final HandlingSettings DEFAULT = new HandlingSettings(1, false);

    public HandlingSettings {
        if (tries < 1 || tries > FailurePolicy.MOST_TRIES) {
            throw new IllegalArgumentException(
                    "expected 1 to " + FailurePolicy.MOST_TRIES + " tries of a worker's task, found " + tries);
        }
    }

    @Override
    public String toString() {
        return (tries == 1 ? "" : ", " + tries + " tries of a worker's task that throws")
                + (verifyTasks ? ", workers' tasks verified" : "");
    }
}
