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

/** One loan at its lender, who keeps its tasks until it is returned, and the parts of the return that have come. */
public class LentLoan {
    /** The most tasks of a loan that are tried alone, one after the other, for one that was lost among them. */
    private static final int MOST_ALIKE = 64;

    final long number;
    final BorrowedLoan source;
    final int borrower;
    public final List<PooledTask> tasks;
    final Repetition recall;
    private final List<byte[]> unfinished = new ArrayList<>();
    private byte @Nullable [] result; // as long as the whole, once its first part is here
    private int resultBytes; // that are here
    private int parts;

    public LentLoan(long number, BorrowedLoan source, int borrower, List<PooledTask> tasks, Repetition recall) {
        this.number = number;
        this.source = source;
        this.borrower = borrower;
        this.tasks = List.copyOf(tasks);
        this.recall = recall;
    }

    /** Returns whether the loan is a task with which engines have died. */
    boolean isSuspect() {
        return tasks.size() == 1
                && tasks.get(0).encoded()
                && RetriedTask.isSuspect((byte[]) tasks.get(0).task());
    }

    /**
     * Finds which of its tasks these are, of all that a borrower had begun, with names of what ran; each of them if one
     * cannot be told from another.
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

    /** Returns whether all that the borrower had begun was one task of this loan, and tasks that it put. */
    boolean isAllBegun(int lender, List<BegunTask> begun) {
        return begun.stream().allMatch(one -> isOf(lender, one))
                && begun(lender, begun).size() == 1;
    }

    private boolean isOf(int lender, BegunTask one) {
        return one.lender() == lender && one.loan() == number;
    }

    /** The numbers of the root's tasks. */
    long[] numbers() {
        return numbers(tasks);
    }

    static long[] numbers(Collection<PooledTask> tasks) {
        return tasks.stream().mapToLong(task -> ((NumberedTask) task).number()).toArray();
    }

    /** Returns whether this part is the first, and was not taken yet. */
    boolean isAnnouncedBy(ReturnPart part) {
        return parts == 0 && part.part() == 0;
    }

    /** Takes the next part; a repeat changes nothing. Whether it is here now. */
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

    /** A task of its own, encoded, as it was lent. */
    byte[] firstTask() {
        return (byte[]) tasks.get(0).task();
    }

    /**
     * The common place, in its source, of what came home of it not begun; {@link PooledTask#NO_PLACE} if its tasks have
     * several.
     */
    int commonPlace() {
        int place = tasks.get(0).place();
        return tasks.stream().allMatch(task -> task.place() == place) ? place : PooledTask.NO_PLACE;
    }

    /** The unfinished tasks of the whole return. */
    public List<byte[]> unfinished(LoanReturned returned) {
        if (parts == 0) {
            return returned.unfinished();
        }
        List<byte[]> all = new ArrayList<>(unfinished);
        all.addAll(returned.unfinished());
        return all;
    }

    /** The result of the whole return; null if nothing was executed. */
    byte @Nullable [] result(LoanReturned returned) {
        byte[] rest = returned.result();
        if (parts == 0 || rest == null) {
            return rest;
        }
        return put(rest, rest.length);
    }
}
