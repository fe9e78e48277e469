package org.moide.balance.loan.member;

import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.BalancerLimits;
import org.moide.balance.loan.EarlierRoot;
import org.moide.balance.loan.Ending;
import org.moide.balance.loan.LoanMessage.AllWaiting;
import org.moide.balance.loan.LoanMessage.PoolDone;
import org.moide.balance.loan.LoanMessage.PutAccepted;
import org.moide.balance.loan.LoanMessage.PutTasks;
import org.moide.balance.loan.LoanOutput.NeverWritten;
import org.moide.balance.loan.LoanOutput.PhaseDone;
import org.moide.balance.loan.LoanOutput.PoolFinished;
import org.moide.balance.loan.LoanOutput.RunFailed;
import org.moide.balance.loan.LoanTotals;
import org.moide.balance.loan.Repetition;
import org.moide.balance.loan.TaskRoom;
import org.moide.balance.loan.borrower.BorrowedLoan;
import org.moide.balance.loan.lender.Lender;
import org.moide.balance.loan.lender.LentLoans;
import org.moide.balance.loan.peer.Outputs;
import org.moide.balance.loan.peer.Peer;
import org.moide.balance.loan.peer.Peers;
import org.moide.balance.pool.ClassedTasks;
import org.moide.balance.pool.EnginePool;
import org.moide.balance.pool.PooledTask;
import org.moide.balance.strategy.Membership;

/** What only the root knows: which tasks came from outside, and when all are done. */
class RootPool {
    final BorrowedLoan loan;
    private final Ending ending;
    private final Backlog backlog;
    private final Repetition telling;
    private final Map<Integer, Long> waitingInRound = new HashMap<>();
    private final Set<Integer> left = new HashSet<>();
    private final List<PooledTask> forEach = new ArrayList<>(); // until the members listen
    private boolean complete;
    private boolean flushing;
    private boolean foundIncomplete;
    private boolean finished;
    private boolean hopeless; // and that was said
    private long round = 1;
    private long putTasks;

    RootPool(Ending ending, BorrowedLoan loan, BalancerLimits limits, TaskRoom room) {
        this.ending = ending;
        this.loan = loan;
        this.backlog = new Backlog(room, loan);
        this.telling = new Repetition(limits);
    }

    /** An engine says that all its threads wait. */
    void waiting(Peer peer, AllWaiting waiting, Outputs outputs) {
        PoolDone done = onWaiting(peer.member, waiting);
        if (done != null) {
            outputs.send(peer, done);
        }
    }

    /** An engine puts tasks from outside. */
    void put(Peer peer, PutTasks puts, EnginePool pool, Outputs outputs) {
        if (complete) {
            outputs.add(new RunFailed("engine " + peer.member + " put "
                    + puts.tasks().size() + " tasks from outside into a pool that was declared complete"));
            return;
        }
        if (peer.countPuts(puts.sequence())) {
            put(puts.tasks(), pool, outputs);
        }
        outputs.send(peer, new PutAccepted(puts.sequence()));
    }

    /**
     * Tasks have come from outside.
     *
     * @throws IllegalStateException after {@link #complete}
     */
    void put(List<byte[]> tasks, EnginePool pool, Outputs outputs) {
        if (complete) {
            throw new IllegalStateException(
                    "expected no tasks from outside after the pool was declared complete, found " + tasks.size());
        }
        putTasks += tasks.size();
        loan.put(tasks.size());
        if (foundIncomplete && backlog.isNeeded(pool)) { // else they wait for members only, and few of them do
            withDisk(outputs, () -> backlog.add(tasks));
        } else {
            backlog.pass(tasks, pool);
        }
    }

    private static void withDisk(Outputs outputs, Runnable action) {
        try {
            action.run();
        } catch (UncheckedIOException failed) {
            outputs.add(new RunFailed(String.valueOf(failed.getMessage())));
        }
    }

    /** How many tasks wait that are not in the pool yet. */
    long backlog() {
        return backlog.tasks();
    }

    /** Tasks have come from outside of which each member is to be given one. */
    void putForEach(List<byte[]> tasks) {
        putTasks += tasks.size();
        loan.put(tasks.size());
        forEach.addAll(loan.pooled(tasks));
    }

    /** They are there: these get one each, and what is left goes to any. */
    void begin(List<Membership.Member> members, Lender lender, EnginePool pool) {
        int given = Math.min(forEach.size(), members.size());
        for (int turn = 0; turn < given; turn++) {
            lender.giveTo(loan, forEach.get(turn), members.get(turn).number());
        }
        pool.refill(List.copyOf(forEach.subList(given, forEach.size())));
        forEach.clear();
    }

    /** Goes on with a pool of which so much was done before: the books go on too. */
    void resume(EarlierRoot before, EnginePool pool, Lender lender) {
        putTasks += before.put();
        loan.put(before.open().size());
        lender.goOn(loan, loan.pooled(before.open(), before.nextTask()), pool);
        before.stored().forEach(stored -> {
            loan.put(stored.count());
            backlog.add(stored);
        });
        loan.count(before.executed(), before.created());
    }

