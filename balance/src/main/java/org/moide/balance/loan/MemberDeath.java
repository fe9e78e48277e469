package org.moide.balance.loan;

import java.io.Serializable;
import java.util.List;

/**
 * The death of a member's process, as reported to the balancers of other members.
 *
 * @param where the member and its host, for messages
 * @param cause the full explanation, as a phrase that follows "it" in a sentence
 * @param how a short form of {@code cause}, for messages about a task that was running
 * @param byItself whether no user or system can have killed the process
 * @param begun the tasks that its threads were running; if it is one task, that task is taken for the cause of the
 *     death; if there are several, one of them may be
 */
public record MemberDeath(String where, String cause, String how, boolean byItself, List<BegunTask> begun)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    /** The most running tasks in a report: more than any machine has threads. */
    public static final int MOST_BEGUN = 4096;

    public MemberDeath {
        if (begun.size() > MOST_BEGUN) {
            throw new IllegalArgumentException(
                    "expected at most " + MOST_BEGUN + " tasks that had begun, found " + begun.size());
        }
        begun = List.copyOf(begun);
    }

    /** Makes a death of which only the cause is known. */
    public static MemberDeath unexplained(String cause) {
        return new MemberDeath("", cause, cause, false, List.of());
    }
}
