package org.moide.balance.loan.peer;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.balance.data.DataWanted;
import org.moide.balance.loan.BalancerLimits;
import org.moide.balance.loan.Bundle;
import org.moide.balance.loan.LoanMessage;
import org.moide.balance.loan.LoanMessage.FetchTasks;
import org.moide.balance.loan.LoanMessage.LoanGranted;
import org.moide.balance.loan.LoanMessage.RequestRefused;
import org.moide.balance.loan.Repetition;
import org.moide.balance.strategy.MemberView;

/**
 * The state of another member as a borrower of this one: its latest request with the answer, and the grant that it has
 * not acknowledged. There is one grant at a time, so a single number tells repeats from new ones.
 */
public class BorrowerSession {
    /** The state of the answer to the borrower's latest request. */
    enum Answer {
        NONE,
        /** The borrower's request waits for an answer. */
        OPEN,
        /** Tasks for the borrower's request are being encoded. */
        PREPARING,
        GRANTED,
        REFUSED,
        PASSED_ON,
        /**
         * The answer to the request is void, since the borrower or its grant was lost. A repeat of the request counts
         * as a new one.
         */
        FORGOTTEN
    }

    private static final long NO_JOB = 0;

    private final int member;
    private final Repetition repetition;
    private @Nullable FetchTasks request;
    private long requestNanos;
    private long lastRequest;
    Answer answer = Answer.NONE;
    private long job = NO_JOB;
    private long grants;
    private @Nullable LoanGranted unconfirmed;
    private long tasksLent;
    private long giveBacks;
    private boolean dismissed;
    private boolean alone;

    public BorrowerSession(int member, BalancerLimits limits) {
        this.member = member;
        this.repetition = new Repetition(limits);
    }

    // --- requests -------------------------------------------------------------------------------------------------

    /**
     * Takes a request for tasks from the borrower, new or repeated.
     *
     * @return the message to send at once, if the request was answered before; else null
     */
    @Nullable
    public LoanMessage asked(FetchTasks fetch, long nowNanos) {
        if (fetch.request() < lastRequest) {
            return null;
        }
        if (fetch.request() > lastRequest || answer == Answer.FORGOTTEN) {
            lastRequest = fetch.request();
            answer = Answer.OPEN;
            request = fetch;
            requestNanos = nowNanos;
            return null;
        }
        return switch (answer) {
            case OPEN, PREPARING -> {
                request = joined(request, fetch);
                yield null;
            }
            case REFUSED -> new RequestRefused(lastRequest, false);
            case PASSED_ON -> new RequestRefused(lastRequest, true);
            case NONE, GRANTED, FORGOTTEN -> repeat(nowNanos);
        };
    }

    /** Withdraws the borrower's request, if it is the borrower's latest one and still waits for an answer. */
    public void withdrawn(long number) {
        if (number == lastRequest && answer == Answer.OPEN) {
            answer = Answer.NONE;
        }
    }

    // A waiting member gets no less urgent, and an older repeat may arrive after a newer one.
    private static FetchTasks joined(@Nullable FetchTasks before, FetchTasks fetch) {
        if (before == null) {
            return fetch;
        }
        return new FetchTasks(
                fetch.request(),
                fetch.tasks(),
                fetch.patient(),
                Math.max(before.idleThreads(), fetch.idleThreads()),
                fetch.queuedTasks(),
                fetch.meanTaskNanos(),
                fetch.data());
    }

    /**
     * Returns the borrower's request that waits for an answer; null if there is none, or if no grant can be sent now.
     */
    MemberView.@Nullable Request openRequest() {
        FetchTasks open = request;
        if (open == null || answer != Answer.OPEN || !mayBeGranted()) {
            return null;
        }
        return new MemberView.Request(
                member,
                open.tasks(),
                open.patient(),
                open.idleThreads(),
                open.queuedTasks(),
                open.meanTaskNanos(),
                requestNanos,
                open.data().classes());
    }

