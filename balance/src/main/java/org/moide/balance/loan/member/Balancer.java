package org.moide.balance.loan.member;

import java.util.List;
import org.moide.balance.loan.BalancerLimits;
import org.moide.balance.loan.Letter;
import org.moide.balance.loan.LoanMessage;
import org.moide.balance.loan.LoanMessageHandler;
import org.moide.balance.loan.LoanOutput;
import org.moide.balance.loan.LoanTotals;
import org.moide.balance.loan.MemberDeath;
import org.moide.balance.loan.TaskClock;
import org.moide.balance.loan.borrower.BorrowedLoan;
import org.moide.balance.loan.borrower.BorrowedLoans;
import org.moide.balance.loan.borrower.Borrower;
import org.moide.balance.loan.lender.BorrowerWatch;
import org.moide.balance.loan.lender.FailureBook;
import org.moide.balance.loan.lender.Lender;
import org.moide.balance.loan.lender.LentLoans;
import org.moide.balance.loan.lender.SecondCopies;
import org.moide.balance.loan.peer.EarlyLetters;
import org.moide.balance.loan.peer.LetterFilter;
import org.moide.balance.loan.peer.Outputs;
import org.moide.balance.loan.peer.OwnLoad;
import org.moide.balance.loan.peer.Peer;
import org.moide.balance.loan.peer.Peers;
import org.moide.balance.pool.EnginePool;
import org.moide.balance.strategy.Membership;
import org.moide.balance.strategy.Strategy;

/**
 * The core of balancing in one member. An {@link EngineBalancer} borrows and lends; a {@link RootBalancer}, which
 * receives the application's tasks, lends them and borrows nothing.
 *
 * <p>Loans form a tree. A returned loan counts in the loan that its tasks came from; a lost loan's tasks go back to
 * that loan; a void loan makes the loans below it void.
 *
 * <p>One control thread calls all methods. They never block, and they return the instructions for the driver. Times are
 * nanoseconds of a monotonic clock. Only {@link #tick} notices that loans are done. The driver calls it when the pool
 * calls {@code whenDry}, and at {@link #nextTickNanos} (in an engine, at {@link PoolWatch#nextTickNanos}).
 */
public abstract class Balancer {
    private final Books books;
    private final PoolRounds rounds;
    private final Peers peers;
    private final BorrowedLoans borrowed;
    private final Lender lender;
    private final Borrower borrower;
    private final BorrowerWatch watch;
    private final TaskClock clock;
    private final DecisionStep decisions;
    private final OwnLoad load;
    private final FailureBook failedTasks;
    private final LetterFilter letters;
    private final SecondCopies copies;
    private final EarlyLetters strangers = new EarlyLetters();
    private long misdirected;

    Balancer(Books books, PoolRounds rounds, Strategy strategy, BalancerParts parts) {
        EnginePool pool = books.pool();
        BalancerLimits limits = books.limits();
        Outputs outputs = books.outputs();
        LentLoans lent = books.lent();
        this.books = books;
        this.rounds = rounds;
        this.peers = books.peers();
        this.borrowed = books.borrowed();
        this.clock = new TaskClock(pool.threads());
        this.failedTasks = new FailureBook(parts.failures(), parts.ownMember());
        this.lender = new Lender(borrowed, lent, peers, outputs, limits, rounds::round, failedTasks);
        this.copies = new SecondCopies(parts.copyWaitNanos(), parts.ownMember(), lent, lender, peers, outputs);
        this.watch = new BorrowerWatch(lent, peers, lender, limits);
        this.load = new OwnLoad(books.self(), pool, clock, peers);
        this.borrower = new Borrower(pool, borrowed, peers, outputs, limits, load, parts.data());
        BalancerView view = new BalancerView(books, load, rounds, parts.data());
        this.decisions = new DecisionStep(strategy, view, lender, borrower, peers, outputs);
        this.letters = parts.letters(outputs);
    }

    /**
     * Takes a new membership, the list of the members of the run.
     *
     * <p>If a member has left or has another incarnation, the tasks it borrowed are put back, the loans borrowed from
     * it are void, and its later letters are ignored. Letters that a new member sent before this call are processed
     * now.
     *
     * <p>An engine that is itself {@link Membership#leaving} {@link EngineBalancer#drain drains}. Before it reports
     * {@link LoanOutput.Drained} it {@link EnginePool#end ends} its pool's round, so that its threads return. That
     * suits bags of tasks only: a thread of an SPMD application would believe that its round has ended.
     */
    public List<LoanOutput> members(Membership members, long nowNanos) {
        for (Peer gone : peers.change(members, nowNanos)) {
            lender.lost(gone);
            for (BorrowedLoan loan : borrowed.from(gone.member)) {
                drop(loan);
            }
            rounds.gone(gone.member);
        }
        for (Letter letter : strangers.known(this::isFromMember)) {
            open(letter, nowNanos);
        }
        membersChanged(nowNanos);
        return advanced(nowNanos);
    }

