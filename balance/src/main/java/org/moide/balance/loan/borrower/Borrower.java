package org.moide.balance.loan.borrower;

import java.util.ArrayList;
import java.util.List;
import org.moide.balance.data.DataIndex;
import org.moide.balance.data.DataWanted;
import org.moide.balance.data.TaskHead;
import org.moide.balance.loan.BalancerLimits;
import org.moide.balance.loan.Bundle;
import org.moide.balance.loan.FailedTask;
import org.moide.balance.loan.InitialTask;
import org.moide.balance.loan.LoanMessage;
import org.moide.balance.loan.LoanMessage.FetchTasks;
import org.moide.balance.loan.LoanMessage.GiveBack;
import org.moide.balance.loan.LoanMessage.GrantTaken;
import org.moide.balance.loan.LoanMessage.LoanGranted;
import org.moide.balance.loan.LoanMessage.LoanReturned;
import org.moide.balance.loan.LoanMessage.LoansHeld;
import org.moide.balance.loan.LoanMessage.PartAccepted;
import org.moide.balance.loan.LoanMessage.RequestRefused;
import org.moide.balance.loan.LoanMessage.RequestWithdrawn;
import org.moide.balance.loan.LoanMessage.ReturnAccepted;
import org.moide.balance.loan.LoanMessage.SettleLoan;
import org.moide.balance.loan.LoanOutput.CloseLoan;
import org.moide.balance.loan.LoanOutput.ClosedLoan;
import org.moide.balance.loan.LoanOutput.SetApart;
import org.moide.balance.loan.Repetition;
import org.moide.balance.loan.RetriedTask;
import org.moide.balance.loan.peer.Outputs;
import org.moide.balance.loan.peer.OwnLoad;
import org.moide.balance.loan.peer.Peer;
import org.moide.balance.loan.peer.Peers;
import org.moide.balance.pool.EnginePool;
import org.moide.balance.pool.LoanAccount;
import org.moide.balance.pool.MovableTasks;
import org.moide.balance.pool.PooledTask;
import org.moide.balance.strategy.Decision;
import org.moide.balance.strategy.Membership;

/**
 * A member as a borrower: it asks for tasks, takes grants, and returns each loan when all its tasks, and all tasks that
 * these put, are done.
 */
public final class Borrower {
    /**
     * The number of heartbeats that a borrower sends within the time of silence after which it would lose its loans.
     */
    private static final int BEATS_WITHIN_SILENCE = 10;

    /** The size from which a result is used to predict how results grow with the number of tasks. */
    private static final int TELLING_RESULT_BYTES = 1 << 20;

    private final EnginePool pool;
    private final BorrowedLoans borrowed;
    private final Peers peers;
    private final Outputs outputs;
    private final BalancerLimits limits;
    private final OwnLoad load;
    private final DataIndex data;
    private long bigExecuted = Long.MAX_VALUE;
    private long lastResultBytes;
    private long taken; // number of grants from all lenders

    /**
     * Creates the borrower's side of a member.
     * @param data the data objects that this member has
     */
    public Borrower(
            EnginePool pool,
            BorrowedLoans borrowed,
            Peers peers,
            Outputs outputs,
            BalancerLimits limits,
            OwnLoad load,
            DataIndex data) {
        this.pool = pool;
        this.borrowed = borrowed;
        this.peers = peers;
        this.outputs = outputs;
        this.limits = limits;
        this.load = load;
        this.data = data;
    }

    // --- asking ---------------------------------------------------------------------------------------------------

    public void ask(Peer peer, Decision.Ask ask, long nowNanos) {
        FetchTasks fetch = peer.lender.ask(
                ask.tasks(),
                ask.patient(),
                load.idleThreads(),
                pool.queued(),
                load.meanTaskNanos(),
                new DataWanted(ask.classes(), data.resident()),
                nowNanos);
        if (fetch != null) {
            outputs.send(peer, fetch);
        }
    }

    public void withdraw(Peer peer) {
        long request = peer.lender.withdraw();
        if (request > 0) {
            outputs.send(peer, new RequestWithdrawn(request));
        }
    }

