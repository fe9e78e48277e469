package org.moide.balance.loan;

import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.LoanMessage.FetchTasks;
import org.moide.balance.loan.LoanMessage.ToBorrower;
import org.moide.balance.strategy.MemberView;
import org.moide.balance.strategy.Membership;
import org.moide.balance.strategy.PeerView;

/** What a lender remembers of one member: its latest request and the answer, so that a repeat is answered the same. */
class MemberSession {
    final int member;
    final long incarnation;
    private final double power;
    private final int threads;
    private long request;

    @Nullable
    ToBorrower answer;

    boolean hungry;
    private boolean allWaiting;
    private boolean allLeft;
    private int idleThreads;
    private long queuedTasks;
    private long meanTaskNanos;
    private long tasksLent;
    private boolean lost;
    private long puts;
    private long settleRequests;

    MemberSession(int member, long incarnation, double power, int threads) {
        if (!(power > 0) || Double.isInfinite(power) || threads < 1) {
            throw new IllegalArgumentException("engine " + member
                    + ": expected a power above 0 and at least 1 thread, found " + power + " and " + threads);
        }
        this.member = member;
        this.incarnation = incarnation;
        this.power = power;
        this.threads = threads;
    }

    /** Whether {@code fetch} is the request before the latest, or older: its sender has its answer already. */
    boolean isPast(FetchTasks fetch) {
        return fetch.request() < request;
    }

    /** Takes note of a request, new or repeated; a new one makes the member hungry. */
    void asked(FetchTasks fetch) {
        if (fetch.request() > request) {
            request = fetch.request();
            answer = null;
            hungry = true;
            allWaiting = false;
            idleThreads = 0;
        }
        if (hungry) {
            // What was true stays true until the answer: whoever waits has nothing that could make it work meanwhile.
            // And
            // an older repeat may come after a newer one.
            allWaiting |= fetch.allWaiting();
            allLeft |= fetch.allLeft();
            idleThreads = Math.max(idleThreads, fetch.idleThreads());
            queuedTasks = fetch.queuedTasks();
            meanTaskNanos = fetch.meanTaskNanos();
        }
    }

    /** The answer that the latest request got; null if none yet. */
    @Nullable
    ToBorrower answer() {
        return answer;
    }

    void answered(ToBorrower given, long tasks) {
        answer = given;
        hungry = false;
        tasksLent += tasks;
    }

    boolean isHungry() {
        return hungry;
    }

    boolean isAllWaiting() {
        return hungry && allWaiting;
    }

    boolean isAllLeft() {
        return allLeft;
    }

    long request() {
        return request;
    }

    boolean isLost() {
        return lost;
    }

    void markLost(boolean isLost) {
        lost = isLost;
    }

    /** Whether puts number {@code sequence} are new; counts them if so. */
    boolean countPuts(long sequence) {
        if (sequence <= puts) {
            return false;
        }
        puts = sequence;
        return true;
    }

    long nextSettleRequest() {
        return ++settleRequests;
    }

    Membership.Member asMember() {
        return new Membership.Member(member, incarnation, power, threads);
    }

    MemberView.Request asRequest() {
        return new MemberView.Request(member, threads, true, idleThreads, queuedTasks, meanTaskNanos, 0);
    }

    PeerView view(int loansOut) {
        return new PeerView(member, false, false, Long.MIN_VALUE, 0, loansOut, tasksLent, null);
    }
}
