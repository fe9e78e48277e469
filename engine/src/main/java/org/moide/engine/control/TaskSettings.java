package org.moide.engine.control;

import java.io.Serializable;
import java.util.Objects;
import org.moide.balance.loan.FailurePolicy;
import org.moide.balance.pool.Discipline;

/**
 * Settings for the tasks of a run.
 *
 * @param pool the queues in which an engine keeps its tasks
 * @param failures the policy for tasks that throw
 * @param data the settings for data objects
 * @param verifyMerge whether samples of results are also merged in other orders, and compared
 * @param handling the settings for the handlers of workers
 * @param traced whether engines record what their threads do, for {@code --trace}
 * @param watched whether engines report their figures during the run, for {@code --page}
 * @param timeLimitNanos the time limit of a task of a bag, after which the attempt is interrupted and counts as failed;
 *     0 for none
 * @param secondCopies whether engines without tasks run second copies of a bag's last tasks
 */
public record TaskSettings(
        Discipline pool,
        FailurePolicy failures,
        DataSettings data,
        boolean verifyMerge,
        HandlingSettings handling,
        boolean traced,
        boolean watched,
        long timeLimitNanos,
        boolean secondCopies)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    public static final TaskSettings DEFAULT =
            new TaskSettings(Discipline.DEFAULT, FailurePolicy.DEFAULT, DataSettings.DEFAULT, false);

    public TaskSettings {
        data = Objects.requireNonNullElse(data, DataSettings.DEFAULT); // null in records of earlier versions
        // Null in records of earlier versions.
        handling = Objects.requireNonNullElse(handling, HandlingSettings.DEFAULT);
        if (timeLimitNanos < 0) {
            throw new IllegalArgumentException("expected a time for a task from 0 on, found " + timeLimitNanos);
        }
    }

    /** Creates settings without trace, page and time limit. */
    public TaskSettings(
            Discipline pool,
            FailurePolicy failures,
            DataSettings data,
            boolean verifyMerge,
            HandlingSettings handling) {
        this(pool, failures, data, verifyMerge, handling, false, false, 0, true);
    }

    /** Creates settings for an application without workers, without trace, page and time limit. */
    public TaskSettings(Discipline pool, FailurePolicy failures, DataSettings data, boolean verifyMerge) {
        this(pool, failures, data, verifyMerge, HandlingSettings.DEFAULT);
    }

    public TaskSettings with(HandlingSettings other) {
        return new TaskSettings(
                pool, failures, data, verifyMerge, other, traced, watched, timeLimitNanos, secondCopies);
    }

    public TaskSettings with(FailurePolicy other) {
        return new TaskSettings(
                pool, other, data, verifyMerge, handling, traced, watched, timeLimitNanos, secondCopies);
    }

    public TaskSettings traced(boolean wanted) {
        return new TaskSettings(
                pool, failures, data, verifyMerge, handling, wanted, watched, timeLimitNanos, secondCopies);
    }

    public TaskSettings watched(boolean wanted) {
        return new TaskSettings(
                pool, failures, data, verifyMerge, handling, traced, wanted, timeLimitNanos, secondCopies);
    }

    /** Returns a copy with a time limit of a task, in nanoseconds, above 0. */
    public TaskSettings limited(long nanos) {
        return new TaskSettings(pool, failures, data, verifyMerge, handling, traced, watched, nanos, secondCopies);
    }

    /** Returns a copy in which engines without tasks run, or do not run, second copies of the last tasks. */
    public TaskSettings secondCopies(boolean wanted) {
        return new TaskSettings(pool, failures, data, verifyMerge, handling, traced, watched, timeLimitNanos, wanted);
    }

    /**
     * Returns whether a task may run on two engines at the same time. It may not if tasks have a time limit: a task
     * that hangs would then end two engines.
     */
    public boolean mayRunTwice() {
        return secondCopies && timeLimitNanos == 0;
    }

    @Override
    public String toString() {
        return "pool " + pool + ", " + failures + data + (verifyMerge ? ", merging verified" : "") + handling
                + (traced ? ", traced" : "") + (watched ? ", watched" : "")
                + (timeLimitNanos > 0 ? ", a task ends after " + timeLimitNanos / 1_000_000 + " ms" : "")
                + (secondCopies ? "" : ", no second copies");
    }
}
