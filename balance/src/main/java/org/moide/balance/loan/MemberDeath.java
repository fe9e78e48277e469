package org.moide.balance.loan;

import java.io.Serializable;
import java.util.List;

/**
 * The death of a member's process.
 *
 * @param where the member and its host
 * @param cause in words that go on after "it", with all that is known
 * @param how the same in short, for who was running there
 * @param byItself whether nobody else can have ended it
 * @param begun what its threads were running: if it is one task, that is to blame; if there are more, one of them is
 */
public record MemberDeath(String where, String cause, String how, boolean byItself, List<BegunTask> begun)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    /** The most tasks that are told: more than any machine has threads. */
    public static final int MOST_BEGUN = 4096;

    public MemberDeath {
        if (begun.size() > MOST_BEGUN) {
            throw new IllegalArgumentException(
                    "expected at most " + MOST_BEGUN + " tasks that had begun, found " + begun.size());
        }
        begun = List.copyOf(begun);
    }

    /** Makes a death of which nothing is known but the cause. */
    public static MemberDeath unexplained(String cause) {
        return new MemberDeath("", cause, cause, false, List.of());
    }
}
