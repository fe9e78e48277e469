package org.moide.balance.loan.peer;

import org.jspecify.annotations.Nullable;
import org.moide.balance.data.DataWanted;
import org.moide.balance.loan.AnswerTime;
import org.moide.balance.loan.BalancerLimits;
import org.moide.balance.loan.LoanMessage.FetchTasks;
import org.moide.balance.loan.LoanMessage.LoanGranted;
import org.moide.balance.loan.LoanMessage.RequestRefused;
import org.moide.balance.loan.Repetition;

/**
 * The state of another member as a lender of this one: the request that the lender has not answered yet, and the grants
 * received from it.
 */
public class LenderSession {
    /**
     * The greatest number of times that the pause doubles in which a spared lender is not asked for tasks. The first
     * such pause is a 16th of the first repeat pause. A lender is spared if it answered that it had passed tasks on,
     * but none came.
     */
    private static final int LONGEST_QUIET = 5;

    /** The multiple of the usual time of an answer within which nearly all answers come. */
    private static final int ANSWERED_WITHIN = 2;

    private static final long NEVER = -1;

    /**
     * The time, as a multiple of the first repeat pause, after which an impatient request counts as refused: the lender
     * may be gone.
     */
    private static final int IMPATIENCE_PAUSES = 10;

    private final BalancerLimits limits;
    private final Repetition repetition;
    private final AnswerTime returnsAnswered = new AnswerTime();
    private final AnswerTime requestsAnswered = new AnswerTime();
    private @Nullable FetchTasks pending;
    private long askedNanos;
    private long requests;
    private long answeredNanos = Long.MIN_VALUE;
    private int refusedInARow;
    private boolean passedOn; // whether its last answer said that tasks were passed on
    private long comings = NEVER; // grants from all lenders when it last passed tasks on
    private int unkept; // answers in a row after which no passed-on tasks came
    private long quietUntilNanos = Long.MAX_VALUE; // MAX_VALUE unless this lender is not to be asked
    private long lastGrant;
    private long lastGiveBack;

    LenderSession(BalancerLimits limits) {
        this.limits = limits;
        this.repetition = new Repetition(limits);
    }

    /**
     * Makes a request for tasks to this lender; null while an earlier one is unanswered, or while the lender is spared,
     * that is, not asked for a while.
     */
    @Nullable
    public FetchTasks ask(
            long tasks, boolean patient, int idle, long queued, long meanTaskNanos, DataWanted data, long nowNanos) {
        if (isAsked(nowNanos)) {
            return null;
        }
        repetition.start(nowNanos);
        askedNanos = nowNanos;
        pending = new FetchTasks(++requests, tasks, patient, idle, queued, meanTaskNanos, data);
        return pending;
    }

    /**
     * Returns the request to send again now, with the member's present load; null if no repeat is due.
     *
     * @param busy whether the lender has too much to do to be told of idle threads before it could have answered
     */
    @Nullable
    public FetchTasks repeat(int idle, long queued, long meanTaskNanos, boolean busy, long nowNanos) {
        FetchTasks before = pending;
        if (before == null) {
            endQuiet(nowNanos);
            return null;
        }
        if (!before.patient() && nowNanos > impatientNanos()) {
            pending = null;
            answeredNanos = nowNanos;
            refusedInARow++;
            passedOn = false;
            return null;
        }
        // The lender is told at once when the first thread becomes idle, unless its answer is on the way.
        boolean onTheWay = busy && nowNanos - askedNanos <= ANSWERED_WITHIN * requestsAnswered.nanos();
        boolean news = idle > 0 && before.idleThreads() == 0 && !onTheWay;
        if (!news && !repetition.isDue(nowNanos)) {
            return null;
        }
        pending = new FetchTasks(
                before.request(), before.tasks(), before.patient(), idle, queued, meanTaskNanos, before.data());
        return pending;
    }

    /** Returns the time at which an unanswered request that is not patient counts as refused. */
    private long impatientNanos() {
        return askedNanos + IMPATIENCE_PAUSES * limits.repeatNanos();
    }

