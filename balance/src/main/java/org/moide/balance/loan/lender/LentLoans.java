package org.moide.balance.loan.lender;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
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
 * A lender's record of its open loans, and of void ones. A loan number is used once. A task taken out of the pool is in
 * exactly one open loan, or its result was accepted.
 */
public class LentLoans {
    enum Verdict {
        ACCEPTED,
        ALREADY_ACCEPTED,
        VOID,
        INCOMPLETE,
        NEVER_LENT,
        DOES_NOT_BALANCE
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

    public LentLoans(BalancerLimits limits) {
        this.limits = limits;
    }

    LentLoan lend(BorrowedLoan source, int borrower, List<PooledTask> tasks) {
        LentLoan loan = open(nextLoan++, source, borrower, tasks);
        outstanding.put(loan.number, loan);
        loansOut.merge(borrower, 1, Integer::sum);
        if (loan.isSuspect()) {
            suspectsAt.add(borrower);
        }
        return loan;
    }

    public LentLoan open(long number, BorrowedLoan source, int borrower, List<PooledTask> tasks) {
        return new LentLoan(number, source, borrower, tasks, new Repetition(limits));
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

    /** Returns the members that hold loans. */
    public Collection<Integer> borrowers() {
        return Collections.unmodifiableSet(((TreeMap<Integer, Integer>) loansOut).navigableKeySet());
    }

    /** Closes a returned loan, if the verdict is {@link Verdict#ACCEPTED}; with any other verdict nothing changes. */
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
        if (loan.tasks.size() + returned.createdTasks() != returned.executedTasks() + unfinished + failed) {
            return Verdict.DOES_NOT_BALANCE;
        }
        remove(loan);
        settledTasks += unfinished;
        loansReturned++;
        return Verdict.ACCEPTED;
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

    /** Returns the verdict for a loan number that is not open. */
    Verdict verdictWithoutLoan(long number) {
        if (number >= nextLoan) {
            return Verdict.NEVER_LENT;
        }
        return voided.contains(number) ? Verdict.VOID : Verdict.ALREADY_ACCEPTED;
    }

    /** Voids and returns all loans of a lost borrower. Later messages about them are ignored. */
    List<LentLoan> retake(int borrower) {
        if (loansOut(borrower) == 0) {
            return List.of();
        }
        List<LentLoan> taken = new ArrayList<>();
        for (LentLoan loan : outstanding.values()) {
            if (loan.borrower == borrower) {
                taken.add(loan);
            }
        }
        for (LentLoan loan : taken) {
            remove(loan);
            voided.add(loan.number);
            loansRetaken++;
            retakenTasks += loan.tasks.size();
        }
        return taken;
    }

    /** Voids and returns all loans made of a borrowed loan that is void. */
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
        if (loan.isSuspect()) {
            suspectsAt.remove(loan.borrower);
        }
        outstanding.remove(loan.number);
        loansOut.computeIfPresent(loan.borrower, (borrower, count) -> count == 1 ? null : count - 1);
    }
}
