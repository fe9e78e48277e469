package org.moide.balance.strategy;

import org.jspecify.annotations.Nullable;

/**
 * The dealings of a member with one other.
 *
 * @param member the other's number
 * @param asked whether this member has asked it for tasks and has no answer yet
 * @param patientlyAsked whether that was a request that may wait there
 * @param answeredNanos when it last answered a request, with tasks or by refusing; {@link Long#MIN_VALUE} if never
 * @param refusedInARow how many requests it has refused since it last gave something
 * @param passedOn whether it has answered last that it sent tasks home to their lender, who gives them to this member
 * @param loansOut how many loans of this member it holds
 * @param tasksLent how many tasks this member has lent it so far
 * @param told what it last said; null if nothing yet
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
    /** Makes the view of somebody with whom there was nothing yet. */
    public static PeerView stranger(int member) {
        return new PeerView(member, false, false, Long.MIN_VALUE, 0, false, 0, 0, null);
    }
}
