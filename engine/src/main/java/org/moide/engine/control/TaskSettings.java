package org.moide.engine.control;

import java.io.Serializable;
import java.util.Objects;
import org.moide.balance.loan.FailurePolicy;
import org.moide.balance.pool.Discipline;

/**
 * How tasks are treated in a run.
 *
 * @param pool in which queues they lie on each engine
 * @param failures what becomes of tasks that throw
 * @param data how each engine keeps data objects
 * @param verifyMerge whether samples of the merging are done in other orders too, and compared
 * @param handling how workers' handlers are treated
 * @param traced whether engines write down what their threads do, for {@code --trace}
 */
public record TaskSettings(
        Discipline pool,
        FailurePolicy failures,
        DataSettings data,
        boolean verifyMerge,
        HandlingSettings handling,
        boolean traced)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    /** The defaults. */
    public static final TaskSettings DEFAULT =
            new TaskSettings(Discipline.DEFAULT, FailurePolicy.DEFAULT, DataSettings.DEFAULT, false);

    public TaskSettings {
        data = Objects.requireNonNullElse(data, DataSettings.DEFAULT); // what was written down earlier has none
        handling = Objects.requireNonNullElse(handling, HandlingSettings.DEFAULT); // the same
    }

    /** Of a run that is not traced. */
    public TaskSettings(
            Discipline pool,
            FailurePolicy failures,
            DataSettings data,
            boolean verifyMerge,
            HandlingSettings handling) {
        this(pool, failures, data, verifyMerge, handling, false);
    }

    /** Of an application without workers. */
    public TaskSettings(Discipline pool, FailurePolicy failures, DataSettings data, boolean verifyMerge) {
        this(pool, failures, data, verifyMerge, HandlingSettings.DEFAULT, false);
    }

    /** The same, with workers' handlers treated in this way. */
    public TaskSettings with(HandlingSettings other) {
        return new TaskSettings(pool, failures, data, verifyMerge, other, traced);
    }

    /** The same in a run that is traced, or is not. */
    public TaskSettings traced(boolean wanted) {
        return new TaskSettings(pool, failures, data, verifyMerge, handling, wanted);
    }

    @Override
    public String toString() {
        return "pool " + pool + ", " + failures + data + (verifyMerge ? ", merging verified" : "") + handling
                + (traced ? ", traced" : "");
    }
}
