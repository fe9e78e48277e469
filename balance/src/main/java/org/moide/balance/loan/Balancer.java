package org.moide.balance.loan;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.LoanMessage.AllWaiting;
import org.moide.balance.loan.LoanMessage.FetchTasks;
import org.moide.balance.loan.LoanMessage.GiveBack;
import org.moide.balance.loan.LoanMessage.GrantTaken;
import org.moide.balance.loan.LoanMessage.Instructed;
import org.moide.balance.loan.LoanMessage.LoadTold;
import org.moide.balance.loan.LoanMessage.LoanGranted;
import org.moide.balance.loan.LoanMessage.LoanReturned;
import org.moide.balance.loan.LoanMessage.LoanVoided;
import org.moide.balance.loan.LoanMessage.PartAccepted;
import org.moide.balance.loan.LoanMessage.PoolDone;
import org.moide.balance.loan.LoanMessage.PutAccepted;
import org.moide.balance.loan.LoanMessage.PutTasks;
import org.moide.balance.loan.LoanMessage.RequestRefused;
import org.moide.balance.loan.LoanMessage.ReturnAccepted;
import org.moide.balance.loan.LoanMessage.ReturnPart;
import org.moide.balance.loan.LoanMessage.SettleLoan;
import org.moide.balance.loan.LoanOutput.ClosedLoan;
import org.moide.balance.loan.LoanOutput.Drained;
import org.moide.balance.loan.LoanOutput.EncodedTasks;
import org.moide.balance.loan.LoanOutput.MergedResults;
import org.moide.balance.loan.LoanOutput.PoolEnded;
import org.moide.balance.loan.LoanOutput.PoolFinished;
import org.moide.balance.loan.LoanOutput.RunFailed;
import org.moide.balance.pool.EnginePool;
import org.moide.balance.pool.LoanAccount;
import org.moide.balance.pool.PooledTask;
import org.moide.balance.strategy.Decision;
import org.moide.balance.strategy.MemberView;
import org.moide.balance.strategy.Membership;
import org.moide.balance.strategy.Strategy;

/**
 * The core of balancing in one member (DESIGN, §7): each engine has one, a borrower of others and a lender to others, and
 * the root has one, which lends what comes from outside and borrows from nobody. Loans form a tree: what comes home with a
 * loan counts in the loan that its tasks came from; what is lost is put back there; what is void there is void below.
 *
 * <p>Stepped: one control thread calls, nothing blocks, what is to be done comes back as a list. Time is given in
 * nanoseconds of a clock that never goes back. {@link #tick} is where ends of loans are noticed: call it when the pool's
 * {@code whenDry} says so, at {@link #nextTickNanos}, and at least every millisecond while there are tasks.
 */
public class Balancer {
    private final EnginePool pool;
    private final Strategy strategy;
    private final BalancerLimits limits;
    private final Outputs outputs;
    private final Peers peers;
    private final BorrowedLoans borrowed;
    private final LentLoans lent;
    private final Lending lending;
    private final Borrowing borrowing;
    private final TaskClock clock;
    private final PutOutbox puts;
    private final Repetition saying;
    private final BalancerView view;
    private final @Nullable RootPool root;
    private @Nullable AllWaiting said;
    private long wakeNanos = Long.MAX_VALUE;
    private long lastStepNanos = Long.MIN_VALUE;
    private long rounds;
    private long misdirected;
    private boolean ended;
    private boolean drained;

    /** The parts that tests replace by wrong ones. */
    static class Parts {
        LentLoans lentLoans(BalancerLimits limits) {
            return new LentLoans(limits);
        }

        Peers peers(BalancerLimits limits) {
            return new Peers(limits);
        }

        PutOutbox puts(BalancerLimits limits) {
            return new PutOutbox(limits);
        }

        RootPool root(Ending ending, BorrowedLoan loan) {
            return new RootPool(ending, loan);
        }

