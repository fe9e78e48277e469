package org.moide.balance.loan;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.LoanMessage.Bundle;
import org.moide.balance.loan.LoanMessage.LoanReturned;

/**
 * A lender's books: every task it is responsible for is either here to be lent, or out in exactly one loan, or behind an
 * accepted result. Loan numbers are used once.
 */
class Ledger {
    /** What became of a returned loan. */
    enum Verdict {
        ACCEPTED,
        ALREADY_ACCEPTED,
        VOID,
        NEVER_LENT,
        DOES_NOT_BALANCE
    }

    /** One loan that is out. */
    record Outstanding(Bundle bundle, int borrower, long incarnation) {}

    private final ArrayDeque<byte[]> unstarted = new ArrayDeque<>();
    private final Map<Long, Outstanding> outstanding = new TreeMap<>(); // in the order of lending, for repeatable runs
    private final Map<Integer, Integer> loansOut = new HashMap<>(); // by borrower: how many of those outstanding
    private final Set<Long> retaken = new HashSet<>(); // as many as loans were lost with their borrowers
    private long nextLoan = 1;
    private long putTasks;
    private long createdTasks;
    private long executedTasks;
    private long loansReturned;
    private long retakenTasks;
    private long settledTasks;

    void put(List<byte[]> tasks) {
        unstarted.addAll(tasks);
        putTasks += tasks.size();
    }

    int unstartedTasks() {
        return unstarted.size();
    }

    boolean allHome() {
        return unstarted.isEmpty() && outstanding.isEmpty();
    }

    boolean tasksCreateTasks() {
        return createdTasks > 0;
    }

    int loansOut(int borrower) {
        return loansOut.getOrDefault(borrower, 0);
    }

    /** Everything this lender is responsible for that has no accepted result yet. */
    void forEachOpenTask(Consumer<byte[]> visitor) {
        unstarted.forEach(visitor);
        outstanding.values().forEach(loan -> loan.bundle().tasks().forEach(visitor));
    }

    /** Lends the oldest tasks in loans of at most {@code tasksPerLoan}, within the limits of one answer. */
    List<Bundle> lend(int borrower, long incarnation, long tasks, long tasksPerLoan, LenderLimits limits) {
        List<Bundle> bundles = new ArrayList<>();
        long left = Math.min(tasks, limits.bundleTasks());
        long bytes = 0;
        while (left > 0) {
            List<byte[]> lent = new ArrayList<>();
            while (left > 0 && lent.size() < tasksPerLoan) {
                byte[] next = unstarted.peek();
                boolean first = bundles.isEmpty() && lent.isEmpty();
                if (next == null || (!first && bytes + next.length > limits.bundleBytes())) {
                    left = 0;
                    break;
                }
                lent.add(unstarted.remove());
                bytes += next.length;
                left--;
            }
            if (!lent.isEmpty()) {
                Bundle bundle = new Bundle(nextLoan++, lent);
                outstanding.put(bundle.loan(), new Outstanding(bundle, borrower, incarnation));
                loansOut.merge(borrower, 1, Integer::sum);
                bundles.add(bundle);
            }
        }
        return bundles;
    }

    /** Books a return; changes nothing unless the verdict is {@link Verdict#ACCEPTED}. */
    Verdict accept(LoanReturned returned) {
        Outstanding loan = outstanding.get(returned.loan());
        if (loan == null) {
            return verdictWithoutLoan(returned.loan());
        }
        if (loan.borrower() != returned.borrower() || loan.incarnation() != returned.incarnation()) {
            return Verdict.VOID; // it was never this one's
        }
        long lent = loan.bundle().tasks().size();
        long accounted = returned.executedTasks() + returned.unfinished().size();
        if (lent + returned.createdTasks() != accounted) {
            return Verdict.DOES_NOT_BALANCE;
        }
        outstanding.remove(returned.loan());
        loansOut.merge(loan.borrower(), -1, Integer::sum);
        unstarted.addAll(returned.unfinished());
        createdTasks += returned.createdTasks();
        executedTasks += returned.executedTasks();
        settledTasks += returned.unfinished().size();
        loansReturned++;
        return Verdict.ACCEPTED;
    }

    /** How many tasks loan {@code number} was made of; 0 if it is not out. */
    int tasksLent(long number) {
        Outstanding loan = outstanding.get(number);
        return loan == null ? 0 : loan.bundle().tasks().size();
    }

    /** Takes back all loans of a borrower, and says which; their tasks are the next to be lent. */
    List<Long> retake(int borrower) {
        List<Long> numbers = new ArrayList<>();
        outstanding.values().removeIf(loan -> {
            if (loan.borrower() != borrower) {
                return false;
            }
            numbers.add(loan.bundle().loan());
            loan.bundle().tasks().forEach(unstarted::addFirst);
            retakenTasks += loan.bundle().tasks().size();
            return true;
        });
        loansOut.remove(borrower);
        retaken.addAll(numbers);
        return numbers;
    }

    /** What is wrong with the books of a pool whose loans are all home; null if nothing is. */
    @Nullable
    String mismatch() {
        if (putTasks + createdTasks == executedTasks) {
            return null;
        }
        return "expected as many executed tasks as were put (" + putTasks + ") and created (" + createdTasks
                + "), found " + executedTasks + ": the result would be wrong; please report this with the run's log";
    }

    LoanTotals totals(long repeatedMessages) {
        return new LoanTotals(
                putTasks,
                createdTasks,
                executedTasks,
                nextLoan - 1,
                loansReturned,
                retaken.size(),
                retakenTasks,
                settledTasks,
                repeatedMessages);
    }

    private Verdict verdictWithoutLoan(long number) {
        if (number >= nextLoan) {
            return Verdict.NEVER_LENT;
        }
        return retaken.contains(number) ? Verdict.VOID : Verdict.ALREADY_ACCEPTED;
    }
}
