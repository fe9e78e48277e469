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
 * The rule by which the root (the member where tasks come from) has a task computed a second time, so that a task which
 * a slow engine holds last does not keep all others waiting. When members ask for tasks and none are left, the root
 * asks for the loans that are not returned yet, without the tasks that are still running. Each of those tasks then
 * becomes a loan of its own, and the one that runs longest is lent once more, to a member that asks. Of the two loans,
 * the one returned first counts, and the other is void.
 *
 * <p>A second copy is no try of its task. The root does not copy tasks of the member in its own process, tasks with
 * which engines have died, and copies.
 */
public final class SecondCopies {
    /**
     * The upper bound of the time for which members wait in vain before the root asks for a loan: tasks that take
     * minutes are then copied after some seconds.
     */
    private static final long LONGEST_WAIT_NANOS = TimeUnit.SECONDS.toNanos(5);

    /**
     * The divisor that gives, from a mean task's time, how long members wait before the root asks for a loan: most
     * running tasks have ended by then.
     */
    private static final int WAIT_PART = 4;

    /** The number of checks of the loans, of which there may be thousands, within the least wait. */
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
     * @param leastWaitNanos how long members wait in vain, at the least, before a loan is asked for; {@link
     *     Long#MAX_VALUE} for ever
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
     * running. Asks again until they come.
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
