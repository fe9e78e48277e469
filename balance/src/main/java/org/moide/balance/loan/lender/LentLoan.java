package org.moide.balance.loan.lender;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.BegunTask;
import org.moide.balance.loan.LoanMessage.LoanReturned;
import org.moide.balance.loan.LoanMessage.ReturnPart;
import org.moide.balance.loan.NumberedTask;
import org.moide.balance.loan.Repetition;
import org.moide.balance.loan.RetriedTask;
import org.moide.balance.loan.borrower.BorrowedLoan;
import org.moide.balance.pool.PooledTask;

/**
 * One loan at its lender: its tasks, kept until it is returned, and the parts of the return received so far.
 *
 * <p>A task that is still running when the rest of its loan is returned becomes a loan of its own, for the same
 * borrower. Such a loan may have a {@link #twin}: the same task, lent once more. Only one of the two counts.
 */
public class LentLoan {
    /**
     * The most tasks of a loan that are suspected of having killed an engine. Suspected tasks are tried alone, one
     * after the other.
     */
    private static final int MOST_ALIKE = 64;

    private static final long NONE = 0;

    final long number;
    final BorrowedLoan source;
    final int borrower;
    public final List<PooledTask> tasks;
    final Repetition recall;
    final long sinceNanos;
    private final long origin; // the loan at this borrower out of which its one running task came; 0 if none
    private final int runsAt;
    private @Nullable LentLoan twin;
    private final List<byte[]> unfinished = new ArrayList<>();
    private byte @Nullable [] result; // of full length from the first part on
    private int resultBytes; // received so far
    private int parts;

    public LentLoan(
            long number,
            BorrowedLoan source,
            int borrower,
            List<PooledTask> tasks,
            Repetition recall,
            long sinceNanos) {
        this(number, source, borrower, tasks, recall, sinceNanos, NONE, borrower);
    }

    private LentLoan(
            long number,
            BorrowedLoan source,
            int borrower,
            List<PooledTask> tasks,
            Repetition recall,
            long sinceNanos,
            long origin,
            int runsAt) {
        this.sinceNanos = sinceNanos;
        this.origin = origin;
        this.runsAt = runsAt;
        this.number = number;
        this.source = source;
        this.borrower = borrower;
        this.tasks = List.copyOf(tasks);
        this.recall = recall;
    }

    /**
     * Makes the loan of a task that belonged to this loan and is still running when the rest of this loan is returned.
     */
    LentLoan goingOn(long next, BorrowedLoan from, PooledTask task, int member, Repetition repetition) {
        return new LentLoan(next, from, borrower, List.of(task), repetition, sinceNanos, number, member);
    }

    /**
     * Makes a second loan of the same tasks, for another borrower. Of the two results, the one that comes first counts.
     */
    LentLoan copyFor(long next, int other, Repetition repetition, long nowNanos) {
        LentLoan copy = new LentLoan(next, source, other, tasks, repetition, nowNanos);
        copy.twin = this;
        twin = copy;
        return copy;
    }

    /** Returns the other loan of the same task, which runs at another borrower; null if there is none. */
    @Nullable
    LentLoan twin() {
        return twin;
    }

    /**
     * Returns whether this loan was made as a second copy of a task, while the first loan of the task had not been
     * returned.
     */
    public boolean isCopy() {
        return twin != null && !isOfRunningTask();
    }

    /** Separates this loan from the other loan of the same task, when one of the two is returned or void. */
    void leaveTwin() {
        if (twin != null) {
            twin.twin = null;
            twin = null;
        }
    }

    /**
     * Returns whether the loan consists of one task that was still running when the rest of its former loan was
     * returned.
     */
    boolean isOfRunningTask() {
        return origin != NONE;
    }

    /**
     * Returns the number of the loan to which the task belonged before; 0 if this is not the loan of a running task
     * that was split off.
     */
    long origin() {
        return origin;
    }

    /** Returns the member that runs the task: the borrower, or one to which the borrower has lent it. */
    int runsAt() {
        return runsAt;
    }

