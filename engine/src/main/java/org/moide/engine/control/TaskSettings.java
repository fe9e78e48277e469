package org.moide.engine.control;

import java.io.Serializable;
import org.moide.balance.loan.FailurePolicy;
import org.moide.balance.pool.Discipline;

/**
 * How tasks are treated in a run.
 *
 * @param pool in which queues they lie on each engine
 * @param failures what becomes of tasks that throw
 * @param verifyMerge whether samples of the merging are done in other orders too, and compared
 */
public record TaskSettings(Discipline pool, FailurePolicy failures, boolean verifyMerge) implements Serializable {
    private static final long serialVersionUID = 1L;

    /** The defaults. */
    public static final TaskSettings DEFAULT = new TaskSettings(Discipline.DEFAULT, FailurePolicy.DEFAULT, false);

    @Override
    public String toString() {
        return "pool " + pool + ", " + failures + (verifyMerge ? ", merging verified" : "");
    }
}
