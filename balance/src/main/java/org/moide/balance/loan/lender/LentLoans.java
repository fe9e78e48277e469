package org.moide.balance.loan.lender;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.BalancerLimits;
import org.moide.balance.loan.LoanMessage.LoanReturned;
import org.moide.balance.loan.LoanTotals;
import org.moide.balance.loan.Repetition;
import org.moide.balance.loan.borrower.BorrowedLoan;
import org.moide.balance.pool.PooledTask;

/**
 * A lender's record of the loans that it has made: the open ones, and the void ones. A loan number is used only once. A
 * task that was taken out of the pool is in exactly one open loan until its result is accepted.
 */
public class LentLoans {
    enum Verdict {
        ACCEPTED,
        ALREADY_ACCEPTED,
        VOID,
        INCOMPLETE,
        NEVER_LENT,
        DOES_NOT_BALANCE,
        /**
         * The verdict on a return in which tasks are not executed, while another loan of the same task is still open:
         * the task is left to that other loan.
         */
        LEFT_TO_TWIN
    }

    private final BalancerLimits limits;
    private final Map<Long, LentLoan> outstanding = new TreeMap<>(); // in order of lending, for deterministic runs
    private final Map<Integer, Integer> loansOut = new TreeMap<>(); // number of open loans by borrower
    private final Set<Integer> suspectsAt = new HashSet<>(); // members with a task that has killed an engine
    private final Set<Long> voided = new HashSet<>(); // one for each lost loan
    private long nextLoan = 1;
    private long loansReturned;
    private long loansRetaken;
    private long retakenTasks;
    private long settledTasks;
    private long copies;
    private long copiesFirst;
    private final Map<Long, Long> goingOn = new HashMap<>(); // by returned loan: the first loan of its running tasks

    public LentLoans(BalancerLimits limits) {
        this.limits = limits;
    }

    LentLoan lend(BorrowedLoan source, int borrower, List<PooledTask> tasks, long nowNanos) {
        LentLoan loan = open(nextLoan++, source, borrower, tasks, nowNanos);
        add(loan);
        if (loan.isSuspect()) {
            suspectsAt.add(borrower);
        }
        return loan;
    }

    public LentLoan open(long number, BorrowedLoan source, int borrower, List<PooledTask> tasks, long nowNanos) {
        return new LentLoan(number, source, borrower, tasks, new Repetition(limits), nowNanos);
    }

    private void add(LentLoan loan) {
        outstanding.put(loan.number, loan);
        loansOut.merge(loan.borrower, 1, Integer::sum);
    }

    /** Makes a loan of a task that is still running although the rest of its loan, {@code home}, has been returned. */
    void goesOn(LentLoan home, BorrowedLoan source, PooledTask task, int runsAt) {
        LentLoan loan = home.goingOn(nextLoan++, source, task, runsAt, new Repetition(limits));
        add(loan);
        goingOn.putIfAbsent(home.number, loan.number);
    }

    /**
     * Returns the number of the first loan that was made of the tasks still running when the loan {@code home} was
     * returned; 0 if there is none.
     */
    long goingOn(long home) {
        return goingOn.getOrDefault(home, 0L);
    }

    /**
     * Makes a second loan, for another borrower, of the tasks of a loan that has not been returned. The two become each
     * other's twin.
     */
    LentLoan copy(LentLoan loan, int borrower, long nowNanos) {
        LentLoan copy = loan.copyFor(nextLoan++, borrower, new Repetition(limits), nowNanos);
        add(copy);
        copies++;
        return copy;
    }

    @Nullable
    LentLoan get(long number) {
        return outstanding.get(number);
    }

    public boolean areAllHome() {
        return outstanding.isEmpty();
    }

    public Collection<LentLoan> all() {
        return outstanding.values();
    }

    public int loansOut(int borrower) {
        return loansOut.getOrDefault(borrower, 0);
    }

    /** Returns the numbers of the members that have borrowed from this member and not yet returned the loan. */
    public Collection<Integer> borrowers() {
        return Collections.unmodifiableSet(((TreeMap<Integer, Integer>) loansOut).navigableKeySet());
    }

    /**
     * Judges the return of a loan, and closes the loan if the verdict is {@link Verdict#ACCEPTED}; otherwise nothing
     * changes.
     */
    Verdict accept(int borrower, LoanReturned returned) {
        LentLoan loan = outstanding.get(returned.loan());
        if (loan == null) {
            return verdictWithoutLoan(returned.loan());
        }
        if (loan.borrower != borrower) {
            return Verdict.VOID; // the loan belonged to another member
        }
        if (!loan.hasAllPartsOf(returned)) {
            return Verdict.INCOMPLETE;
        }
        int unfinished = loan.unfinished(returned).size();
        int failed = returned.failed().size();
        if (loan.tasks.size() + returned.createdTasks() != returned.executedTasks() + unfinished + failed
                || returned.goingOn().size() > unfinished) {
            return Verdict.DOES_NOT_BALANCE;
        }
        if (loan.twin() != null && !loan.isDoneIn(returned)) {
            remove(loan);
            voided.add(loan.number);
            loansRetaken++;
            return Verdict.LEFT_TO_TWIN;
        }
        settledTasks += unfinished;
        copiesFirst += loan.isCopy() ? 1 : 0;
        loansReturned++;
        out(loan); // the two loans of the task stay linked until retireTwin
        return Verdict.ACCEPTED;
    }

