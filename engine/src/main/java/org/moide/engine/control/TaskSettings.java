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
 * @param watched whether engines say what they have done so far, for {@code --page}
 */
public record TaskSettings(
        Discipline pool,
        FailurePolicy failures,
        DataSettings data,
        boolean verifyMerge,
        HandlingSettings handling,
        boolean traced,
        boolean watched)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    /** The defaults. */
    public static final TaskSettings DEFAULT =
            new TaskSettings(Discipline.DEFAULT, FailurePolicy.DEFAULT, DataSettings.DEFAULT, false);

    public TaskSettings {
        data = Objects.requireNonNullElse(data, DataSettings.DEFAULT); // what was written down earlier has none
        handling = Objects.requireNonNullElse(handling, HandlingSettings.DEFAULT); // the same
    }

    /** Of a run that is neither traced nor watched. */
    public TaskSettings(
            Discipline pool,
            FailurePolicy failures,
            DataSettings data,
            boolean verifyMerge,
            HandlingSettings handling) {
        this(pool, failures, data, verifyMerge, handling, false, false);
    }

    /** Of an application without workers. */
    public TaskSettings(Discipline pool, FailurePolicy failures, DataSettings data, boolean verifyMerge) {
        this(pool, failures, data, verifyMerge, HandlingSettings.DEFAULT);
    }

    /** The same, with workers' handlers treated in this way. */
    public TaskSettings with(HandlingSettings other) {
        return new TaskSettings(pool, failures, data, verifyMerge, other, traced, watched);
    }

    /** The same, with other rules for tasks that fail. */
    public TaskSettings with(FailurePolicy other) {
        return new TaskSettings(pool, other, data, verifyMerge, handling, traced, watched);
    }

    /** The same in a run that is traced, or is not. */
    public TaskSettings traced(boolean wanted) {
        return new TaskSettings(pool, failures, data, verifyMerge, handling, wanted, watched);
    }

    /** The same in a run that is shown on a page, or is not. */
    public TaskSettings watched(boolean wanted) {
        return new TaskSettings(pool, failures, data, verifyMerge, handling, traced, wanted);
    }

    @Override
    public String toString() {
        return "pool " + pool + ", " + failures + data + (verifyMerge ? ", merging verified" : "") + handling
                + (traced ? ", traced" : "") + (watched ? ", watched" : "");
    }
}
