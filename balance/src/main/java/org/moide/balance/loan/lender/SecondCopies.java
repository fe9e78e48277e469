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
 * The root's part in second copies: when members ask for tasks, none are left to give, and loans do not come home, it
 * asks for those loans without the tasks that run on. Such a task is a loan of its own then, and is lent once more, to
 * a member that asks, the longest first. The loan that comes home first counts, and the other is void. So a task that a
 * slow engine holds last does not keep all others waiting.
 *
 * <p>A copy is no try of its task. Nothing is copied of the member in the root's process, of a task with which engines
 * have died, nor of a copy.
 */
public final class SecondCopies {
    /**
     * The longest time for which members wait in vain before a loan is asked for: a task that takes minutes may be
     * copied after some seconds.
     */
    private static final long LONGEST_WAIT_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** The part of a mean task's time for which members wait: most tasks that run have ended after it. */
    private static final int WAIT_PART = 4;

    /** Looks at the loans, of which there may be thousands, within the least wait. */
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

    /** The time of the next look. */
    public long dueNanos() {
        return lookNanos;
    }

    /**
     * Looks whether to copy something.
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

    /** The requests of members that have threads without a task; others ask ahead of need. */
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

    /** Asks for the loans that have been out for a while, without what runs on of them; again and again. */
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