    /**
     * Takes back the loans of a member that is silent for too long; their tasks will be lent under new numbers.
     *
     * <p>The member stays a member. Its next letter makes it a borrower again, but its returns under old numbers are
     * ignored. The caller must continue to watch it, and call this again after the next silence.
     */
    public List<LoanOutput> borrowerLost(int member, long nowNanos) {
        Peer peer = peers.find(member, nowNanos);
        if (peer != null) {
            watch.lost(peer);
        }
        return advanced(nowNanos);
    }

    /**
     * Takes back the loans of a member whose process has died. For each task of these loans that was running on it, the
     * death counts as a failed try. The caller soon removes the member by {@link #members}.
     *
     * @param death names all tasks that were running, also those of other members' loans
     */
    public List<LoanOutput> died(int member, MemberDeath death, long nowNanos) {
        Peer peer = peers.find(member, nowNanos);
        if (peer != null) {
            lender.died(peer, death, nowNanos);
            watch.lost(peer);
        }
        return advanced(nowNanos);
    }

    /**
     * Puts encoded tasks that were not created by a task. They go to the pool of the root, the member that lends tasks
     * to all.
     *
     * @throws IllegalStateException at the root after {@link RootBalancer#complete}
     */
    public List<LoanOutput> put(List<byte[]> tasks, long nowNanos) {
        rounds.put(tasks);
        return advanced(nowNanos);
    }

    /** Puts tasks like {@link #put}, which the root lends to this member first, whatever the strategy. */
    public List<LoanOutput> putHere(List<byte[]> tasks, long nowNanos) {
        rounds.put(tasks, true);
        return advanced(nowNanos);
    }

    /**
     * Takes a letter, a message from another member. A letter from an unknown sender or incarnation is kept until
     * {@link #members} announces the sender. A letter from an earlier incarnation, or to another member, is ignored.
     */
    public List<LoanOutput> receive(Letter letter, long nowNanos) {
        if (!letters.isForUs(letter) || !open(letter, nowNanos)) {
            if (letters.isForUs(letter) && !isFromMember(letter)) {
                strangers.keep(letter);
            }
            misdirected++;
            return List.of();
        }
        return advanced(nowNanos);
    }

    private boolean isFromMember(Letter letter) {
        return letter.fromIncarnation() <= peers.members().incarnationOf(letter.from());
    }

    /**
     * Processes a letter, a message between members, if its sender is a known member.
     *
     * @return whether it was processed
     */
    private boolean open(Letter letter, long nowNanos) {
        Peer peer = peers.find(letter.from(), nowNanos);
        if (peer == null || !letters.isFrom(peer, letter)) {
            return false;
        }
        peer.heard(nowNanos);
        letter.message().handle(new Opened(peer, nowNanos));
        peers.touch(peer);
        return true;
    }

    /**
     * Drops a borrowed loan that became void. The loans of tasks that were moved out of it are dropped too, and the
     * loans that this member has made of its tasks become void.
     */
    private void drop(BorrowedLoan loan) {
        if (!borrowed.isHere(loan)) {
            return;
        }
        borrowed.drop(loan);
        lender.voidAllOf(loan);
        loan.loansApart().forEach(this::drop);
    }

    /**
     * Does one step of the balancer: closes loans that are done, asks the strategy, and repeats unanswered messages.
     */
    public List<LoanOutput> tick(long nowNanos) {
        return advanced(nowNanos);
    }

    /**
     * Returns the time at which to call {@link #tick} next; {@link Long#MAX_VALUE} if there is nothing to do before a
     * message arrives. This time does not take into account that loans may be done earlier.
     */
    public long nextTickNanos() {
        long due = Math.min(decisions.dueNanos(), peers.dueNanos());
        due = Math.min(due, Math.min(rounds.dueNanos(), copies.dueNanos()));
        due = Math.min(due, Math.min(borrower.dueNanos(watch.lastNanos()), watch.dueNanos()));
        if (borrowed.isAnyRecalled()) {
            due = Math.min(due, watch.lastNanos() + books.limits().repeatNanos());
        }
        return due;
    }

    OwnLoad load() {
        return load;
    }

    /** Returns whether any other member waits for tasks from this member's pool. */
    boolean isAsked() {
        return !peers.requests().isEmpty();
    }

    /** Returns the totals of tasks and loans so far; at the root, those of the run. */
    public abstract LoanTotals totals();

    /** Returns the number of messages without effect: repeats, stale messages, and letters meant for another member. */
    long messagesInVain() {
        return lender.staleMessages() + misdirected;
    }

    /** Returns the number of tasks that were given up because they failed too often. */
    long givenUpTasks() {
        return failedTasks.givenUp();
    }

    /** Returns the mean time of a task on one thread of this member; 0 before the first task has ended. */
    public long meanTaskNanos() {
        return clock.meanTaskNanos();
    }

    public Lender lending() {
        return lender;
    }

    Borrower borrowing() {
        return borrower;
    }