    public void onGranted(Peer peer, LoanGranted granted, boolean ended, long nowNanos) {
        outputs.send(peer, new GrantTaken(granted.sequence()));
        if (!peer.lender.granted(granted, nowNanos) || ended) {
            return; // a repeated grant whose loans are known, or a late one whose loans are void
        }
        List<PooledTask> tasks = new ArrayList<>();
        for (Bundle bundle : granted.bundles()) {
            BorrowedLoan loan = borrowed.add(peer.member, bundle.loan(), bundle.count(), nowNanos);
            LoanAccount account = loan.account;
            int place = 0;
            for (byte[] task : bundle.tasks()) {
                PooledTask pooled = PooledTask.encoded(account, task, place++);
                if (bundle.count() == 1 && RetriedTask.isSuspect(task)) {
                    borrowed.grantedSuspect(loan, pooled);
                    continue;
                }
                if (bundle.count() == 1
                        && (InitialTask.in(task) != null
                                || TaskHead.limitsIn(task).here())) {
                    loan.keepFirst();
                }
                tasks.add(pooled);
            }
        }
        borrowed.granted(tasks);
        taken++;
        peers.endQuiet();
    }

    public void onRefused(Peer peer, RequestRefused refused, long nowNanos) {
        peer.lender.refused(refused, taken, nowNanos);
    }

    // --- returning ------------------------------------------------------------------------------------------------

    /**
     * Forgets a loan whose return the lender has accepted. If running tasks were moved out of it into loans of their
     * own, these loans get the numbers that the lender gave them.
     *
     * @return those of the new loans that the lender does not want any more and that must be dropped
     */
    public List<BorrowedLoan> onReturnAccepted(Peer peer, ReturnAccepted accepted, long nowNanos) {
        BorrowedLoan loan = borrowed.get(peer.member, accepted.loan());
        LoanReturn returning = loan == null ? null : loan.returning();
        if (loan == null || returning == null || loan.state() != BorrowedLoan.State.RETURNING) {
            return List.of();
        }
        returning.accepted(nowNanos);
        borrowed.remove(loan);
        if (accepted.goingOn() == ReturnAccepted.NONE) {
            return loan.loansApart();
        }
        long number = accepted.goingOn();
        for (BorrowedLoan apart : loan.loansApart()) {
            borrowed.becomes(apart, number++, nowNanos);
        }
        return List.of();
    }

    public void onPartAccepted(Peer peer, PartAccepted accepted, long nowNanos) {
        BorrowedLoan loan = borrowed.get(peer.member, accepted.loan());
        LoanReturn returning = loan == null ? null : loan.returning();
        LoanMessage next = returning == null ? null : returning.accepted(accepted.part(), nowNanos);
        if (loan != null && next != null) {
            outputs.send(peer, next);
            borrowed.changed(loan);
        }
    }

    public void onSettle(Peer peer, SettleLoan settle, long nowNanos) {
        BorrowedLoan loan = borrowed.get(peer.member, settle.loan());
        if (loan == null) {
            return;
        }
        if (settle.apart()) {
            loan.setApartWhenSettled();
        }
        borrowed.settleSoon(loan, load.ownMeanTaskNanos(), nowNanos);
    }

    /**
     * Moves running tasks of a loan into loans of their own, so that it can be returned. Has no effect if the loan is
     * not being settled.
     *
     * @param account the loan's account
     */
    public void setApart(LoanAccount account, MovableTasks running, long nowNanos) {
        BorrowedLoan loan = borrowed.ofAccount(account.loan());
        if (loan == null || loan.account != account || loan.state() != BorrowedLoan.State.SETTLING) {
            return;
        }
        for (PooledTask task : running.of(account)) {
            borrowed.setApart(loan, task, running, nowNanos);
        }
    }

    public void onGiveBack(Peer peer, GiveBack giveBack, long nowNanos) {
        if (peer.lender.isNewGiveBack(giveBack.number())) {
            borrowed.giveBackSome(load.ownMeanTaskNanos(), nowNanos);
        }
    }

    /**
     * Takes the merged result of a loan, the outcome of a {@code LoanOutput.CloseLoan}, and begins to return the loan.
     * It ignores a loan that became void meanwhile.
     */
    public void closed(ClosedLoan closed, long nowNanos) {
        BorrowedLoan loan = borrowed.ofAccount(closed.loan());
        if (loan != null) {
            giveBack(loan, closed, nowNanos);
        }
    }

    /**
     * Adds a task that has failed to its loan, given by the number of its account. It ignores a loan that became void
     * meanwhile.
     */
    public void failed(long account, FailedTask failure) {
        BorrowedLoan loan = borrowed.ofAccount(account);
        if (loan != null) {
            loan.failedHere(failure);
        }
    }

    public void merged(long account) {
        BorrowedLoan loan = borrowed.ofAccount(account);
        if (loan != null) {
            loan.merged();
        }
    }

    // --- after each step ------------------------------------------------------------------------------------------