    /**
     * Returns whether this return says that all lent tasks are executed. While another loan of the same task is open,
     * only such a return is accepted.
     */
    boolean isDoneIn(LoanReturned returned) {
        return returned.failed().isEmpty()
                && (unfinished(returned).isEmpty() || (tasks.size() == 1 && returned.executedTasks() > 0));
    }

    /** Returns whether the loan is a single task with which an engine has died. */
    boolean isSuspect() {
        return tasks.size() == 1
                && tasks.get(0).encoded()
                && RetriedTask.isSuspect((byte[]) tasks.get(0).task());
    }

    /**
     * Finds the loan's tasks among those that a dead borrower was running. If a report of a running task fits several
     * of the loan's tasks, the result has each of them.
     *
     * @return the tasks, each with the name of the running task
     */
    Map<PooledTask, String> begun(int lender, List<BegunTask> begun) {
        Map<PooledTask, String> found = new LinkedHashMap<>();
        for (BegunTask one : begun) {
            if (!isOf(lender, one)) {
                continue;
            }
            if (one.place() < tasks.size()) {
                found.merge(tasks.get(one.place()), one.name(), (name, other) -> name + " or " + other);
            } else if (tasks.size() <= MOST_ALIKE) {
                tasks.forEach(task -> found.putIfAbsent(task, one.name()));
            }
        }
        return found;
    }

    /**
     * Returns whether everything that the borrower was running was one task of this loan, or tasks that this task put.
     */
    boolean isAllBegun(int lender, List<BegunTask> begun) {
        return begun.stream().allMatch(one -> isOf(lender, one))
                && begun(lender, begun).size() == 1;
    }

    private boolean isOf(int lender, BegunTask one) {
        return one.lender() == lender && (one.loan() == number || (origin != NONE && one.loan() == origin));
    }

    /** Returns the numbers by which the root identifies the loan's tasks. Root only. */
    long[] numbers() {
        return numbers(tasks);
    }

    static long[] numbers(Collection<PooledTask> tasks) {
        return tasks.stream().mapToLong(task -> ((NumberedTask) task).number()).toArray();
    }

    /** Returns whether this part is the first of a return that has not begun yet, and not a repeat. */
    boolean isAnnouncedBy(ReturnPart part) {
        return parts == 0 && part.part() == 0;
    }

    /**
     * Stores the next part of the return; a repeat changes nothing.
     *
     * @return whether the part is stored now
     */
    public boolean take(ReturnPart part) {
        if (part.part() == parts) {
            put(part.result(), part.resultBytes());
            parts++;
            unfinished.addAll(part.unfinished());
        }
        return part.part() < parts;
    }

    private byte[] put(byte[] slice, int bytes) {
        byte[] whole = result == null ? new byte[bytes] : result;
        result = whole;
        System.arraycopy(slice, 0, whole, resultBytes, slice.length);
        resultBytes += slice.length;
        return whole;
    }

    boolean hasAllPartsOf(LoanReturned returned) {
        return returned.parts() == parts;
    }

    /** Returns the loan's first task, encoded. */
    byte[] firstTask() {
        return (byte[]) tasks.get(0).task();
    }

    /**
     * Returns the index that all tasks of this loan have in the borrowed loan that they came from;
     * {@link PooledTask#NO_PLACE} if the places differ.
     */
    int commonPlace() {
        int place = tasks.get(0).place();
        return tasks.stream().allMatch(task -> task.place() == place) ? place : PooledTask.NO_PLACE;
    }

    /** Returns the unfinished tasks of the whole return: those in its parts and those in its last message. */
    public List<byte[]> unfinished(LoanReturned returned) {
        if (parts == 0) {
            return returned.unfinished();
        }
        List<byte[]> all = new ArrayList<>(unfinished);
        all.addAll(returned.unfinished());
        return all;
    }

    /** Returns the result of the whole return, from its parts and its last message; null if no task was executed. */
    byte @Nullable [] result(LoanReturned returned) {
        byte[] rest = returned.result();
        if (parts == 0 || rest == null) {
            return rest;
        }
        return put(rest, rest.length);
    }
}