        BorrowedLoan borrowedLoan(int lender, long number, LoanAccount account, BalancerLimits limits, long nowNanos) {
            return new BorrowedLoan(lender, number, account, limits, nowNanos);
        }

        LoanAccount account(long number, int threads, int tasks) {
            return new LoanAccount(number, threads, tasks);
        }
    }

    /**
     * The balancing of an engine, with nothing borrowed.
     *
     * @param self its number
     * @param incarnation tells it from an earlier engine of the same number
     * @param pool its engine's
     */
    public static Balancer engine(
            int self, long incarnation, EnginePool pool, Strategy strategy, BalancerLimits limits) {
        return new Balancer(self, incarnation, pool, strategy, limits, null, new Parts());
    }

    /**
     * The balancing of the root.
     *
     * @param pool one with no threads
     */
    public static Balancer root(EnginePool pool, Strategy strategy, Ending ending, BalancerLimits limits) {
        return new Balancer(Membership.ROOT, Membership.ROOT_INCARNATION, pool, strategy, limits, ending, new Parts());
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
        this.strategy = strategy;
        this.limits = limits;
        this.outputs = new Outputs(self, incarnation);
        this.peers = parts.peers(limits);
        this.borrowed = new BorrowedLoans(pool, limits, parts::borrowedLoan);
        this.lent = parts.lentLoans(limits);
        this.clock = new TaskClock(pool.threads());
        this.puts = parts.puts(limits);
        this.saying = new Repetition(limits);
        this.lending = new Lending(borrowed, lent, peers, outputs, limits, this::round);
        this.borrowing = new Borrowing(
                pool,
                borrowed,
                peers,
                outputs,
                limits,
                clock,
                (number, tasks) -> parts.account(number, pool.threads(), tasks));
        this.root = ending == null
                ? null
                : parts.root(
                        ending,
                        borrowed.add(BorrowedLoan.FROM_NOBODY, 0, new LoanAccount(borrowed.nextAccount(), 0, 0), 0));
        this.view = new BalancerView(self, pool, borrowed, lent, peers, clock, root);
    }

    // --- members --------------------------------------------------------------------------------------------------