    /**
     * Answers the borrower's waiting request by a refusal.
     *
     * @return the message to send; null if no request waits
     */
    @Nullable
    public LoanMessage refuse(boolean passedOn) {
        if (answer != Answer.OPEN && answer != Answer.PREPARING) {
            return null;
        }
        answer = passedOn ? Answer.PASSED_ON : Answer.REFUSED;
        return new RequestRefused(lastRequest, passedOn);
    }

    // --- grants ---------------------------------------------------------------------------------------------------

    /** Returns whether a grant of tasks can be sent to this borrower, or prepared for it, now. */
    public boolean mayBeGranted() {
        return !dismissed && !alone && unconfirmed == null && job == NO_JOB;
    }

    /**
     * Returns whether a grant of tasks can be sent to this borrower now, or as soon as the grant under way is
     * acknowledged.
     */
    public boolean mayBeGrantedSoon() {
        return !dismissed;
    }

    /**
     * Sets whether the borrower has a suspect, a task with which an engine has died and which must run alone. As long
     * as it has one, it gets no other task.
     */
    public void alone(boolean withOneTask) {
        alone = withOneTask;
    }

    /** Marks the borrower as leaving the run: nothing is lent to it any more. */
    void dismiss() {
        dismissed = true;
        job = NO_JOB; // tasks being encoded for it come back
    }

    /**
     * Records that tasks are being encoded for this borrower.
     *
     * @param number the number of the encoding job
     */
    public void prepare(long number) {
        job = number;
        if (answer == Answer.OPEN) {
            answer = Answer.PREPARING;
        }
    }

    /**
     * Ends an encoding job, whose tasks are ready to be sent.
     *
     * @return whether its tasks may still be granted to this borrower
     */
    public boolean prepared(long number) {
        if (job != number) {
            return false;
        }
        job = NO_JOB;
        if (answer == Answer.PREPARING) {
            answer = Answer.OPEN;
        }
        return true;
    }

    /** Makes a grant, the message that lends these tasks; it is repeated until the borrower acknowledges it. */
    public LoanGranted grant(List<Bundle> bundles, long round, long nowNanos) {
        boolean answers = answer == Answer.OPEN;
        LoanGranted grant = new LoanGranted(++grants, answers ? lastRequest : 0, round, bundles);
        if (answers) {
            answer = Answer.GRANTED;
        }
        for (Bundle bundle : bundles) {
            tasksLent += bundle.count();
        }
        unconfirmed = grant;
        repetition.start(nowNanos);
        return grant;
    }

    public void confirmed(long sequence, long nowNanos) {
        if (unconfirmed != null && unconfirmed.sequence() <= sequence) {
            unconfirmed = null;
            repetition.answered(nowNanos);
        }
    }

    /** Returns the grant to send again now; null if no repeat is due. */
    @Nullable
    public LoanGranted repeat(long nowNanos) {
        return unconfirmed != null && repetition.isDue(nowNanos) ? unconfirmed : null;
    }

    /** Forgets the borrower's request and grant, because the borrower is silent or has left. */
    public void lost() {
        boolean grantLost = unconfirmed != null && answer == Answer.GRANTED;
        if (grantLost || answer == Answer.OPEN || answer == Answer.PREPARING) {
            answer = Answer.FORGOTTEN;
        }
        unconfirmed = null;
        job = NO_JOB;
    }

    /** Returns the number of the borrower's idle threads if its request waits; otherwise 0. */
    int idleThreads() {
        FetchTasks open = request;
        return open == null || answer != Answer.OPEN ? 0 : open.idleThreads();
    }

    /** Returns the part of the borrower's latest request that concerns data objects. */
    public DataWanted dataWanted() {
        FetchTasks latest = request;
        return latest == null ? DataWanted.NOTHING : latest.data();
    }

    /** Returns the borrower's mean task time, as it last reported it; 0 if unknown. */
    long meanTaskNanos() {
        FetchTasks latest = request;
        return latest == null ? 0 : latest.meanTaskNanos();
    }

    long dueNanos() {
        return unconfirmed == null ? Long.MAX_VALUE : repetition.dueNanos();
    }

    public long tasksLent() {
        return tasksLent;
    }

    public long nextGiveBack() {
        return ++giveBacks;
    }
}
