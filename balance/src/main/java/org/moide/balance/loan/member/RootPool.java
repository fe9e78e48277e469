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
import org.moide.balance.loan.EarlierRoot;
import org.moide.balance.loan.LoanMessage.AllWaiting;
import org.moide.balance.loan.LoanMessage.PoolDone;
import org.moide.balance.loan.LoanMessage.PutAccepted;
import org.moide.balance.loan.LoanMessage.PutTasks;
import org.moide.balance.loan.LoanOutput.NeverWritten;
import org.moide.balance.loan.LoanOutput.PhaseDone;
import org.moide.balance.loan.LoanOutput.PoolFinished;
import org.moide.balance.loan.LoanOutput.RunFailed;
import org.moide.balance.loan.LoanTotals;
import org.moide.balance.loan.PoolCompletion;
import org.moide.balance.loan.Repetition;
import org.moide.balance.loan.TaskRoom;
import org.moide.balance.loan.borrower.BorrowedLoan;
import org.moide.balance.loan.lender.Lender;
import org.moide.balance.loan.lender.LentLoans;
import org.moide.balance.loan.peer.Outputs;
import org.moide.balance.loan.peer.Peer;
import org.moide.balance.loan.peer.Peers;
import org.moide.balance.pool.ClassedTasks;
import org.moide.balance.pool.PooledTask;
import org.moide.balance.strategy.Membership;

/** The root's side of the rounds: it knows which tasks came from outside, and ends a round when all are done. */
class RootPool implements PoolRounds {
    final BorrowedLoan loan;
    private final Books books;
    private final PoolCompletion ending;
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

    RootPool(PoolCompletion ending, BorrowedLoan loan, Books books, TaskRoom room) {
        this.ending = ending;
        this.loan = loan;
        this.books = books;
        this.backlog = new Backlog(room, loan);
        this.telling = new Repetition(books.limits());
    }

    @Override
    public void waiting(Peer peer, AllWaiting waiting) {
        PoolDone done = onWaiting(peer.member, waiting);
        if (done != null) {
            books.outputs().send(peer, done);
        }
    }

    @Override
    public void put(Peer peer, PutTasks puts) {
        if (complete) {
            books.outputs()
                    .add(new RunFailed("engine " + peer.member + " put "
                            + puts.tasks().size() + " tasks from outside into a pool that was declared complete"));
            return;
        }
        if (peer.countPuts(puts.sequence())) {
            put(puts.tasks());
        }
        books.outputs().send(peer, new PutAccepted(puts.sequence()));
    }

    /** @throws IllegalStateException after {@link #complete} */
    @Override
    public void put(List<byte[]> tasks) {
        if (complete) {
            throw new IllegalStateException(
                    "expected no tasks from outside after the pool was declared complete, found " + tasks.size());
        }
        putTasks += tasks.size();
        loan.put(tasks.size());
        if (foundIncomplete && backlog.isNeeded(books.pool())) { // else they wait for members only, and few of them do
            withDisk(() -> backlog.add(tasks));
        } else {
            backlog.pass(tasks, books.pool());
        }
    }

    private void withDisk(Runnable action) {
        try {
            action.run();
        } catch (UncheckedIOException failed) {
            books.outputs().add(new RunFailed(String.valueOf(failed.getMessage())));
        }
    }

    @Override
    public long backlog() {
        return backlog.tasks();
    }

    /** Tasks have come from outside of which each member is to be given one. */
    void putForEach(List<byte[]> tasks) {
        putTasks += tasks.size();
        loan.put(tasks.size());
        forEach.addAll(loan.pooled(tasks));
    }

    /** Begins with these members: they get one task each, and what is left goes to any. */
    void begin(List<Membership.Member> members, Lender lender) {
        int given = Math.min(forEach.size(), members.size());
        for (int turn = 0; turn < given; turn++) {
            lender.giveTo(loan, forEach.get(turn), members.get(turn).number());
        }
        books.pool().refill(List.copyOf(forEach.subList(given, forEach.size())));
        forEach.clear();
    }