    /**
     * Takes back the other loan of the same task, once this one is returned: what that loan's borrower returns does not
     * count.
     *
     * @return the other loan; null if there is none
     */
    @Nullable
    LentLoan retireTwin(LentLoan home) {
        LentLoan twin = home.twin();
        if (twin != null) {
            remove(twin);
            voided.add(twin.number);
            loansRetaken++;
        }
        return twin;
    }

    /** Returns the error message for a return whose numbers do not add up. */
    static String doesNotBalance(@Nullable LentLoan loan, LoanReturned returned, int borrower) {
        int lent = loan == null ? 0 : loan.tasks.size();
        int unfinished = loan == null ? 0 : loan.unfinished(returned).size();
        return "the books of the task pool do not balance: loan " + returned.loan()
                + ": expected lent + created = executed + unfinished + failed, found " + lent + " + "
                + returned.createdTasks() + " and " + returned.executedTasks() + " + " + unfinished + " + "
                + returned.failed().size() + " from engine " + borrower;
    }

    /** Returns the error message for a return of a loan that was never lent. */
    static String neverLent(long loan, int borrower) {
        return "the books of the task pool do not balance: engine " + borrower + " returned loan " + loan
                + ", which was never lent: is it an engine of another run?";
    }

    /** Returns the verdict on a return whose loan number is not open: void, returned before, or never lent. */
    Verdict verdictWithoutLoan(long number) {
        if (number >= nextLoan) {
            return Verdict.NEVER_LENT;
        }
        return voided.contains(number) ? Verdict.VOID : Verdict.ALREADY_ACCEPTED;
    }

    /**
     * The loans that were taken back from a lost borrower.
     *
     * @param again loans whose tasks must be lent again
     * @param leftToTwins loans whose tasks another borrower has as well, so that these tasks need not be lent again
     */
    record Retaken(List<LentLoan> again, List<LentLoan> leftToTwins) {
        private static final Retaken NOTHING = new Retaken(List.of(), List.of());

        List<LentLoan> all() {
            List<LentLoan> all = new ArrayList<>(again);
            all.addAll(leftToTwins);
            return all;
        }
    }

    /**
     * Voids all loans of a lost borrower, and returns them so that their tasks are lent again. Later messages about
     * them are ignored.
     */
    Retaken retake(int borrower) {
        if (loansOut(borrower) == 0) {
            return Retaken.NOTHING;
        }
        Retaken taken = new Retaken(new ArrayList<>(), new ArrayList<>());
        for (LentLoan loan : List.copyOf(outstanding.values())) {
            if (loan.borrower == borrower) { // if it has both loans of a task, the second one is no twin any more
                (loan.twin() == null ? taken.again() : taken.leftToTwins()).add(loan);
                remove(loan);
                voided.add(loan.number);
                loansRetaken++;
            }
        }
        taken.again().forEach(loan -> retakenTasks += loan.tasks.size());
        return taken;
    }

    /**
     * Voids and returns all loans that were made of the tasks of {@code source}, a borrowed loan that has become void.
     */
    public List<LentLoan> voidAllOf(BorrowedLoan source) {
        List<LentLoan> dropped = new ArrayList<>();
        for (LentLoan loan : outstanding.values()) {
            if (loan.source == source) {
                dropped.add(loan);
            }
        }
        for (LentLoan loan : dropped) {
            remove(loan);
            voided.add(loan.number);
            loansRetaken++;
        }
        return dropped;
    }

    public LoanTotals totals(
            long putTasks, long createdTasks, long executedTasks, long failedTasks, long repeatedMessages) {
        return new LoanTotals(
                putTasks,
                createdTasks,
                executedTasks,
                failedTasks,
                nextLoan - 1,
                loansReturned,
                loansRetaken,
                retakenTasks,
                settledTasks,
                copies,
                copiesFirst,
                repeatedMessages);
    }

    /**
     * Returns whether a borrower holds a suspect, a task with which an engine has died. Meanwhile it gets no other
     * task.
     */
    boolean isSuspectAt(int borrower) {
        return suspectsAt.contains(borrower);
    }

    private void remove(LentLoan loan) {
        out(loan);
        loan.leaveTwin();
    }

    /** Removes a loan from the open loans; it stays linked to the other loan of the same task. */
    private void out(LentLoan loan) {
        if (loan.isSuspect()) {
            suspectsAt.remove(loan.borrower);
        }
        outstanding.remove(loan.number);
        if (loan.isOfRunningTask()
                && outstanding.values().stream().noneMatch(other -> other.origin() == loan.origin())) {
            goingOn.remove(loan.origin());
        }
        loansOut.computeIfPresent(loan.borrower, (borrower, count) -> count == 1 ? null : count - 1);
    }
}
