package org.moide.balance.loan;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.LoanMessage.Bundle;
import org.moide.balance.loan.LoanMessage.FetchTasks;
import org.moide.balance.loan.LoanMessage.LoanGranted;
import org.moide.balance.loan.LoanMessage.LoanReturned;
import org.moide.balance.loan.LoanMessage.LoanVoided;
import org.moide.balance.loan.LoanMessage.PoolDone;
import org.moide.balance.loan.LoanMessage.PutAccepted;
import org.moide.balance.loan.LoanMessage.PutTasks;
import org.moide.balance.loan.LoanMessage.RequestVoided;
import org.moide.balance.loan.LoanMessage.ReturnAccepted;
import org.moide.balance.loan.LoanMessage.SettleRequest;
import org.moide.balance.loan.LoanOutput.CloseLoan;
import org.moide.balance.loan.LoanOutput.ClosedLoan;
import org.moide.balance.loan.LoanOutput.Drained;
import org.moide.balance.loan.LoanOutput.OfBorrower;
import org.moide.balance.loan.LoanOutput.PoolEnded;
import org.moide.balance.loan.LoanOutput.Send;
import org.moide.balance.loan.LoanOutput.TasksArrived;
import org.moide.balance.pool.EnginePool;
import org.moide.balance.pool.LoanAccount;
import org.moide.balance.pool.PooledTask;

/**
 * The core of a borrower, one in each engine: it keeps the engine's pool filled ahead of need, notices when a loan is
 * done, and returns it (DESIGN, §7). Stepped: the engine's control thread calls, nothing blocks, what is to be done comes
 * back as a list. Time is given in nanoseconds of a clock that never goes back.
 *
 * <p>{@link #tick} is where ends of loans are noticed: call it when the pool's {@code whenDry} says so and at least every
 * millisecond while there are tasks.
 */
public class Borrower {
    private final int self;
    private final long incarnation;
    private final int lender;
    private final EnginePool pool;
    private final BorrowerLimits limits;
    private final BorrowedLoans loans;
    private final Outbox outbox;
    private final TaskClock clock;
    private final Repetition fetchRepetition;
    private @Nullable FetchTasks pending;
    private long requests;
    private long lastSettleRequest;
    private long rounds;
    private boolean ended;
    private boolean draining;
    private boolean drained;

    /**
     * A borrower with nothing borrowed.
     *
     * @param self its engine's number
     * @param incarnation tells it from an earlier engine of the same number
     * @param lender the member it borrows from
     * @param pool its engine's
     */
    public Borrower(int self, long incarnation, int lender, EnginePool pool, BorrowerLimits limits) {
        this.self = self;
        this.incarnation = incarnation;
        this.lender = lender;
        this.pool = pool;
        this.limits = limits;
        this.loans = new BorrowedLoans(pool, limits);
        this.outbox = new Outbox(self, incarnation, new Repetition(limits));
        this.clock = new TaskClock(pool.threads());
        this.fetchRepetition = new Repetition(limits);
    }

    // --- steps ----------------------------------------------------------------------------------------------------

    /** Does what is due: notices loans that are done, asks for tasks, repeats what was not answered. */
    public List<OfBorrower> tick(long nowNanos) {
        List<OfBorrower> out = new ArrayList<>();
        advance(out, nowNanos);
        return out;
    }

    /** Takes a message from its lender; one for another incarnation is ignored. */
    public List<OfBorrower> receive(LoanMessage.ToBorrower message, long nowNanos) {
        List<OfBorrower> out = new ArrayList<>();
        if (message.incarnation() != incarnation) {
            return out;
        }
        if (message instanceof LoanGranted granted) {
            onGranted(granted, out, nowNanos);
        } else if (message instanceof ReturnAccepted accepted) {
            onReturnAccepted(accepted);
        } else if (message instanceof LoanVoided voided) {
            onVoided(voided);
        } else if (message instanceof RequestVoided voided) {
            isAnswer(voided.request());
        } else if (message instanceof SettleRequest settle) {
            onSettleRequest(settle, nowNanos);
        } else if (message instanceof PoolDone done) {
            onPoolDone(done, out);
        } else if (message instanceof PutAccepted accepted) {
            outbox.accepted(accepted.sequence());
        }
        advance(out, nowNanos);
        return out;
    }

