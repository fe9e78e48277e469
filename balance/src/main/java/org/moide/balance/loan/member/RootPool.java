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
import org.moide.balance.data.TaskHead;
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

/**
 * The root's side of the rounds of the pool (a round is the time until all tasks put so far are done): it counts tasks
 * put from outside, and ends a round when all tasks are done.
 */
class RootPool implements PoolRounds {
    final BorrowedLoan loan;
    private final Books books;
    private final PoolCompletion ending;
    private final Backlog backlog;
    private final Repetition telling;
    private final Map<Integer, Long> waitingInRound = new HashMap<>();
    private final Set<Integer> left = new HashSet<>();
    private final List<PooledTask> forEach = new ArrayList<>(); // kept until begin()
    private boolean complete;
    private boolean flushing;
    private boolean foundIncomplete;
    private boolean finished;
    private boolean hopeless; // a NeverWritten was given
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
    public void put(Peer peer, PutTasks puts, Lender lender) {
        if (complete) {
            books.outputs()
                    .add(new RunFailed("engine " + peer.member + " put "
                            + puts.tasks().size() + " tasks from outside into a pool that was declared complete"));
            return;
        }
        if (peer.countPuts(puts.sequence())) {
            if (puts.here()) {
                putTasks += puts.tasks().size();
                loan.put(puts.tasks().size());
                loan.pooled(puts.tasks()).forEach(task -> lender.giveTo(loan, task, peer.member));
            } else {
                put(puts.tasks());
            }
        }
        books.outputs().send(peer, new PutAccepted(puts.sequence()));
    }

    /**
     * {@inheritDoc}
     * @throws IllegalStateException after {@link #complete}
     */
    @Override
    public void put(List<byte[]> tasks, boolean here) {
        if (complete) {
            throw new IllegalStateException(
                    "expected no tasks from outside after the pool was declared complete, found " + tasks.size());
        }
        putTasks += tasks.size();
        loan.put(tasks.size());
        if (foundIncomplete && backlog.isNeeded(books.pool())) { // before, no strategy holds tasks back: few wait
            withDisk(() -> backlog.add(tasks));
        } else {
            backlog.pass(tasks, books.pool());
        }
    }

    /** Puts tasks like {@link #put(List)}, of which the lender may lend some ahead of others. */
    void put(List<byte[]> tasks, Lender lender) {
        if (complete || tasks.stream().noneMatch(task -> TaskHead.limitsIn(task).ahead())) {
            put(tasks);
            return;
        }
        putTasks += tasks.size();
        loan.put(tasks.size());
        lender.put(loan, loan.pooled(tasks), books.pool());
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

    /** Takes tasks of which each member is to get one. */
    void putForEach(List<byte[]> tasks) {
        putTasks += tasks.size();
        loan.put(tasks.size());
        forEach.addAll(loan.pooled(tasks));
    }

    /** Gives each of these members one of the tasks of {@link #putForEach}; the tasks left over go to the pool. */
    void begin(List<Membership.Member> members, Lender lender) {
        int given = Math.min(forEach.size(), members.size());
        for (int turn = 0; turn < given; turn++) {
            lender.giveTo(loan, forEach.get(turn), members.get(turn).number());
        }
        books.pool().refill(List.copyOf(forEach.subList(given, forEach.size())));
        forEach.clear();
    }

    /** Continues the pool of an earlier root that has failed, with its counts of tasks. */
    void resume(EarlierRoot before, Lender lender) {
        putTasks += before.put();
        loan.put(before.open().size());
        lender.put(loan, loan.pooled(before.open(), before.nextTask()), books.pool());
        before.stored().forEach(stored -> {
            loan.put(stored.count());
            backlog.add(stored);
        });
        loan.count(before.executed(), before.created());
    }

    void complete() {
        complete = true;
    }

    /** Declares that the application puts no further task until the present ones are done. */
    void flush() {
        flushing = true;
    }

    @Override
    public boolean isNothingAwaited() {
        boolean all = isAllPut();
        foundIncomplete |= !all;
        return all;
    }

    private boolean isAllPut() {
        return complete || flushing || ending == PoolCompletion.WHEN_ALL_WAIT;
    }

    @Override
    public boolean mayRunTwice() {
        return ending == PoolCompletion.WHEN_COMPLETE && isAllPut();
    }

    /**
     * Returns whether the strategy has asked if tasks are still to come, and has heard that they are. Such a strategy
     * may lend nothing before the last task is put.
     */
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

    /**
     * Takes an engine's report that all its threads wait.
     *
     * @return the message that ends the round; null if the round is not over
     */
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

    /**
     * Ends the round if all tasks are done. After the last round, it repeats the message that ends it to members that
     * still wait.
     */
    @Override
    public void advance(Supplier<LoanTotals> totals, long nowNanos) {
        LentLoans lent = books.lent();
        Outputs outputs = books.outputs();
        withDisk(() -> backlog.refill(books.pool()));
        // A member with a void loan of a lost member would compute in vain; one that has heard of the end leaves.
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

    /**
     * Fails the run if all remaining tasks are withheld because they read data objects that no other task can write.
     */
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

    /**
     * Returns false. The root itself decides when the last round is over, so for it the rounds last as long as its
     * driver calls it.
     */
    @Override
    public boolean isEnded() {
        return false;
    }

    @Override
    public void hasBegun(long number) {
        // The root borrows nothing.
    }

    @Override
    public void sayIfAllWait(long nowNanos) {
        // The root has no threads that wait.
    }

    /** Makes the message that ends a bag of tasks, which has one round. */
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

    /**
     * Compares the totals of a finished pool, of which put + created must equal executed + failed.
     *
     * @return the error message; null if they balance
     */
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
