package org.moide.balance.loan;

import java.io.Serializable;

/**
 * A message from one member to another, with the incarnations of both.
 *
 * @param from the sender's number; {@link org.moide.balance.strategy.Membership#ROOT} for the root
 * @param fromIncarnation distinguishes the sender from an earlier holder of its number
 * @param toIncarnation the receiver's incarnation; a later holder of the number discards the message
 */
public record Letter(int from, long fromIncarnation, long toIncarnation, LoanMessage message) implements Serializable {
    private static final long serialVersionUID = 1L;

    public Letter {
        if (from < -1 || fromIncarnation < 0 || toIncarnation < 0) {
            throw new IllegalArgumentException("expected a sender from -1 and incarnations from 0 on, found " + from
                    + ", " + fromIncarnation + " and " + toIncarnation);
        }
    }
}
