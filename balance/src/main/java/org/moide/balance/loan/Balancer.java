package org.moide.balance.loan;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.LoanOutput.ClosedLoan;
import org.moide.balance.loan.LoanOutput.EncodedTasks;
import org.moide.balance.loan.LoanOutput.MergedResults;
import org.moide.balance.pool.EnginePool;
import org.moide.balance.pool.LoanAccount;
import org.moide.balance.strategy.Membership;
import org.moide.balance.strategy.Strategy;

/**
 * The core of balancing in one member (DESIGN, §7): each engine has one, a borrower of others and a lender to others, and
 * the root has one, which lends what comes from outside and borrows from nobody. Loans form a tree: what comes home with a
 * loan counts in the loan that its tasks came from; what is lost is put back there; what is void there is void below.
 *
 * <p>Stepped: one control thread calls, nothing blocks, what is to be done comes back as a list. Time is given in
 * nanoseconds of a clock that never goes back. {@link #tick} is where ends of loans are noticed: call it when the pool's
 * {@code whenDry} says so, and at {@link #nextTickNanos}; an engine, when its {@link PoolWatch} says.
 */
public class Balancer {
    private final EnginePool pool;
    private final BalancerLimits limits;
    private final Outputs outputs;
    private final Peers peers;
    private final BorrowedLoans borrowed;
    private final LentLoans lent;
    private final Lending lending;
    private final Borrowing borrowing;
    private final BorrowerWatch watch;
    private final TaskClock clock;
    private final EngineRounds rounds;
    private final Departure departure;
    private final Deciding deciding;
    private final Receiving receiving;
    private final OwnLoad load;
    private final FailedTasks failedTasks;
    private final @Nullable RootPool root;
    private final Strangers strangers = new Strangers();
    private long misdirected;

    /**
     * The balancing of an engine, with nothing borrowed.
     *
     * @param self its number
     * @param incarnation tells it from an earlier engine of the same number
     * @param pool its engine's
     */
    public static Balancer engine(
            int self, long incarnation, EnginePool pool, Strategy strategy, BalancerLimits limits) {
        return new Balancer(self, incarnation, pool, strategy, limits, null, new Parts(FailurePolicy.DEFAULT));
    }

    /**
     * The balancing of the root.
     *
     * @param pool one with no threads
     * @param failures what becomes of tasks that throw
     */
    public static Balancer root(
            EnginePool pool, Strategy strategy, Ending ending, BalancerLimits limits, FailurePolicy failures) {
        return new Balancer(
                Membership.ROOT, Membership.ROOT_INCARNATION, pool, strategy, limits, ending, new Parts(failures));
    }

    Balancer(
            int self,
            long incarnation,
            EnginePool pool,
            Strategy strategy,
            BalancerLimits limits,
            @Nullable Ending ending,
            Parts parts) {
        this.pool = pool;
        this.limits = limits;
        this.outputs = new Outputs(self, incarnation);
        this.peers = parts.peers(limits);
        this.borrowed = new BorrowedLoans(pool, limits, parts::borrowedLoan);
        this.lent = parts.lentLoans(limits);
        this.clock = new TaskClock(pool.threads());
        this.rounds = new EngineRounds(pool, borrowed, peers, outputs, limits);
        this.failedTasks = new FailedTasks(parts.failures());
        this.lending = new Lending(borrowed, lent, peers, outputs, limits, this::round, failedTasks);
        this.watch = new BorrowerWatch(lent, peers, lending, limits);
        this.load = new OwnLoad(self, pool, clock, peers);
        this.borrowing = new Borrowing(
                pool,
                borrowed,
                peers,
                outputs,
                limits,
                load,
                (number, tasks) -> parts.account(number, pool.threads(), tasks));
        this.root = ending == null
                ? null
                : parts.root(
                        ending,
                        borrowed.add(BorrowedLoan.FROM_NOBODY, 0, new LoanAccount(borrowed.nextAccount(), 0, 0), 0),
                        limits);
        this.departure = new Departure(pool, borrowed, peers, lending, rounds, outputs);
        BalancerView view = new BalancerView(self, pool, borrowed, lent, peers, load, root);
        this.deciding = new Deciding(strategy, view, lending, borrowing, peers, outputs);
        this.receiving = new Receiving(pool, borrowed, lending, borrowing, rounds, deciding, root, outputs);
    }