    /**
     * Withdraws the unanswered request to this lender.
     *
     * @return its number; 0 if there is none
     */
    public long withdraw() {
        FetchTasks before = pending;
        pending = null;
        return before == null ? 0 : before.request();
    }

    /** Forgets the unanswered request without a message, because this member wants no more tasks. */
    public void forget() {
        pending = null;
    }

    /** Counts the unanswered request to this lender as refused, because the lender leaves. */
    void dismissed(long nowNanos) {
        if (pending != null) {
            pending = null;
            answeredNanos = nowNanos;
            refusedInARow++;
            passedOn = false;
        }
    }

    /** Returns whether a request is unanswered, or the lender is spared, that is, not asked for a while. */
    public boolean isAsked(long nowNanos) {
        endQuiet(nowNanos);
        return pending != null || quietUntilNanos != Long.MAX_VALUE;
    }

    private void endQuiet(long nowNanos) {
        if (nowNanos >= quietUntilNanos) {
            quietUntilNanos = Long.MAX_VALUE;
        }
    }

    /** Returns whether there is an unanswered request that was made early, while no thread was idle. */
    boolean isCalmlyAsked() {
        return pending != null && pending.idleThreads() == 0;
    }

    /** Returns whether the lender is not to be asked for a while, since tasks it passed on have not come. */
    boolean isSpared() {
        return quietUntilNanos != Long.MAX_VALUE;
    }

    public boolean isPatientlyAsked() {
        return pending != null && pending.patient();
    }

    /**
     * Takes a grant of tasks from this lender, and closes the request that it answers.
     *
     * @return false if the grant is a repeat
     */
    public boolean granted(LoanGranted grant, long nowNanos) {
        if (grant.sequence() <= lastGrant) {
            return false;
        }
        lastGrant = grant.sequence();
        if (pending != null && pending.request() == grant.request()) {
            pending = null;
            requestsAnswered.observe(Math.min(nowNanos - askedNanos, limits.repeatNanos()));
        }
        answeredNanos = nowNanos;
        refusedInARow = 0;
        passedOn = false;
        return true;
    }

    /**
     * Takes the lender's refusal of a request.
     *
     * @param taken the number of grants that this member has taken so far, from all lenders
     */
    public void refused(RequestRefused refusal, long taken, long nowNanos) {
        if (pending != null && pending.request() == refusal.request()) {
            pending = null;
            answeredNanos = nowNanos;
            passedOn = refusal.passedOn();
            refusedInARow = passedOn ? 0 : refusedInARow + 1;
            if (passedOn) {
                passedOn(taken, nowNanos);
            }
        }
    }

    /**
     * Records that the lender has returned tasks to its own lender, which should give them to this member. If that
     * second lender cannot reach this member, it gives the tasks to the first again, which would pass them on again, as
     * fast as messages go. So each answer after which no tasks came doubles the time for which this lender is spared,
     * that is, not asked.
     */
    private void passedOn(long taken, long nowNanos) {
        unkept = taken == comings ? unkept + 1 : 0;
        comings = taken;
        if (unkept > 0) {
            quietUntilNanos = nowNanos + (limits.repeatNanos() >> Math.max(0, LONGEST_QUIET - unkept));
        }
    }

    /** Lets a spared lender be asked again, because tasks have come from some member. */
    public void endQuiet() {
        quietUntilNanos = Long.MAX_VALUE;
    }

    /** Returns whether a request of the lender to give tasks back is new, and remembers its number. */
    public boolean isNewGiveBack(long number) {
        if (number <= lastGiveBack) {
            return false;
        }
        lastGiveBack = number;
        return true;
    }

    /** Returns the estimate of how long the lender takes to acknowledge returns. */
    public AnswerTime returnsAnswered() {
        return returnsAnswered;
    }

    public long answeredNanos() {
        return answeredNanos;
    }

    public int refusedInARow() {
        return refusedInARow;
    }

    public boolean hasPassedOn() {
        return passedOn;
    }

    long dueNanos() {
        if (pending == null) {
            return quietUntilNanos;
        }
        long again = repetition.dueNanos();
        return pending.patient() ? again : Math.min(again, impatientNanos() + 1);
    }
}
