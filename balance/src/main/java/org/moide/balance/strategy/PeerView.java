package org.moide.balance.strategy;

import org.jspecify.annotations.Nullable;

/**
 * One member's knowledge of another member: requests, loans and load. Below, "this member" is the one that knows, and
 * "it" is the other one.
 *
 * @param member the other member's number
 * @param asked whether a request of this member to it is unanswered
 * @param patientlyAsked whether that request may wait there until there are tasks
 * @param answeredNanos when it last answered a request, with tasks or a refusal; {@link Long#MIN_VALUE} if never
 * @param refusedInARow the number of its refusals since it last gave tasks
 * @param passedOn whether its last answer was that it has returned tasks to their lender, which will give them to this
 *     member
 * @param loansOut the number of loans from this member that it holds
 * @param tasksLent the number of tasks that this member has lent it so far
 * @param told the load that it last told; null if none
 */
public record PeerView(
        int member,
        boolean asked,
        boolean patientlyAsked,
        long answeredNanos,
        int refusedInARow,
        boolean passedOn,
        int loansOut,
        long tasksLent,
        MemberView.@Nullable Telling told) {
    /** Creates the knowledge of a member with which no message was exchanged yet. */
    public static PeerView stranger(int member) {
        return new PeerView(member, false, false, Long.MIN_VALUE, 0, false, 0, 0, null);
    }
}