    /**
     * Who takes part has changed. With a member that is gone, or has another incarnation, all is over: what it borrowed is
     * put back, what was borrowed from it is void, and what it still says is not heard. What one that has joined said before
     * this came is heard now.
     *
     * <p>An engine that finds itself among those {@link Membership#leaving on their way out} {@link #drain drains}; before
     * it says {@link LoanOutput.Drained} it {@link EnginePool#end ends} its pool, so that its threads return. That is for bags of tasks:
     * a thread of an SPMD application would take it for the end of a round.
     */
    public List<LoanOutput> members(Membership members, long nowNanos) {
        for (Peer gone : peers.change(members, nowNanos)) {
            lending.lost(gone);
            for (BorrowedLoan loan : borrowed.from(gone.member)) {
                receiving.drop(loan);
            }
            if (root != null) {
                root.gone(gone.member);
            }
        }
        for (Letter letter : strangers.known(this::isFromMember)) {
            open(letter, nowNanos);
        }
        departure.membersChanged(clock.meanTaskNanos(), nowNanos);
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
     * Puts tasks, encoded, that no task of a loan created: they go to the root's pool.
     *
     * @throws IllegalStateException at the root after {@link #complete}
     */
    public List<LoanOutput> put(List<byte[]> tasks, long nowNanos) {
        if (root == null) {
            rounds.put(tasks);
        } else {
            root.put(tasks, pool);
        }
        return advanced(nowNanos);
    }

    /**
     * At a new root: goes on where an earlier one was lost, in place of the first {@link #put}.
     *
     * @param put how many tasks had come from outside
     * @param created how many tasks of those whose results are known had been created
     * @param executed how many results are known
     * @param open all that was not done, encoded
     */
    public List<LoanOutput> resume(long put, long created, long executed, List<byte[]> open, long nowNanos) {
        if (root != null) {
            root.resume(put, created, executed, open, pool);
        }
        return advanced(nowNanos);
    }

    /** At the root: there will be no more {@link #put}. */
    public List<LoanOutput> complete(long nowNanos) {
        if (root != null) {
            root.complete();
        }
        return advanced(nowNanos);
    }

    /**
     * Returns all that is not begun, asks for nothing more and refuses who asks; {@link LoanOutput.Drained} follows when all is home,
     * once for each call.
     */
    public List<LoanOutput> drain(long nowNanos) {
        departure.begin(clock.meanTaskNanos(), nowNanos);
        return advanced(nowNanos);
    }

    /**
     * Takes a letter. What a stranger, or a later incarnation than known, asks or tells is kept until {@link #members} says who
     * that is; of an earlier one, or for another, it is ignored.
     */
    public List<LoanOutput> receive(Letter letter, long nowNanos) {
        if (!isForUs(letter) || !open(letter, nowNanos)) {
            if (isForUs(letter) && !isFromMember(letter)) {
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

    /** Whether its sender is one who may be heard. */
    private boolean open(Letter letter, long nowNanos) {
        Peer peer = peers.find(letter.from(), nowNanos);
        if (peer == null || !isFrom(peer, letter)) {
            return false;
        }
        peer.heard(nowNanos);
        receiving.open(peer, letter.message(), nowNanos);
        peers.touch(peer);
        return true;
    }

    boolean isFrom(Peer peer, Letter letter) {
        return peer.incarnation == letter.fromIncarnation();
    }

    boolean isForUs(Letter letter) {
        return outputs.isSelf(letter.toIncarnation());
    }

    private long round() {
        return root == null ? rounds.round() : root.round();
    }

    /** A compute thread has closed a loan as {@link LoanOutput.CloseLoan} asked. */
    public List<LoanOutput> closed(ClosedLoan closed, long nowNanos) {
        borrowing.closed(closed, nowNanos);
        return advanced(nowNanos);
    }

    /** A compute thread has encoded tasks as {@link LoanOutput.EncodeTasks} asked. */
    public List<LoanOutput> encoded(EncodedTasks encoded, long nowNanos) {
        lending.encoded(encoded, nowNanos);
        return advanced(nowNanos);
    }

    /** A compute thread ran a task of the account of this number, and it threw. */
    public List<LoanOutput> failed(long account, FailedTask failure, long nowNanos) {
        borrowing.failed(account, failure);
        return advanced(nowNanos);
    }

    /** A compute thread has merged results as {@link LoanOutput.MergeResults} asked. */
    public List<LoanOutput> merged(MergedResults merged, long nowNanos) {
        borrowing.merged(merged.loan());
        return advanced(nowNanos);
    }

    /** Does what is due: notices loans that are done, lets the strategy decide, repeats what was not answered. */
    public List<LoanOutput> tick(long nowNanos) {
        return advanced(nowNanos);
    }

    /** When to call {@link #tick} next, apart from loans that end; {@link Long#MAX_VALUE} if only a message brings something. */
    public long nextTickNanos() {
        long due = Math.min(deciding.dueNanos(), peers.dueNanos());
        due = Math.min(due, root == null ? rounds.dueNanos() : root.dueNanos(peers.members()));
        due = Math.min(due, Math.min(borrowing.dueNanos(watch.lastNanos()), watch.dueNanos()));
        if (borrowed.isAnyRecalled()) {
            due = Math.min(due, watch.lastNanos() + limits.repeatNanos());
        }
        return due;
    }

    OwnLoad load() {
        return load;
    }

    /** Whether others wait for tasks of this pool. */
    boolean isAsked() {
        return !peers.requests().isEmpty();
    }

    /** The totals so far. At the root they are those of the run. */
    public LoanTotals totals() {
        long stale = lending.staleMessages() + misdirected;
        return root == null
                ? lent.totals(0, 0, borrowed.executed(), 0, stale)
                : lent.totals(
                        root.putTasks(),
                        root.loan.createdTasks(),
                        root.loan.executedTasks(),
                        failedTasks.givenUp(),
                        stale);
    }

    /** How many tasks lie here, not begun. */
    public int queuedTasks() {
        return pool.queued();
    }

    /** How many loans are borrowed and not home yet. */
    public int loansOpen() {
        return borrowed.all().size();
    }

    private List<LoanOutput> advanced(long nowNanos) {
        watch.wake(nowNanos);
        clock.observe(nowNanos, borrowed.executed(), pool.withoutTaskNanos());
        borrowing.advance(nowNanos);
        lending.recall(nowNanos);
        for (Peer peer : peers.active()) {
            lending.repeat(peer, nowNanos);
            borrowing.repeat(peer, nowNanos);
            peers.touch(peer);
        }
        watch.advance(nowNanos);
        rounds.advance(nowNanos);
        if (root != null) {
            root.advance(lent, peers, outputs, this::totals, nowNanos);
        }
        if (rounds.isEnded() || borrowed.isDraining()) {
            deciding.skip();
        } else if (deciding.decide(nowNanos)) {
            borrowing.returnThoseDone(nowNanos); // such as what was passed on
        }
        if (root == null) {
            rounds.sayIfAllWait(nowNanos);
        }
        departure.advance();
        return gathered();
    }

    List<LoanOutput> gathered() {
        return outputs.take();
    }
}
