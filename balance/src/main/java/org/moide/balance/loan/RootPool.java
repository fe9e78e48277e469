package org.moide.balance.loan;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.LoanMessage.AllWaiting;
import org.moide.balance.loan.LoanMessage.PoolDone;
import org.moide.balance.strategy.Membership;

/** What only the root knows: which tasks came from outside, and when all are done. */
class RootPool {
    final BorrowedLoan loan;
    private final Ending ending;
    private final Map<Integer, Long> waitingInRound = new HashMap<>();
    private final Set<Integer> left = new HashSet<>();
    private boolean complete;
    private boolean finished;
    private long round = 1;
    private long putTasks;

    RootPool(Ending ending, BorrowedLoan loan) {
        this.ending = ending;
        this.loan = loan;
    }

    /**
     * Tasks have come from outside.
     *
     * @throws IllegalStateException after {@link #complete}
     */
    void put(int tasks) {
        if (complete) {
            throw new IllegalStateException(
                    "expected no tasks from outside after the pool was declared complete, found " + tasks);
        }
        putTasks += tasks;
        loan.put(tasks);
    }

    void complete() {
        complete = true;
    }

    boolean isComplete() {
        return complete;
    }

    boolean isNothingAwaited() {
        return complete || ending == Ending.WHEN_ALL_WAIT;
    }

    long putTasks() {
        return putTasks;
    }

    void gone(int member) {
        waitingInRound.remove(member);
        left.remove(member);
    }

    /** A member says that it waits; answers what it is to be told at once, or null. */
    @Nullable
    PoolDone onWaiting(int member, AllWaiting waiting) {
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

    /** Whether the round ends now. */
    boolean isRoundDone(LentLoans lent, Membership members) {
        return !finished && lent.areAllHome() && loan.isQuiet() && mayEnd(members);
    }

    private boolean mayEnd(Membership members) {
        if (ending == Ending.WHEN_COMPLETE) {
            return complete;
        }
        boolean anybodyThere = false;
        for (Membership.Member member : members.all()) {
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

    boolean isFinished() {
        return finished;
    }

    /** What everybody is told when all is over: a bag of tasks has one round. */
    PoolDone lastWord() {
        return new PoolDone(1, true);
    }

    boolean isWaiting(int member) {
        return waitingInRound.getOrDefault(member, 0L) == round;
    }

    /** Ends the round; answers what everybody is to be told. */
    PoolDone endRound() {
        finished = ending == Ending.WHEN_COMPLETE;
        PoolDone done = new PoolDone(round, finished);
        round++;
        return done;
    }

    /** What is wrong with the books of a pool whose loans are all home; null if nothing is. */
    @Nullable
    String mismatch() {
        long created = loan.createdTasks();
        long executed = loan.executedTasks();
        if (putTasks + created == executed) {
            return null;
        }
        return "the books of the task pool do not balance: expected as many executed tasks as were put (" + putTasks
                + ") and created (" + created + "), found " + executed
                + ": the result would be wrong; please report this with the run's log";
    }
}
