package org.moide.engine.control;

import java.io.Serializable;
import org.moide.balance.loan.FailurePolicy;
import org.moide.balance.pool.Discipline;

/**
 * How tasks are treated in a run.
 *
 * @param pool in which queues they lie on each engine
 * @param failures what becomes of tasks that throw
 * @param dataMemory how many bytes of data objects each engine has at once; 0 for a quarter of its heap
 * @param verifyMerge whether samples of the merging are done in other orders too, and compared
 * @param verifyData whether it is looked after each task whether it has changed a data object that it read
 */
public record TaskSettings(
        Discipline pool, FailurePolicy failures, long dataMemory, boolean verifyMerge, boolean verifyData)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    /** The defaults. */
    public static final TaskSettings DEFAULT =
            new TaskSettings(Discipline.DEFAULT, FailurePolicy.DEFAULT, 0, false, false);

    public TaskSettings {
        if (dataMemory < 0) {
            throw new IllegalArgumentException("expected room for data objects from 0 bytes on, found " + dataMemory);
        }
    }

    /** How many bytes of data objects an engine in this JVM may have at once. */
    public long dataMemoryHere() {
        return dataMemory == 0 ? Runtime.getRuntime().maxMemory() / 4 : dataMemory;
    }

    @Override
    public String toString() {
        return "pool " + pool + ", " + failures
                + (dataMemory == 0 ? "" : ", " + dataMemory + " bytes of data objects on each engine")
                + (verifyMerge ? ", merging verified" : "")
                + (verifyData ? ", data objects verified" : "");
    }
}