    /** A compute thread has closed a loan as {@link CloseLoan} asked. One that was voided meanwhile is ignored. */
    public List<OfBorrower> closed(ClosedLoan closed, long nowNanos) {
        List<OfBorrower> out = new ArrayList<>();
        BorrowedLoan loan = loans.get(closed.loan());
        if (loan != null) {
            giveBack(loan, closed, out, nowNanos);
        }
        advance(out, nowNanos);
        return out;
    }

    /** Puts tasks, encoded, that no task of a loan created: they go to the lender's pool. */
    public List<OfBorrower> put(List<byte[]> tasks, long nowNanos) {
        outbox.add(tasks);
        return tick(nowNanos);
    }

    /** Returns all that is not begun and asks for nothing more; {@link Drained} follows when all is home. */
    public List<OfBorrower> drain(long nowNanos) {
        draining = true;
        List<OfBorrower> out = new ArrayList<>();
        loans.giveUp(true, clock.meanTaskNanos(), nowNanos);
        advance(out, nowNanos);
        return out;
    }

    /** When to call {@link #tick} next, apart from loans that end. */
    public long nextTickNanos() {
        long next = Math.min(outbox.dueNanos(), pending == null ? Long.MAX_VALUE : fetchRepetition.dueNanos());
        for (BorrowedLoan loan : loans.all()) {
            next = Math.min(next, loan.dueNanos());
        }
        return next;
    }

    /** How many loans are not home yet. */
    public int loansOpen() {
        return loans.all().size();
    }

    /** How long a thread takes for a task, as measured; 0 if unknown. */
    public long meanTaskNanos() {
        return clock.meanTaskNanos();
    }

    // --- one message ----------------------------------------------------------------------------------------------

    private void onGranted(LoanGranted granted, List<OfBorrower> out, long nowNanos) {
        if (!isAnswer(granted.request())) {
            return; // a repeat: its loans are here, or were void before they came
        }
        List<PooledTask> tasks = new ArrayList<>();
        for (Bundle bundle : granted.bundles()) {
            LoanAccount account = openAccount(bundle);
            loans.add(account, nowNanos);
            for (byte[] task : bundle.tasks()) {
                tasks.add(new PooledTask(account, task, true));
            }
        }
        pool.refill(tasks);
        out.add(new TasksArrived(tasks.size()));
        if (draining) {
            loans.giveUp(true, clock.meanTaskNanos(), nowNanos);
        }
    }

    private void onReturnAccepted(ReturnAccepted accepted) {
        BorrowedLoan loan = loans.get(accepted.loan());
        if (loan != null && loan.state() == BorrowedLoan.State.RETURNING) {
            loans.remove(loan);
        }
    }

    private void onVoided(LoanVoided voided) {
        BorrowedLoan loan = loans.get(voided.loan());
        if (loan != null) {
            loans.voidLoan(loan);
        }
    }

    private void onSettleRequest(SettleRequest settle, long nowNanos) {
        if (settle.number() > lastSettleRequest) {
            lastSettleRequest = settle.number();
            loans.giveUp(draining, clock.meanTaskNanos(), nowNanos);
        }
    }

    private void onPoolDone(PoolDone done, List<OfBorrower> out) {
        if (isAnswer(done.request())) {
            ended = done.last();
            rounds++;
            pool.end();
            out.add(new PoolEnded(rounds));
        }
    }

    /** Whether this answers the request that waits for an answer; if so, it waits no longer. */
    private boolean isAnswer(long request) {
        if (pending == null || pending.request() != request) {
            return false;
        }
        pending = null;
        return true;
    }