    public void advance(long nowNanos) {
        borrowed.advance(bigExecuted, load.ownMeanTaskNanos(), nowNanos);
        borrowed.wantingApart().forEach(loan -> outputs.add(new SetApart(loan.account)));
        returnThoseDone(nowNanos);
        repeatReturns(nowNanos);
        showLife(nowNanos);
        pool.hold(lacksRoom());
    }

    /**
     * Returns whether the results being returned would exceed their room if one more came that is as large as the last.
     */
    private boolean lacksRoom() {
        long waiting = borrowed.returningBytes();
        return waiting > 0 && waiting + lastResultBytes > limits.roomBytes();
    }

    public void returnThoseDone(long nowNanos) {
        for (BorrowedLoan loan : borrowed.closeThoseDone()) {
            close(loan, nowNanos);
        }
    }

    private void close(BorrowedLoan loan, long nowNanos) {
        List<PooledTask> unfinished = new ArrayList<>(loan.unfinished());
        loan.apart().forEach(apart -> unfinished.add(apart.task())); // last, as LoanReturned.goingOn says
        boolean result = loan.account.hasResult() || loan.resultCount() > 0;
        if (!result && unfinished.stream().allMatch(PooledTask::encoded)) {
            List<byte[]> tasks =
                    unfinished.stream().map(task -> (byte[]) task.task()).toList();
            giveBack(loan, new ClosedLoan(loan.account.loan(), null, tasks), nowNanos);
        } else {
            outputs.add(new CloseLoan(loan.account, unfinished, loan.results()));
        }
    }

    private void giveBack(BorrowedLoan loan, ClosedLoan closed, long nowNanos) {
        byte[] result = closed.result();
        if (result != null && result.length >= TELLING_RESULT_BYTES) {
            bigExecuted = Math.max(1, loan.executedTasks() * limits.resultBytes() / result.length);
            borrowed.allChanged(); // any of them may have executed more
        }
        LoanReturned whole = new LoanReturned(
                loan.number(),
                0,
                result,
                loan.executedTasks(),
                loan.createdTasks(),
                closed.unfinished(),
                loan.wantedBy(),
                loan.failed(),
                loan.written(),
                loan.apart().stream().map(BorrowedLoan.Apart::runsAt).toList());
        Peer peer = peers.find(loan.lender, nowNanos);
        Repetition repetition =
                peer == null ? new Repetition(limits) : new Repetition(limits, peer.lender.returnsAnswered());
        LoanReturn returning = borrowed.giveBack(loan, new LoanReturn(whole, limits.bundleBytes(), repetition));
        lastResultBytes = returning.resultBytes();
        if (peer != null) {
            outputs.send(peer, returning.start(nowNanos));
            borrowed.changed(loan);
        }
    }

    /** Sends the returns of loans again that their lenders did not acknowledge in time. */
    void repeatReturns(long nowNanos) {
        for (BorrowedLoan loan : borrowed.due(nowNanos)) {
            LoanReturn returning = loan.returning();
            LoanMessage again = returning == null ? null : returning.repeat(nowNanos);
            Peer peer = again == null ? null : peers.find(loan.lender, nowNanos);
            if (again != null && peer != null) {
                outputs.send(peer, again);
            }
            borrowed.changed(loan);
        }
    }

    /**
     * Sends heartbeats to the lenders of open loans. The root gets none, since the coordinator watches engines for it.
     */
    private void showLife(long nowNanos) {
        if (limits.silenceNanos() == Long.MAX_VALUE) {
            return;
        }
        for (int lender : borrowed.lenders()) {
            Peer peer = lender < 0 ? null : peers.find(lender, nowNanos);
            if (peer != null && peer.isBeatDue(beatNanos(), nowNanos)) {
                outputs.send(peer, new LoansHeld());
            }
        }
    }

    private long beatNanos() {
        return limits.silenceNanos() / BEATS_WITHIN_SILENCE;
    }

    public void repeat(Peer peer, long nowNanos) {
        boolean busy = peer.member == Membership.ROOT && peers.members().size() > Membership.SERVED_AT_ONCE;
        FetchTasks again = peer.lender.repeat(load.idleThreads(), pool.queued(), load.meanTaskNanos(), busy, nowNanos);
        if (again != null) {
            outputs.send(peer, again);
        }
    }

    public long dueNanos(long nowNanos) {
        long due = borrowed.dueNanos();
        boolean beats = borrowed.isAnyOfEngines();
        return beats && limits.silenceNanos() != Long.MAX_VALUE ? Math.min(due, nowNanos + beatNanos()) : due;
    }
}
