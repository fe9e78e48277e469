package org.moide.balance.loan.lender;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.moide.balance.loan.LoanMessage.SettleLoan;
import org.moide.balance.loan.peer.Outputs;
import org.moide.balance.loan.peer.Peer;
import org.moide.balance.loan.peer.Peers;
import org.moide.balance.strategy.MemberView;

/**
 * The rule by which the root (the member where tasks come from) has a task computed a second time, so that the last
 * task, on a slow engine, does not keep all others waiting. When members ask for tasks and none are left, the root asks
 * for the loans that are not returned yet, without the tasks that are still running. Each of those tasks then becomes a
 * loan of its own, and the one that runs longest is lent once more, to a member that asks. Of the two loans, the one
 * returned first counts, and the other is void.
 *
 * <p>A second copy is no try of its task. The root copies neither tasks of the member in its own process, nor tasks
 * with which engines have died, nor copies.
 */
public final class SecondCopies {
    /**
     * The longest time for which members wait in vain before the root asks for a loan. With this limit, even tasks that
     * take minutes are copied after some seconds.
     */
    private static final long LONGEST_WAIT_NANOS = TimeUnit.SECONDS.toNanos(5);

    /**
     * The number by which the mean time of a task is divided to get the time for which members wait before the root
     * asks for a loan. Most running tasks have ended by then.
     */
    private static final int WAIT_PART = 4;

    /**
     * The number of times within the least wait that all loans are checked. There may be thousands of them, so it is
     * not done in each step.
     */
    private static final int LOOKS_WITHIN = 5;

    private static final long NEVER = Long.MAX_VALUE;

    private final long leastWaitNanos;
    private final int ownMember;
    private final LentLoans lent;
    private final Lender lender;
    private final Peers peers;
    private final Outputs outputs;
    private long lookNanos = NEVER; // no member waits in vain

    /**
     * Makes the rule.
     *
     * @param leastWaitNanos the least time for which members wait in vain before a loan is asked for; {@link
     *     Long#MAX_VALUE} if none is ever asked for
     * @param ownMember the member in the root's process
     */
    public SecondCopies(
            long leastWaitNanos, int ownMember, LentLoans lent, Lender lender, Peers peers, Outputs outputs) {
        this.leastWaitNanos = leastWaitNanos;
        this.ownMember = ownMember;
        this.lent = lent;
        this.lender = lender;
        this.peers = peers;
        this.outputs = outputs;
    }

    /** Returns the time at which {@link #advance} must be called again. */
    public long dueNanos() {
        return lookNanos;
    }

    /**
     * Asks for loans and lends running tasks a second time, if members have waited long enough.
     *
     * @param nothingLeft whether all tasks are lent or done, and no more will come by themselves
     * @param meanTaskNanos how long a task takes usually; 0 if unknown
     */
    public void advance(boolean nothingLeft, long meanTaskNanos, long nowNanos) {
        if (leastWaitNanos == NEVER || !nothingLeft || lent.areAllHome() || idle().isEmpty()) {
            lookNanos = NEVER;
            return;
        }
        long waitNanos = Math.max(leastWaitNanos, Math.min(LONGEST_WAIT_NANOS, meanTaskNanos / WAIT_PART));
        if (lookNanos == NEVER) {
            lookNanos = nowNanos + waitNanos;
        }
        if (nowNanos >= lookNanos) {
            lookNanos = nowNanos + leastWaitNanos / LOOKS_WITHIN;
            copy(nowNanos);
            askForOthers(waitNanos, nowNanos);
        }
    }

    /** Returns the requests of members that have idle threads; the others ask ahead of need. */
    private List<MemberView.Request> idle() {
        return peers.requests().stream()
                .filter(request -> request.idleThreads() > 0)
                .toList();
    }

    private void copy(long nowNanos) {
        List<LentLoan> running = new ArrayList<>(lent.all());
        running.removeIf(loan -> !loan.isOfRunningTask() || loan.twin() != null || !mayBeCopied(loan));
        running.sort(Comparator.comparingLong(loan -> loan.sinceNanos));
        for (MemberView.Request request : idle()) {
            Peer peer = peers.find(request.member(), nowNanos);
            if (peer == null || peer.isSilent() || !peer.borrower.mayBeGranted()) {
                continue;
            }
            List<LentLoan> copied = running.stream()
                    .filter(loan -> loan.runsAt() != request.member())
                    .limit(request.idleThreads())
                    .toList();
            if (!copied.isEmpty()) {
                lender.lendAgain(peer, copied, nowNanos);
                running.removeAll(copied);
            }
        }
    }

    /**
     * Asks the borrowers of loans that have been out for a while to return them without the tasks that are still
     * running. It repeats the question until they come.
     */
    private void askForOthers(long waitNanos, long nowNanos) {
        for (LentLoan loan : lent.all()) {
            Peer peer = peers.known(loan.borrower);
            boolean old = nowNanos - loan.sinceNanos >= waitNanos; // else it may not have begun
            boolean whole = !loan.isOfRunningTask() && loan.twin() == null;
            if (peer != null && old && whole && mayBeCopied(loan) && loan.recall.isFirstOrDue(nowNanos)) {
                outputs.send(peer, new SettleLoan(loan.number, true));
            }
        }
    }

    private boolean mayBeCopied(LentLoan loan) {
        return loan.borrower != ownMember && loan.runsAt() != ownMember && !loan.isSuspect();
    }
}
