package org.moide.balance.pool;

import org.moide.balance.data.TaskClass;
import org.moide.balance.data.TaskHead;

/** A task in a pool, with the loan that pays for it. Two are the same only if they are one object. Immutable. */
public class PooledTask {
    /** The place of one that came home without being begun, and might be any of its loan's. */
    public static final int NO_PLACE = Integer.MAX_VALUE;

    private final LoanAccount account;
    private final Object task;
    private final int
            mark; // the place, or -1 - place of one that is encoded: a queued task takes no more memory for it

    /**
     * A task of a loan.
     *
     * @param account the loan under which it came, or under which the task that put it came
     * @param task what the application put, or, if {@code encoded}, its bytes as {@code byte[]}: only a compute thread decodes
     * @param encoded whether {@code task} still is the bytes it travelled as
     */
    public PooledTask(LoanAccount account, Object task, boolean encoded) {
        this(account, task, encoded, 0);
    }

    /**
     * Makes a task.
     *
     * @param place which of the loan's tasks it is, from 0 on, or by which of them it was put; or {@link #NO_PLACE}
     */
    protected PooledTask(LoanAccount account, Object task, boolean encoded, int place) {
        if (encoded && !(task instanceof byte[])) {
            throw new IllegalArgumentException("loan " + account.loan() + ": expected an encoded task as byte[], found "
                    + task.getClass().getName());
        }
        this.account = account;
        this.task = task;
        this.mark = encoded ? -1 - place : place;
    }

    /** A task as the bytes it travelled as; its class or priority stands there. */
    public static PooledTask encoded(LoanAccount account, byte[] task) {
        return encoded(account, task, 0);
    }

    /** Makes an encoded task with its {@link #place}. */
    public static PooledTask encoded(LoanAccount account, byte[] task, int place) {
        return of(account, task, true, TaskHead.classIn(task), TaskHead.priorityIn(task), place);
    }

    /** A task as the application put it, and what it reads. */
    public static PooledTask of(LoanAccount account, Object task, TaskClass reads) {
        return of(account, task, reads, TaskHead.NO_PRIORITY);
    }

    /**
     * Makes a task like {@link #of(LoanAccount, Object, TaskClass)}, with its priority, which counts if it reads
     * nothing.
     */
    public static PooledTask of(LoanAccount account, Object task, TaskClass reads, double priority) {
        return of(account, task, false, reads, priority, 0);
    }

    /** Makes a task that a task of the same loan has put, in the place of that. */
    public static PooledTask putBy(PooledTask parent, Object task, TaskClass reads, double priority) {
        return of(parent.account, task, false, reads, priority, parent.place());
    }

    /** Makes the same task of the same loan in another form. */
    public PooledTask as(Object other, boolean isEncoded, TaskClass reads) {
        double priority = isEncoded ? TaskHead.priorityIn((byte[]) other) : TaskHead.NO_PRIORITY;
        return of(account, other, isEncoded, reads, priority, place());
    }

    private static PooledTask of(
            LoanAccount account, Object task, boolean encoded, TaskClass reads, double priority, int place) {
        if (!reads.isNone()) {
            return new ClassedTask(account, task, encoded, reads, place);
        }
        return Double.isNaN(priority)
                ? new PooledTask(account, task, encoded, place)
                : new Prioritised(account, task, encoded, priority, place);
    }

    /** A task that has a priority. Apart, so that one that has none takes no more memory. */
    private static final class Prioritised extends PooledTask {
        private final double priority;

        Prioritised(LoanAccount account, Object task, boolean encoded, double priority, int place) {
            super(account, task, encoded, place);
            this.priority = priority;
        }

        @Override
        public double priority() {
            return priority;
        }
    }

    /** The loan that pays for it. */
    public final LoanAccount account() {
        return account;
    }

    /** The task that the application put, or its bytes. */
    public final Object task() {
        return task;
    }

    /** Returns whether the task still is the bytes it travelled as. */
    public final boolean encoded() {
        return mark < 0;
    }

    /**
     * The place in the loan's tasks, its own or that of the task by which it was put, in the lender's order;
     * {@link #NO_PLACE} if that is lost.
     */
    public final int place() {
        return mark < 0 ? -1 - mark : mark;
    }

    /** The data objects that it reads. */
    public TaskClass taskClass() {
        return encoded() ? TaskHead.classIn((byte[]) task) : TaskClass.NONE;
    }

    /** The priority: the task of the highest is run first; {@link TaskHead#NO_PRIORITY} if it has none. */
    public double priority() {
        return encoded() ? TaskHead.priorityIn((byte[]) task) : TaskHead.NO_PRIORITY;
    }

    @Override
    public final String toString() {
        return "task of " + account + (encoded() ? ", " + ((byte[]) task).length + " bytes" : ": " + task);
    }
}
