package org.moide.engine.control;

import java.io.Serializable;
import org.moide.balance.loan.FailurePolicy;

/**
 * Settings of how the handlers of a worker application are treated.
 *
 * @param tries how often a task is tried whose handler throws, each time from the state before the task
 * @param verifyTasks whether engines check that a task is not changed after it was sent
 */
public record HandlingSettings(int tries, boolean verifyTasks) implements Serializable {
    private static final long serialVersionUID = 1L;

    /** One try, since more cost a copy of the state for each task. */
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