    void complete() {
        complete = true;
    }

    /** No more tasks come from outside until these are done. */
    void flush() {
        flushing = true;
    }

    /** For the strategy. */
    boolean isNothingAwaited() {
        boolean all = complete || flushing || ending == Ending.WHEN_ALL_WAIT;
        foundIncomplete |= !all;
        return all;
    }

    /** Whether the strategy has asked, and may wait for the rest before it lends anything. */
    boolean wasFoundIncomplete() {
        return foundIncomplete;
    }

    long putTasks() {
        return putTasks;
    }

    void gone(int member) {
        waitingInRound.remove(member);
        left.remove(member);
    }

    /** Answers what the member is to be told at once; null if nothing. */
    private @Nullable PoolDone onWaiting(int member, AllWaiting waiting) {
        if (finished) {
            return lastWord();
        }
        if (waiting.round() < round) {
            return new PoolDone(waiting.round(), false);
        }
        waitingInRound.put(member, waiting.round());
        if (waiting.allLeft()) {
            left.add(member);
        }
        return null;
    }

    /** Ends the round if all is done, and goes on telling that all is over. */
    void advance(Books books, Supplier<LoanTotals> totals, long nowNanos) {
        LentLoans lent = books.lent();
        Peers peers = books.peers();
        Outputs outputs = books.outputs();
        withDisk(outputs, () -> backlog.refill(books.pool()));
        // A member that holds a void loan of a lost one would compute for nothing; one that has heard leaves.
        if (finished && telling.isDue(nowNanos)) {
            tellAll(lastWord(), peers, outputs, nowNanos);
        }
        if ((complete || flushing) && !finished && lent.areAllHome()) {
            failIfAllIsWithheld(books.pool().classed(), outputs);
        }
        if (flushing && lent.areAllHome() && loan.isQuiet()) {
            flushing = false;
            outputs.add(new PhaseDone());
        }
        if (!isRoundDone(lent, peers.members())) {
            return;
        }
        String mismatch = mismatch(totals.get().failedTasks());
        if (mismatch != null) {
            outputs.add(new RunFailed(mismatch));
            return;
        }
        PoolDone done = endRound();
        outputs.add(new PoolFinished(done.round(), totals.get()));
        telling.start(nowNanos);
        tellAll(done, peers, outputs, nowNanos);
    }

    /** What is left waits for what nobody will write. */
    private void failIfAllIsWithheld(ClassedTasks tasks, Outputs outputs) {
        int withheld = tasks.withheld();
        if (withheld == 0 || withheld < loan.openTasks() || hopeless) {
            return;
        }
        Map.Entry<Long, PooledTask> one = tasks.anyWithheld();
        if (one != null) {
            hopeless = true;
            outputs.add(new NeverWritten(one.getKey(), (byte[]) one.getValue().task(), withheld));
        }
    }

    private static void tellAll(PoolDone done, Peers peers, Outputs outputs, long nowNanos) {
        for (Membership.Member member : peers.members().everybody()) {
            Peer peer = peers.find(member.number(), nowNanos);
            if (peer != null) {
                outputs.send(peer, done);
            }
        }
    }

    /** When it has something to say again. */
    long dueNanos(Membership members) {
        return finished && !members.everybody().isEmpty() ? telling.dueNanos() : Long.MAX_VALUE;
    }

    private boolean isRoundDone(LentLoans lent, Membership members) {
        return !finished && lent.areAllHome() && loan.isQuiet() && mayEnd(members);
    }

    private boolean mayEnd(Membership members) {
        if (ending == Ending.WHEN_COMPLETE) {
            return complete;
        }
        boolean anybodyThere = false;
        for (Membership.Member member : members.everybody()) {
            if (!isWaiting(member.number())) {
                return false;
            }
            anybodyThere |= !left.contains(member.number());
        }
        return anybodyThere;
    }

    long round() {
        return round;
    }

    /** What everybody is told when all is over: a bag of tasks has one round. */
    private PoolDone lastWord() {
        return new PoolDone(1, true);
    }

    boolean isWaiting(int member) {
        return waitingInRound.getOrDefault(member, 0L) == round;
    }

    private PoolDone endRound() {
        finished = ending == Ending.WHEN_COMPLETE;
        PoolDone done = new PoolDone(round, finished);
        round++;
        return done;
    }

    /** What is wrong with the books of a pool whose loans are all home; null if nothing is. */
    private @Nullable String mismatch(long failed) {
        long created = loan.createdTasks();
        long executed = loan.executedTasks();
        if (putTasks + created == executed + failed) {
            return null;
        }
        return "the books of the task pool do not balance: expected as many executed tasks as were put (" + putTasks
                + ") and created (" + created + ") and did not fail (" + failed + "), found " + executed
                + ": the result would be wrong; please report this with the run's log";
    }
}