    /**
     * Who takes part has changed. With a member that is gone, or has another incarnation, all is over: what it borrowed is
     * put back, what was borrowed from it is void, and what it still says is not heard.
     */
    public List<LoanOutput> members(Membership members, long nowNanos) {
        for (Peer gone : peers.change(members)) {
            lending.lost(gone);
            for (BorrowedLoan loan : borrowed.from(gone.member)) {
                drop(loan);
            }
            if (root != null) {
                root.gone(gone.member);
            }
        }
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
            lending.lost(peer);
            peer.markSilent();
            peers.touch(peer);
        }
        return advanced(nowNanos);
    }

    // --- tasks ----------------------------------------------------------------------------------------------------

    /**
     * Puts tasks, encoded, that no task of a loan created: they go to the root's pool.
     *
     * @throws IllegalStateException at the root after {@link #complete}
     */
    public List<LoanOutput> put(List<byte[]> tasks, long nowNanos) {
        RootPool here = root;
        if (here == null) {
            puts.add(tasks);
        } else {
            putHere(here, tasks);
        }
        return advanced(nowNanos);
    }

    private void putHere(RootPool here, List<byte[]> tasks) {
        here.put(tasks.size());
        pool.refill(tasks.stream()
                .map(task -> new PooledTask(here.loan.account, task, true))
                .toList());
    }

    /** At the root: there will be no more {@link #put}. */
    public List<LoanOutput> complete(long nowNanos) {
        if (root != null) {
            root.complete();
        }
        return advanced(nowNanos);
    }

    /** Returns all that is not begun and asks for nothing more; {@link Drained} follows when all is home. */
    public List<LoanOutput> drain(long nowNanos) {
        borrowed.drain(clock.meanTaskNanos(), nowNanos);
        for (Peer peer : peers.all()) {
            peer.lender.forget();
        }
        return advanced(nowNanos);
    }

    // --- steps ----------------------------------------------------------------------------------------------------

    /** Takes a letter. From a stranger, or of or for another incarnation than known, it is ignored. */
    public List<LoanOutput> receive(Letter letter, long nowNanos) {
        Peer peer = isForUs(letter) ? peers.find(letter.from(), nowNanos) : null;
        if (peer == null || !isFrom(peer, letter)) {
            misdirected++;
            return List.of();
        }
        peer.heard(nowNanos);
        open(peer, letter.message(), nowNanos);
        peers.touch(peer);
        return advanced(nowNanos);
    }

    boolean isFrom(Peer peer, Letter letter) {
        return peer.incarnation == letter.fromIncarnation();
    }

    boolean isForUs(Letter letter) {
        return outputs.isSelf(letter.toIncarnation());
    }

    private void open(Peer peer, LoanMessage message, long nowNanos) {
        if (message instanceof FetchTasks fetch) {
            lending.onFetch(peer, fetch, nowNanos);
        } else if (message instanceof GrantTaken taken) {
            lending.onTaken(peer, taken);
        } else if (message instanceof LoanReturned returned) {
            lending.onReturned(peer, returned, nowNanos);
        } else if (message instanceof ReturnPart part) {
            lending.onPart(peer, part);
        } else if (message instanceof LoanGranted granted) {
            if (granted.round() > round()) {
                onPoolDone(new PoolDone(round(), false)); // the tasks were faster than the word
            }
            borrowing.onGranted(peer, granted, ended, nowNanos);
        } else if (message instanceof RequestRefused refused) {
            borrowing.onRefused(peer, refused, nowNanos);
        } else if (message instanceof ReturnAccepted accepted) {
            borrowing.onReturnAccepted(peer, accepted.loan());
        } else if (message instanceof PartAccepted accepted) {
            borrowing.onPartAccepted(peer, accepted, nowNanos);
        } else if (message instanceof LoanVoided voided) {
            BorrowedLoan loan = borrowed.get(peer.member, voided.loan());
            if (loan != null) {
                drop(loan);
            }
        } else if (message instanceof SettleLoan settle) {
            borrowing.onSettle(peer, settle.loan(), nowNanos);
        } else if (message instanceof GiveBack giveBack) {
            borrowing.onGiveBack(peer, giveBack, nowNanos);
        } else if (message instanceof LoadTold told) {
            onTold(peer, told, nowNanos);
        } else if (message instanceof Instructed instructed) {
            view.add(new MemberView.Instruction(peer.member, instructed.borrower(), instructed.tasks()));
        } else if (message instanceof PutAccepted accepted) {
            puts.accepted(accepted.sequence());
        } else if (message instanceof PoolDone done) {
            onPoolDone(done);
        } else if (root != null) {
            openAtRoot(root, peer, message);
        }
    }

    private void openAtRoot(RootPool here, Peer peer, LoanMessage message) {
        if (message instanceof AllWaiting waiting) {
            PoolDone done = here.onWaiting(peer.member, waiting);
            if (done != null) {
                outputs.send(peer, done);
            }
        } else if (message instanceof PutTasks tasks && here.isComplete()) {
            outputs.add(new RunFailed("engine " + peer.member + " put "
                    + tasks.tasks().size() + " tasks from outside into a pool that was declared complete"));
        } else if (message instanceof PutTasks tasks) {
            if (peer.countPuts(tasks.sequence())) {
                putHere(here, tasks.tasks());
            }
            outputs.send(peer, new PutAccepted(tasks.sequence()));
        }
    }

    private void onTold(Peer peer, LoadTold told, long nowNanos) {
        MemberView.Telling telling = new MemberView.Telling(
                peer.member,
                told.word(),
                told.queuedTasks(),
                told.idleThreads(),
                told.meanTaskNanos(),
                told.tasksPerSecond(),
                nowNanos);
        peer.told(telling);
        view.add(telling);
    }

    private long round() {
        return root == null ? rounds + 1 : root.round();
    }

    private void onPoolDone(PoolDone done) {
        if (root != null || ended || done.round() != rounds + 1) {
            return; // a repeat
        }
        rounds++;
        ended = done.last();
        pool.end();
        if (ended) {
            // The root has all results: what is still here was taken back before.
            for (BorrowedLoan loan : List.copyOf(borrowed.all())) {
                drop(loan);
            }
        }
        outputs.add(new PoolEnded(rounds));
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
        long due = Math.min(wakeNanos, Math.min(puts.dueNanos(), peers.dueNanos()));
        due = Math.min(due, borrowing.dueNanos(lastStepNanos));
        if (limits.silenceNanos() != Long.MAX_VALUE && !lent.areAllHome()) {
            due = Math.min(due, lastStepNanos + Math.min(limits.latenessNanos(), limits.silenceNanos()) / 2);
        }
        if (borrowed.isAnyRecalled()) {
            due = Math.min(due, lastStepNanos + limits.repeatNanos());
        }
        boolean telling = root != null && root.isFinished() && peers.members().size() > 0;
        return said == null && !telling ? due : Math.min(due, saying.dueNanos());
    }

    /** The totals so far. At the root they are those of the run. */
    public LoanTotals totals() {
        long stale = lending.staleMessages() + misdirected;
        return root == null
                ? lent.totals(0, 0, borrowed.executed(), stale)
                : lent.totals(root.putTasks(), root.loan.createdTasks(), root.loan.executedTasks(), stale);
    }

    /** How many tasks lie here, not begun. */
    public int queuedTasks() {
        return pool.queued();
    }

    /** How many loans are borrowed and not home yet. */
    public int loansOpen() {
        return borrowed.all().size();
    }

    // --- after each step ------------------------------------------------------------------------------------------

    private List<LoanOutput> advanced(long nowNanos) {
        forgiveLateness(nowNanos);
        clock.observe(nowNanos, borrowed.executed(), pool.waitingThreads());
        borrowing.advance(nowNanos);
        lending.recall(nowNanos);
        for (Peer peer : peers.active()) {
            lending.repeat(peer, nowNanos);
            borrowing.repeat(peer, nowNanos);
            peers.touch(peer);
        }
        takeBackFromTheSilent(nowNanos);
        sendPuts(nowNanos);
        if (root != null) {
            endIfDone(root, nowNanos);
        }
        decide(nowNanos);
        if (root == null) {
            sayIfAllWait(nowNanos);
        }
        if (borrowed.isDraining() && !drained && borrowed.isEmpty() && puts.isEmpty()) {
            drained = true;
            outputs.add(new Drained());
        }
        return gathered();
    }

    List<LoanOutput> gathered() {
        return outputs.take();
    }

    // Who slept heard nobody: that is not the others' silence.
    private void forgiveLateness(long nowNanos) {
        long gap = lastStepNanos == Long.MIN_VALUE ? 0 : nowNanos - lastStepNanos;
        lastStepNanos = nowNanos;
        if (gap > limits.latenessNanos()) {
            for (int borrower : lent.borrowers()) {
                Peer peer = peers.known(borrower);
                if (peer != null) {
                    peer.forgive(gap, nowNanos);
                }
            }
        }
    }

    private void takeBackFromTheSilent(long nowNanos) {
        if (limits.silenceNanos() == Long.MAX_VALUE || lent.areAllHome()) {
            return;
        }
        for (int borrower : List.copyOf(lent.borrowers())) {
            Peer peer = peers.known(borrower);
            if (peer != null && nowNanos - peer.heardNanos() > limits.silenceNanos()) {
                lending.lost(peer);
                peer.markSilent();
                peers.touch(peer);
            }
        }
    }

    private void sendPuts(long nowNanos) {
        PutTasks next = puts.next(nowNanos);
        if (next != null) {
            sendToRoot(next, nowNanos);
        }
    }

    private void sendToRoot(LoanMessage message, long nowNanos) {
        Peer peer = peers.find(Membership.ROOT, nowNanos);
        if (peer != null) {
            outputs.send(peer, message);
        }
    }

    private void endIfDone(RootPool here, long nowNanos) {
        // Who holds a void loan of somebody lost would go on for nothing; who has heard leaves.
        if (here.isFinished() && saying.isDue(nowNanos)) {
            tellAll(here.lastWord(), nowNanos);
        }
        if (!here.isRoundDone(lent, peers.members())) {
            return;
        }
        String mismatch = here.mismatch();
        if (mismatch != null) {
            outputs.add(new RunFailed(mismatch));
            return;
        }
        PoolDone done = here.endRound();
        outputs.add(new PoolFinished(done.round(), totals()));
        saying.start(nowNanos);
        tellAll(done, nowNanos);
    }

    private void tellAll(PoolDone done, long nowNanos) {
        for (Membership.Member member : peers.members().all()) {
            Peer peer = peers.find(member.number(), nowNanos);
            if (peer != null) {
                outputs.send(peer, done);
            }
        }
    }

    private void sayIfAllWait(long nowNanos) {
        boolean allWait = !ended
                && pool.isEmpty()
                && pool.waitingThreads() == pool.threads()
                && borrowed.isEmpty()
                && puts.isEmpty();
        if (!allWait) {
            said = null;
            return;
        }
        AllWaiting now = new AllWaiting(rounds + 1, pool.leftThreads() == pool.threads());
        boolean news = !now.equals(said);
        said = now;
        if (news) {
            saying.start(nowNanos);
        }
        if (news || saying.isDue(nowNanos)) {
            sendToRoot(now, nowNanos);
        }
    }

    private void drop(BorrowedLoan loan) {
        borrowed.drop(loan);
        lending.voidAllOf(loan);
    }

    // --- the strategy's decisions -----------------------------------------------------------------------------------

    private void decide(long nowNanos) {
        wakeNanos = Long.MAX_VALUE;
        if (ended || borrowed.isDraining()) {
            view.seen();
            return;
        }
        List<Decision> decisions;
        try {
            decisions = strategy.decide(view.at(nowNanos));
        } catch (RuntimeException thrown) {
            outputs.add(new RunFailed("the strategy " + strategy.getClass().getName() + " threw " + thrown
                    + " when it was to decide for member " + view.self()));
            return;
        } finally {
            view.seen();
        }
        for (Decision decision : decisions) {
            perform(decision, nowNanos);
        }
    }

    private void perform(Decision decision, long nowNanos) {
        if (decision instanceof Decision.Give give) {
            with(give.member(), nowNanos, peer -> lending.give(peer, give, nowNanos));
        } else if (decision instanceof Decision.Ask ask && root == null) {
            with(ask.member(), nowNanos, peer -> borrowing.ask(peer, ask, nowNanos));
        } else if (decision instanceof Decision.Refuse refuse) {
            with(refuse.member(), nowNanos, lending::refuse);
        } else if (decision instanceof Decision.Tell tell) {
            LoadTold load = new LoadTold(
                    tell.word(), view.queuedTasks(), view.idleThreads(), view.meanTaskNanos(), view.tasksPerSecond());
            tell.members().forEach(member -> with(member, nowNanos, peer -> outputs.send(peer, load)));
        } else if (decision instanceof Decision.Instruct instruct) {
            Instructed message = new Instructed(instruct.borrower(), instruct.tasks());
            with(instruct.lender(), nowNanos, peer -> outputs.send(peer, message));
        } else if (decision instanceof Decision.AskToSettle ask) {
            with(ask.member(), nowNanos, lending::askToGiveBack);
        } else if (decision instanceof Decision.WaitUntil wait) {
            wakeNanos = Math.min(wakeNanos, Math.max(wait.nanos(), nowNanos + 1));
        }
    }

    private void with(int member, long nowNanos, Consumer<Peer> action) {
        Peer peer = member == view.self() ? null : peers.find(member, nowNanos);
        if (peer != null) {
            action.accept(peer);
            peers.touch(peer);
        }
    }
}
