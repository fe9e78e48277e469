package org.moide.balance.loan.peer;

import org.jspecify.annotations.Nullable;
import org.moide.balance.data.DataWanted;
import org.moide.balance.loan.AnswerTime;
import org.moide.balance.loan.BalancerLimits;
import org.moide.balance.loan.LoanMessage.FetchTasks;
import org.moide.balance.loan.LoanMessage.LoanGranted;
import org.moide.balance.loan.LoanMessage.RequestRefused;
import org.moide.balance.loan.Repetition;

/** Another member as a lender of this one: what it was asked and has not answered, and which of its grants have come. */
public class LenderSession {
    /** A lender that passes on tasks which do not come is spared for a 16th of a repeat's pause first, then for twice as long. */
    private static final int LONGEST_QUIET = 5;

    private static final long NEVER = -1;

    /** An impatient request waits for any answer only this many first pauses: its lender may not be there. */
    private static final int IMPATIENCE_PAUSES = 10;

    private final BalancerLimits limits;
    private final Repetition repetition;
    private final AnswerTime returnsAnswered = new AnswerTime();
    private @Nullable FetchTasks pending;
    private long askedNanos;
    private long requests;
    private long answeredNanos = Long.MIN_VALUE;
    private int refusedInARow;
    private boolean passedOn; // by the last answer
    private long comings = NEVER; // of tasks, from anybody, when it last passed some on
    private int unkept; // answers in a row that tasks were passed on, with none coming
    private long quietUntilNanos = Long.MAX_VALUE; // never, if it need not be spared
    private long lastGrant;
    private long lastGiveBack;

    LenderSession(BalancerLimits limits) {
        this.limits = limits;
        this.repetition = new Repetition(limits);
    }

    /** The request to be sent; null while an earlier one has no answer, or the lender is spared. */
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

    /** The request to be sent again now, as urgent as it has become; null if it is not time. */
    @Nullable
    public FetchTasks repeat(int idle, long queued, long meanTaskNanos, long nowNanos) {
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
        // The lender should know at once how much more urgent the request has become.
        boolean news = idle > 0 && before.idleThreads() == 0;
        if (!news && !repetition.isDue(nowNanos)) {
            return null;
        }
        pending = new FetchTasks(
                before.request(), before.tasks(), before.patient(), idle, queued, meanTaskNanos, before.data());
        return pending;
    }

    /** The time until which an impatient request waits for its answer. */
    private long impatientNanos() {
        return askedNanos + IMPATIENCE_PAUSES * limits.repeatNanos();
    }

    /** The request is not needed any more; answers its number, or 0 if there is none. */
    public long withdraw() {
        FetchTasks before = pending;
        pending = null;
        return before == null ? 0 : before.request();
    }

    /** Forgets the request: nothing is wanted any more. */
    public void forget() {
        pending = null;
    }

    /** Notes that the lender is on its way out, and will not answer. */
    void dismissed(long nowNanos) {
        if (pending != null) {
            pending = null;
            answeredNanos = nowNanos;
            refusedInARow++;
            passedOn = false;
        }
    }

    /** Returns whether the lender has not answered yet, or is not to be asked again now. */
    public boolean isAsked(long nowNanos) {
        endQuiet(nowNanos);
        return pending != null || quietUntilNanos != Long.MAX_VALUE;
    }

    private void endQuiet(long nowNanos) {
        if (nowNanos >= quietUntilNanos) {
            quietUntilNanos = Long.MAX_VALUE;
        }
    }

    /** Returns whether the lender was asked when no thread was idle, and has not answered. */
    boolean isCalmlyAsked() {
        return pending != null && pending.idleThreads() == 0;
    }

    /** Returns whether the lender is not to be asked again for a while. */
    boolean isSpared() {
        return quietUntilNanos != Long.MAX_VALUE;
    }

    public boolean isPatientlyAsked() {
        return pending != null && pending.patient();
    }

    /** Takes a grant, which answers its request, if any; returns whether the grant is new here. */
    public boolean granted(LoanGranted grant, long nowNanos) {
        if (grant.sequence() <= lastGrant) {
            return false;
        }
        lastGrant = grant.sequence();
        if (pending != null && pending.request() == grant.request()) {
            pending = null;
        }
        answeredNanos = nowNanos;
        refusedInARow = 0;
        passedOn = false;
        return true;
    }

    /**
     * Takes its answer that it gives nothing.
     *
     * @param taken how often tasks have come, from anybody
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
     * Notes that its own lender was to give us tasks. If that one cannot reach us, the tasks go back to the member that
     * passed them on, as fast as messages go, and it would pass them on again.
     */
    private void passedOn(long taken, long nowNanos) {
        unkept = taken == comings ? unkept + 1 : 0;
        comings = taken;
        if (unkept > 0) {
            quietUntilNanos = nowNanos + (limits.repeatNanos() >> Math.max(0, LONGEST_QUIET - unkept));
        }
    }

    /** Tasks have come from anybody: it may be asked again. */
    public void endQuiet() {
        quietUntilNanos = Long.MAX_VALUE;
    }

    /** Returns whether this request to give back is new. */
    public boolean isNewGiveBack(long number) {
        if (number <= lastGiveBack) {
            return false;
        }
        lastGiveBack = number;
        return true;
    }

    /** The time that it took to accept loans that went home. */
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
