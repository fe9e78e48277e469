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
 * The core of balancing in one member: an {@link EngineBalancer} borrows from others and lends to others, and
 * the {@link RootBalancer} lends what comes from outside and borrows from nobody. Loans form a tree: what comes home with a
 * loan counts in the loan that its tasks came from; what is lost is put back there; what is void there is void below.
 *
 * <p>Stepped: one control thread calls, nothing blocks, what is to be done comes back as a list. Time is given in
 * nanoseconds of a clock that never goes back. {@link #tick} is where ends of loans are noticed: call it when the pool's
 * {@code whenDry} says so, and at {@link #nextTickNanos}; an engine, when its {@link PoolWatch} says.
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
        this.watch = new BorrowerWatch(lent, peers, lender, limits);
        this.load = new OwnLoad(books.self(), pool, clock, peers);
        this.borrower = new Borrower(
                pool,
                borrowed,
                peers,
                outputs,
                limits,
                load,
                parts.data(),
                (number, tasks, lender, lentAs) -> parts.account(number, pool.threads(), tasks, lender, lentAs));
        BalancerView view = new BalancerView(books, load, rounds, parts.data());
        this.decisions = new DecisionStep(strategy, view, lender, borrower, peers, outputs);
        this.letters = parts.letters(outputs);
    }

    /**
     * Takes a change of who takes part. All is over with a member that is gone or has another incarnation: what it
     * borrowed is put back, what was borrowed from it is void, and what it still says is not heard. What a new member
     * said before this call is heard now.
     *
     * <p>An engine that finds itself among those {@link Membership#leaving on their way out}
     * {@link EngineBalancer#drain drains}; before it says {@link LoanOutput.Drained} it {@link EnginePool#end ends} its
     * pool, so that its threads return. That is for bags of tasks: a thread of an SPMD application would take it for
     * the end of a round.
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
     * A member has been silent too long: its loans are taken back and will be lent under new numbers. It stays a member:
     * anything heard from it makes it a borrower again, and what it returns under old numbers is dropped. Whoever watches
     * it must go on doing so and call again after the next silence.
     */
    public List<LoanOutput> borrowerLost(int member, long nowNanos) {
        Peer peer = peers.find(member, nowNanos);
        if (peer != null) {
            watch.lost(peer);
        }
        return advanced(nowNanos);
    }

    /**
     * A member's process has died, and its parent has read which tasks it had begun. Those that were lent from here count it
     * as a try that failed, and its other loans are taken back. {@link #members} is to tell soon that it is gone.
     *
     * @param death with tasks of this member's loans and of others'
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
     * Puts tasks, encoded, that no task of a loan created: they go to the root's pool.
     *
     * @throws IllegalStateException at the root after {@link RootBalancer#complete}
     */
    public List<LoanOutput> put(List<byte[]> tasks, long nowNanos) {
        rounds.put(tasks);
        return advanced(nowNanos);
    }

    /**
     * Takes a letter. One from a stranger, or from a later incarnation than is known, is kept until {@link #members} tells of
     * its sender. One from an earlier incarnation, or to another member, is ignored.
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

    /** Takes a letter; returns whether its sender is one that may be heard. */
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

    /** The loan is void, and with it what was lent on from it. */
    private void drop(BorrowedLoan loan) {
        borrowed.drop(loan);
        lender.voidAllOf(loan);
    }

    /** Performs what is due: notices loans that are done, lets the strategy decide, repeats what was not answered. */
    public List<LoanOutput> tick(long nowNanos) {
        return advanced(nowNanos);
    }

    /**
     * The time at which to call {@link #tick} next, apart from loans that end; {@link Long#MAX_VALUE} if only a message
     * brings something.
     */
    public long nextTickNanos() {
        long due = Math.min(decisions.dueNanos(), peers.dueNanos());
        due = Math.min(due, rounds.dueNanos());
        due = Math.min(due, Math.min(borrower.dueNanos(watch.lastNanos()), watch.dueNanos()));
        if (borrowed.isAnyRecalled()) {
            due = Math.min(due, watch.lastNanos() + books.limits().repeatNanos());
        }
        return due;
    }

    OwnLoad load() {
        return load;
    }

    /** Returns whether others wait for tasks of this pool. */
    boolean isAsked() {
        return !peers.requests().isEmpty();
    }

    /** The totals so far. At the root they are those of the run. */
    public abstract LoanTotals totals();

    /** Messages without effect: repeats, stale ones, and those for another member. */
    long messagesInVain() {
        return lender.staleMessages() + misdirected;
    }

    /** The number of tasks that have thrown too often. */
    long givenUpTasks() {
        return failedTasks.givenUp();
    }

    long meanTaskNanos() {
        return clock.meanTaskNanos();
    }

    public Lender lending() {
        return lender;
    }

    Borrower borrowing() {
        return borrower;
    }

    /** The number of tasks that lie here, not begun. */
    public long queuedTasks() {
        return books.pool().queued()
                + rounds.backlog()
                + lender.waitingRetries().size();
    }

    /** The number of loans that are borrowed and not home yet. */
    public int loansOpen() {
        return borrowed.all().size();
    }

    /** The membership is another. */
    abstract void membersChanged(long nowNanos);

    /** The last of a step. */
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
            borrower.returnThoseDone(nowNanos); // such as what was passed on
        }
        rounds.sayIfAllWait(nowNanos);
        leaveIfDue();
        return books.outputs().take();
    }

    /** A handler of what another member says, at a time. */
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
            borrower.onReturnAccepted(peer, accepted.loan(), nowNanos);
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
            borrower.onSettle(peer, settle.loan(), nowNanos);
        }

        @Override
        public void loansHeld(LoanMessage.LoansHeld held) {
            // Being heard is its whole purpose.
        }

        @Override
        public void allWaiting(LoanMessage.AllWaiting waiting) {
            rounds.waiting(peer, waiting);
        }

        @Override
        public void poolDone(LoanMessage.PoolDone done) {
            rounds.done(done);
            if (rounds.isEnded()) {
                // The root has all results: what is still here was taken back before.
                List.copyOf(borrowed.all()).forEach(Balancer.this::drop);
            }
        }

        @Override
        public void putTasks(LoanMessage.PutTasks tasks) {
            rounds.put(peer, tasks);
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
