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
 * Another member as a borrower of this one: its latest request and what became of it, and the grant that it has not
 * confirmed yet. One grant at a time, so that a single number tells repeats from news.
 */
public class BorrowerSession {
    /** The answer to the latest request. */
    enum Answer {
        NONE,
        /** The request waits. */
        OPEN,
        /** Tasks for it are being encoded. */
        PREPARING,
        GRANTED,
        REFUSED,
        PASSED_ON,
        /** The request's sender was lost since, or its grant was: a repeat of it is as good as new. */
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
     * Takes a request, new or repeated.
     *
     * @return what is to be sent at once, since it was answered before; null if nothing
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

    /** The latest request, if it is this and still waits, is not needed any more. */
    public void withdrawn(long number) {
        if (number == lastRequest && answer == Answer.OPEN) {
            answer = Answer.NONE;
        }
    }

    // Whoever waits has nothing that could make it work meanwhile, and an older repeat may come after a newer one.
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

    /** The request that waits to be answered; null if there is none, or nothing can be sent now. */
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
     * Answers the latest request without tasks.
     *
     * @return what is to be sent; null if none is open
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

    /** Returns whether a grant may be sent, or prepared, now. */
    public boolean mayBeGranted() {
        return !dismissed && !alone && unconfirmed == null && job == NO_JOB;
    }

    /** Returns whether a grant may be sent now, or when what is under way is done. */
    public boolean mayBeGrantedSoon() {
        return !dismissed;
    }

    /**
     * Sets whether the borrower has a task that is to run alone: until that is home nothing else is lent to it,
     * whatever it asked for.
     */
    public void alone(boolean withOneTask) {
        alone = withOneTask;
    }

    /** Dismisses a member that is on its way out: nothing is lent to it any more, whatever it asked for. */
    void dismiss() {
        dismissed = true;
        job = NO_JOB; // what is being encoded for it comes back
    }

    /** Tasks for it are being encoded. */
    public void prepare(long number) {
        job = number;
        if (answer == Answer.OPEN) {
            answer = Answer.PREPARING;
        }
    }

    /** Returns whether these tasks are still for the borrower; if so, it may be granted them, or something else. */
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

    /** The grant to be sent, and repeated until it is confirmed. */
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

    /** The grant to be sent again now; null if it is not time. */
    @Nullable
    public LoanGranted repeat(long nowNanos) {
        return unconfirmed != null && repetition.isDue(nowNanos) ? unconfirmed : null;
    }

    /** Takes a member for lost: its loans are taken back, and it is not waited for. */
    public void lost() {
        boolean grantLost = unconfirmed != null && answer == Answer.GRANTED;
        if (grantLost || answer == Answer.OPEN || answer == Answer.PREPARING) {
            answer = Answer.FORGOTTEN;
        }
        unconfirmed = null;
        job = NO_JOB;
    }

    /** The number of its threads that wait for its request to be answered. */
    int idleThreads() {
        FetchTasks open = request;
        return open == null || answer != Answer.OPEN ? 0 : open.idleThreads();
    }

    /** The words about data objects that it said last. */
    public DataWanted dataWanted() {
        FetchTasks latest = request;
        return latest == null ? DataWanted.NOTHING : latest.data();
    }

    /** The time that one thread of it takes for a task, as it last said; 0 if it does not know. */
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
