package org.moide.balance.loan;

import java.io.Serializable;

/**
 * The policy for tasks that throw.
 *
 * @param tries how often a task is tried before it is given up
 * @param tolerated how many tasks may be given up before the run fails; {@link Long#MAX_VALUE} if any number
 */
public record FailurePolicy(int tries, long tolerated) implements Serializable {
    private static final long serialVersionUID = 1L;

    /**
     * The default tries: what fails because of the host it is on succeeds on another, and what failed three times will
     * fail again.
     */
    public static final int DEFAULT_TRIES = 3;

    /** A larger number is taken for a mistake. */
    public static final int MOST_TRIES = 1_000;

    /** The default: some tries, and then the run fails. */
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
