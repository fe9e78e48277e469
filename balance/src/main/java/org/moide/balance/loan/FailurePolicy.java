package org.moide.balance.loan;

import java.io.Serializable;

/**
 * The policy for tasks that throw.
 *
 * @param tries the number of tries before a task is given up
 * @param tolerated the number of tasks that may be given up before the run fails; {@link Long#MAX_VALUE} for any number
 */
public record FailurePolicy(int tries, long tolerated) implements Serializable {
    private static final long serialVersionUID = 1L;

    /**
     * The default number of tries. A failure that the host caused does not recur on another host. A task that has
     * failed three times will fail again.
     */
    public static final int DEFAULT_TRIES = 3;

    /** The most tries; a larger number is taken for a mistake. */
    public static final int MOST_TRIES = 1_000;

    /** The default policy: {@link #DEFAULT_TRIES} tries of each task; the first task that is given up fails the run. */
    public static final FailurePolicy DEFAULT = new FailurePolicy(DEFAULT_TRIES, 0);

    public FailurePolicy {
        if (tries < 1 || tries > MOST_TRIES || tolerated < 0) {
            throw new IllegalArgumentException("expected 1 to " + MOST_TRIES + " tries and tolerated tasks from 0 on,"
                    + " found " + tries + " and " + tolerated);
        }
    }

    @Override
    public String toString() {
        String many = tolerated == Long.MAX_VALUE ? "any number" : Long.toString(tolerated);
        return tries + (tries == 1 ? " try" : " tries") + " of a task that throws, " + many
                + " given up before the run fails";
    }
}