    // --- after each step ------------------------------------------------------------------------------------------

    private void advance(List<OfBorrower> out, long nowNanos) {
        clock.observe(nowNanos, loans.executed(), pool.waitingThreads());
        loans.advance(draining, clock.meanTaskNanos(), nowNanos);
        for (BorrowedLoan loan : loans.closeThoseDone()) {
            close(loan, out, nowNanos);
        }
        repeatReturns(out, nowNanos);
        PutTasks puts = outbox.next(nowNanos);
        if (puts != null) {
            out.add(new Send(lender, puts));
        }
        ask(out, nowNanos);
        if (draining && !drained && loans.all().isEmpty() && outbox.isEmpty()) {
            drained = true;
            out.add(new Drained());
        }
    }

    private void close(BorrowedLoan loan, List<OfBorrower> out, long nowNanos) {
        List<PooledTask> unfinished = loan.unfinished();
        if (!loan.account.hasResult() && unfinished.stream().allMatch(PooledTask::encoded)) {
            List<byte[]> tasks =
                    unfinished.stream().map(task -> (byte[]) task.task()).toList();
            giveBack(loan, new ClosedLoan(loan.account.loan(), null, tasks), out, nowNanos);
        } else {
            out.add(new CloseLoan(loan.account, unfinished));
        }
    }

    private void giveBack(BorrowedLoan loan, ClosedLoan closed, List<OfBorrower> out, long nowNanos) {
        LoanReturned returned = new LoanReturned(
                self,
                incarnation,
                closed.loan(),
                closed.result(),
                loan.account.executed(),
                loan.account.created(),
                closed.unfinished());
        loan.giveBack(returned, nowNanos);
        out.add(new Send(lender, returned));
    }

    /** Sends again what was not answered in time. */
    void repeatReturns(List<OfBorrower> out, long nowNanos) {
        for (BorrowedLoan loan : loans.all()) {
            LoanReturned again = loan.repeat(nowNanos);
            if (again != null) {
                out.add(new Send(lender, again));
            }
        }
    }

    private void ask(List<OfBorrower> out, long nowNanos) {
        int queued = pool.queued();
        if (pending == null && (ended || draining || isSupplied(queued))) {
            return;
        }
        int idle = queued == 0 ? pool.waitingThreads() : 0;
        boolean allWaiting = idle == pool.threads() && loans.all().isEmpty() && outbox.isEmpty();
        boolean allLeft = allWaiting && pool.leftThreads() == pool.threads();
        FetchTasks before = pending;
        if (before == null) {
            requests++;
            fetchRepetition.start(nowNanos);
        } else if (!isNews(before, idle, allWaiting, allLeft) && !fetchRepetition.isDue(nowNanos)) {
            return;
        }
        FetchTasks fetch =
                new FetchTasks(self, incarnation, requests, idle, allWaiting, allLeft, queued, clock.meanTaskNanos());
        pending = fetch;
        out.add(new Send(lender, fetch));
    }

    /** Whether the lender should know at once how much more urgent the request has become. */
    private static boolean isNews(FetchTasks before, int idle, boolean allWaiting, boolean allLeft) {
        return (idle > 0 && before.idleThreads() == 0)
                || (allWaiting && !before.allWaiting())
                || (allLeft && !before.allLeft());
    }

    /** Whether what is queued will last for a while. */
    private boolean isSupplied(int queued) {
        double lastsNanos = (double) queued * clock.meanTaskNanos() / pool.threads();
        return queued >= pool.threads() && (clock.meanTaskNanos() == 0 || lastsNanos >= limits.aheadNanos());
    }

    /** Opens the account of a loan that has come. */
    LoanAccount openAccount(Bundle bundle) {
        return new LoanAccount(bundle.loan(), pool.threads(), bundle.tasks().size());
    }
}
