package org.moide.engine.control;

import java.io.Serializable;
import java.util.Objects;
import org.moide.balance.loan.FailurePolicy;
import org.moide.balance.pool.Discipline;

/**
 * Settings of how tasks are treated in a run.
 *
 * @param pool the queues in which an engine keeps its tasks
 * @param failures the policy for tasks that throw
 * @param data settings of how each engine keeps data objects
 * @param verifyMerge whether samples of results are merged in other orders too, and compared
 * @param handling settings of how workers' handlers are treated
 * @param traced whether engines write down what their threads do, for {@code --trace}
 * @param watched whether engines say what they have done so far, for {@code --page}
 * @param timeLimitNanos how long a task of a bag may take until it is told to end, as a failed try; 0 for any time
 */
public record TaskSettings(
        Discipline pool,
        FailurePolicy failures,
        DataSettings data,
        boolean verifyMerge,
        HandlingSettings handling,
        boolean traced,
        boolean watched,
        long timeLimitNanos)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    /** The defaults. */
    public static final TaskSettings DEFAULT =
            new TaskSettings(Discipline.DEFAULT, FailurePolicy.DEFAULT, DataSettings.DEFAULT, false);

    public TaskSettings {
        data = Objects.requireNonNullElse(data, DataSettings.DEFAULT); // earlier versions wrote none
        handling = Objects.requireNonNullElse(handling, HandlingSettings.DEFAULT); // the same
        if (timeLimitNanos < 0) {
            throw new IllegalArgumentException("expected a time for a task from 0 on, found " + timeLimitNanos);
        }
    }

    /** Creates the settings of a run that is neither traced nor watched, whose tasks may take any time. */
    public TaskSettings(
            Discipline pool,
            FailurePolicy failures,
            DataSettings data,
            boolean verifyMerge,
            HandlingSettings handling) {
        this(pool, failures, data, verifyMerge, handling, false, false, 0);
    }

    /** Creates the settings of an application without workers. */
    public TaskSettings(Discipline pool, FailurePolicy failures, DataSettings data, boolean verifyMerge) {
        this(pool, failures, data, verifyMerge, HandlingSettings.DEFAULT);
    }

    /** Returns the same settings with other settings of workers' handlers. */
    public TaskSettings with(HandlingSettings other) {
        return new TaskSettings(pool, failures, data, verifyMerge, other, traced, watched, timeLimitNanos);
    }

    /** Returns the same settings with other rules for tasks that fail. */
    public TaskSettings with(FailurePolicy other) {
        return new TaskSettings(pool, other, data, verifyMerge, handling, traced, watched, timeLimitNanos);
    }

    /** Returns the same settings of a run that is traced, or is not. */
    public TaskSettings traced(boolean wanted) {
        return new TaskSettings(pool, failures, data, verifyMerge, handling, wanted, watched, timeLimitNanos);
    }

    /** Returns the same settings of a run that is shown on a page, or is not. */
    public TaskSettings watched(boolean wanted) {
        return new TaskSettings(pool, failures, data, verifyMerge, handling, traced, wanted, timeLimitNanos);
    }

    /** Returns the same settings with a limit on the time of a task, above 0. */
    public TaskSettings limited(long nanos) {
        return new TaskSettings(pool, failures, data, verifyMerge, handling, traced, watched, nanos);
    }

    @Override
    public String toString() {
        return "pool " + pool + ", " + failures + data + (verifyMerge ? ", merging verified" : "") + handling
                + (traced ? ", traced" : "") + (watched ? ", watched" : "")
                + (timeLimitNanos > 0 ? ", a task ends after " + timeLimitNanos / 1_000_000 + " ms" : "");
    }
}