    /** Returns the number of tasks on this member that have not begun. */
    public long queuedTasks() {
        return books.pool().queued()
                + rounds.backlog()
                + lender.waitingRetries().size()
                + lender.tasksAhead();
    }

    /** Returns the number of borrowed loans that are not returned yet. */
    public int loansOpen() {
        return borrowed.all().size();
    }

    /** Reacts to a change of the membership; called after each change. */
    abstract void membersChanged(long nowNanos);

    /** Continues the member's departure, if it is leaving; called at the end of each step. */
    abstract void leaveIfDue();

    List<LoanOutput> advanced(long nowNanos) {
        watch.wake(nowNanos);
        clock.observe(nowNanos, borrowed.executed(), books.pool().withoutTaskNanos());
        borrower.advance(nowNanos);
        lender.recall(nowNanos);
        for (Peer peer : peers.due(load.idleThreads() > 0, nowNanos)) {
            lender.repeat(peer, nowNanos);
            borrower.repeat(peer, nowNanos);
            peers.touch(peer);
        }
        watch.advance(nowNanos);
        lender.giveRetries(nowNanos);
        rounds.advance(this::totals, nowNanos);
        if (borrowed.isKeptForSuspect()) {
            lender.refuseAll();
        }
        if (rounds.isEnded() || borrowed.isDraining() || borrowed.isKeptForSuspect()) {
            decisions.skip();
        } else if (decisions.decide(nowNanos)) {
            borrower.returnThoseDone(nowNanos); // for example loans that were passed on
        }
        copies.advance(rounds.mayRunTwice() && queuedTasks() == 0, load.meanTaskNanos(), nowNanos);
        rounds.sayIfAllWait(nowNanos);
        leaveIfDue();
        return books.outputs().take();
    }

    /** A handler of the message in one letter, whose sender is known and current. */
    private final class Opened implements LoanMessageHandler {
        private final Peer peer;
        private final long nowNanos;

        Opened(Peer peer, long nowNanos) {
            this.peer = peer;
            this.nowNanos = nowNanos;
        }

        @Override
        public void fetchTasks(LoanMessage.FetchTasks fetch) {
            lender.onFetch(peer, fetch, nowNanos);
        }

        @Override
        public void loanGranted(LoanMessage.LoanGranted granted) {
            rounds.hasBegun(granted.round());
            borrower.onGranted(peer, granted, rounds.isEnded(), nowNanos);
        }

        @Override
        public void grantTaken(LoanMessage.GrantTaken taken) {
            lender.onTaken(peer, taken, nowNanos);
        }

        @Override
        public void requestWithdrawn(LoanMessage.RequestWithdrawn withdrawn) {
            peer.borrower.withdrawn(withdrawn.request());
        }

        @Override
        public void requestRefused(LoanMessage.RequestRefused refused) {
            borrower.onRefused(peer, refused, nowNanos);
        }

        @Override
        public void loanReturned(LoanMessage.LoanReturned returned) {
            lender.onReturned(peer, returned, nowNanos);
        }

        @Override
        public void returnPart(LoanMessage.ReturnPart part) {
            lender.onPart(peer, part);
        }

        @Override
        public void partAccepted(LoanMessage.PartAccepted accepted) {
            borrower.onPartAccepted(peer, accepted, nowNanos);
        }

        @Override
        public void returnAccepted(LoanMessage.ReturnAccepted accepted) {
            borrower.onReturnAccepted(peer, accepted, nowNanos).forEach(Balancer.this::drop);
        }

        @Override
        public void loanVoided(LoanMessage.LoanVoided voided) {
            BorrowedLoan loan = borrowed.get(peer.member, voided.loan());
            if (loan != null) {
                drop(loan);
            }
        }

        @Override
        public void giveBack(LoanMessage.GiveBack giveBack) {
            borrower.onGiveBack(peer, giveBack, nowNanos);
        }

        @Override
        public void settleLoan(LoanMessage.SettleLoan settle) {
            borrower.onSettle(peer, settle, nowNanos);
        }

        @Override
        public void loansHeld(LoanMessage.LoansHeld held) {
            // a heartbeat: receiving it was enough
        }

        @Override
        public void allWaiting(LoanMessage.AllWaiting waiting) {
            rounds.waiting(peer, waiting);
        }

        @Override
        public void poolDone(LoanMessage.PoolDone done) {
            rounds.done(done);
            if (rounds.isEnded()) {
                // The root has all results, so loans still open here were taken back before.
                List.copyOf(borrowed.all()).forEach(Balancer.this::drop);
            }
        }

        @Override
        public void putTasks(LoanMessage.PutTasks tasks) {
            rounds.put(peer, tasks, lender);
        }

        @Override
        public void putAccepted(LoanMessage.PutAccepted accepted) {
            rounds.putAccepted(accepted);
        }

        @Override
        public void loadTold(LoanMessage.LoadTold told) {
            decisions.onTold(peer, told, nowNanos);
        }

        @Override
        public void instructed(LoanMessage.Instructed instructed) {
            decisions.onInstructed(peer, instructed);
        }
    }
}
