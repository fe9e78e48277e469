package org.moide.balance.pool;

import org.moide.balance.data.TaskClass;
import org.moide.balance.data.TaskHead;

/** A task in a pool, with the loan in which it counts. Tasks are compared by identity. Immutable. */
public class PooledTask {
    /** The value of {@code place} for a task that was returned unfinished, whose index in its loan is unknown. */
    public static final int NO_PLACE = Integer.MAX_VALUE;

    private final LoanAccount account;
    private final Object task;
    private final int mark; // the place; -1 - place if the task is encoded, which saves a field

    /**
     * Makes a task that reads no data objects and whose {@link #place} is unknown.
     *
     * @param account the loan that the task was lent in, or that its creating task was lent in
     * @param task the application's object or, if {@code encoded}, its bytes as {@code byte[]}; only compute threads
     *     decode
     * @param encoded whether {@code task} is an array of bytes
     */
    public PooledTask(LoanAccount account, Object task, boolean encoded) {
        this(account, task, encoded, 0);
    }

    /**
     * Makes a task that reads no data objects.
     *
     * @param place index of the task in the loan, or of the task that created it; or {@link #NO_PLACE}
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

    /** Makes a task of its encoded bytes, which contain its class or priority. */
    public static PooledTask encoded(LoanAccount account, byte[] task) {
        return encoded(account, task, 0);
    }

    /** Makes a task of its encoded bytes, with its {@link #place}. */
    public static PooledTask encoded(LoanAccount account, byte[] task, int place) {
        return of(account, task, true, TaskHead.classIn(task), TaskHead.priorityIn(task), place);
    }

    /** Makes a task of the application's object, with the data objects that it reads. */
    public static PooledTask of(LoanAccount account, Object task, TaskClass reads) {
        return of(account, task, reads, TaskHead.NO_PRIORITY);
    }

    /**
     * Makes a task like {@link #of(LoanAccount, Object, TaskClass)}, with a priority, which counts only if the task
     * reads no data objects.
     */
    public static PooledTask of(LoanAccount account, Object task, TaskClass reads, double priority) {
        return of(account, task, false, reads, priority, 0);
    }

    /** Makes a task that the task {@code parent} has put. It has the same loan and place. */
    public static PooledTask putBy(PooledTask parent, Object task, TaskClass reads, double priority) {
        return of(parent.account, task, false, reads, priority, parent.place());
    }

    /** Returns this task in another form, encoded or decoded, with the same loan and place. */
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

    /** A task with a priority. It has a type of its own so that tasks without a priority need no field for it. */
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

    /** Returns the account of the loan in which the task counts. */
    public final LoanAccount account() {
        return account;
    }

    /** Returns the application's object for this task, or its bytes if {@link #encoded()}. */
    public final Object task() {
        return task;
    }

    /** Returns whether {@link #task()} is an array of bytes. */
    public final boolean encoded() {
        return mark < 0;
    }

    /**
     * Returns the index of the task in its loan, in the order in which the lender sent the tasks. A task created by
     * another one has the index of its creator. {@link #NO_PLACE} if the index is unknown.
     */
    public final int place() {
        return mark < 0 ? -1 - mark : mark;
    }

    /** Returns the set of data objects that the task reads, its class. */
    public TaskClass taskClass() {
        return encoded() ? TaskHead.classIn((byte[]) task) : TaskClass.NONE;
    }

    /** Returns the task's priority (tasks with the highest run first); {@link TaskHead#NO_PRIORITY} if it has none. */
    public double priority() {
        return encoded() ? TaskHead.priorityIn((byte[]) task) : TaskHead.NO_PRIORITY;
    }

    @Override
    public final String toString() {
        return "task of " + account + (encoded() ? ", " + ((byte[]) task).length + " bytes" : ": " + task);
    }
}