    /** Goes on with a pool of which this much was done before: the books go on too. */
    void resume(EarlierRoot before, Lender lender) {
        putTasks += before.put();
        loan.put(before.open().size());
        lender.goOn(loan, loan.pooled(before.open(), before.nextTask()), books.pool());
        before.stored().forEach(stored -> {
            loan.put(stored.count());
            backlog.add(stored);
        });
        loan.count(before.executed(), before.created());
    }

    void complete() {
        complete = true;
    }

    /** Notes that no more tasks come from outside until the present ones are done. */
    void flush() {
        flushing = true;
    }

    @Override
    public boolean isNothingAwaited() {
        boolean all = complete || flushing || ending == PoolCompletion.WHEN_ALL_WAIT;
        foundIncomplete |= !all;
        return all;
    }

    /** Returns whether the strategy has asked, and may wait for the rest before it lends anything. */
    boolean wasFoundIncomplete() {
        return foundIncomplete;
    }

    long putTasks() {
        return putTasks;
    }

    @Override
    public void gone(int member) {
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
    @Override
    public void advance(Supplier<LoanTotals> totals, long nowNanos) {
        LentLoans lent = books.lent();
        Outputs outputs = books.outputs();
        withDisk(() -> backlog.refill(books.pool()));
        // A member that holds a void loan of a lost one would compute for nothing; one that has heard leaves.
        if (finished && telling.isDue(nowNanos)) {
            tellAll(lastWord(), nowNanos);
        }
        if ((complete || flushing) && !finished && lent.areAllHome()) {
            failIfAllIsWithheld(books.pool().classed());
        }
        if (flushing && lent.areAllHome() && loan.isQuiet()) {
            flushing = false;
            outputs.add(new PhaseDone());
        }
        if (!isRoundDone(lent, books.peers().members())) {
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
        tellAll(done, nowNanos);
    }

    /** Fails the run if all that is left waits for what nobody will write. */
    private void failIfAllIsWithheld(ClassedTasks tasks) {
        int withheld = tasks.withheld();
        if (withheld == 0 || withheld < loan.openTasks() || hopeless) {
            return;
        }
        Map.Entry<Long, PooledTask> one = tasks.anyWithheld();
        if (one != null) {
            hopeless = true;
            books.outputs()
                    .add(new NeverWritten(one.getKey(), (byte[]) one.getValue().task(), withheld));
        }
    }

    private void tellAll(PoolDone done, long nowNanos) {
        Peers peers = books.peers();
        for (Membership.Member member : peers.members().everybody()) {
            Peer peer = peers.find(member.number(), nowNanos);
            if (peer != null) {
                books.outputs().send(peer, done);
            }
        }
    }

    @Override
    public long dueNanos() {
        return finished && !books.peers().members().everybody().isEmpty() ? telling.dueNanos() : Long.MAX_VALUE;
    }

    private boolean isRoundDone(LentLoans lent, Membership members) {
        return !finished && lent.areAllHome() && loan.isQuiet() && mayEnd(members);
    }

    private boolean mayEnd(Membership members) {
        if (ending == PoolCompletion.WHEN_COMPLETE) {
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

    @Override
    public long round() {
        return round;
    }

    /** The root decides on, as long as it is stepped. */
    @Override
    public boolean isEnded() {
        return false;
    }

    @Override
    public void hasBegun(long number) {
        // The root borrows from nobody.
    }

    @Override
    public void sayIfAllWait(long nowNanos) {
        // No thread of the root's waits.
    }

    /** The word to everybody when all is over: a bag of tasks has one round. */
    private PoolDone lastWord() {
        return new PoolDone(1, true);
    }

    boolean isWaiting(int member) {
        return waitingInRound.getOrDefault(member, 0L) == round;
    }

    private PoolDone endRound() {
        finished = ending == PoolCompletion.WHEN_COMPLETE;
        PoolDone done = new PoolDone(round, finished);
        round++;
        return done;
    }

    /** Finds what is wrong with the books of a pool whose loans are all home; null if nothing is. */
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
