package org.moide.balance.pool;

import org.moide.balance.data.TaskClass;
import org.moide.balance.data.TaskHead;

/** A task in a pool, with the loan that pays for it. Two are the same only if they are one object. Immutable. */
public class PooledTask {
    private final LoanAccount account;
    private final Object task;
    private final boolean encoded;

    /**
     * A task of a loan.
     *
     * @param account the loan under which it came, or under which the task that put it came
     * @param task what the application put, or, if {@code encoded}, its bytes as {@code byte[]}: only a compute thread decodes
     * @param encoded whether {@code task} still is the bytes it travelled as
     */
    public PooledTask(LoanAccount account, Object task, boolean encoded) {
        if (encoded && !(task instanceof byte[])) {
            throw new IllegalArgumentException("loan " + account.loan() + ": expected an encoded task as byte[], found "
                    + task.getClass().getName());
        }
        this.account = account;
        this.task = task;
        this.encoded = encoded;
    }

    /** A task as the bytes it travelled as; its class or priority stands there. */
    public static PooledTask encoded(LoanAccount account, byte[] task) {
        return of(account, task, true, TaskHead.classIn(task), TaskHead.priorityIn(task));
    }

    /** A task as the application put it, and what it reads. */
    public static PooledTask of(LoanAccount account, Object task, TaskClass reads) {
        return of(account, task, reads, TaskHead.NO_PRIORITY);
    }

    /** As {@link #of(LoanAccount, Object, TaskClass)}, with its priority, which counts if it reads nothing. */
    public static PooledTask of(LoanAccount account, Object task, TaskClass reads, double priority) {
        return of(account, task, false, reads, priority);
    }

    private static PooledTask of(LoanAccount account, Object task, boolean encoded, TaskClass reads, double priority) {
        if (!reads.isNone()) {
            return new ClassedTask(account, task, encoded, reads);
        }
        return Double.isNaN(priority)
                ? new PooledTask(account, task, encoded)
                : new Prioritised(account, task, encoded, priority);
    }

    /** One that has a priority. Apart, so that one that has none takes no more memory. */
    private static final class Prioritised extends PooledTask {
        private final double priority;

        Prioritised(LoanAccount account, Object task, boolean encoded, double priority) {
            super(account, task, encoded);
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

    /** What the application put, or its bytes. */
    public final Object task() {
        return task;
    }

    /** Whether it still is the bytes it travelled as. */
    public final boolean encoded() {
        return encoded;
    }

    /** The data objects that it reads. */
    public TaskClass taskClass() {
        return encoded ? TaskHead.classIn((byte[]) task) : TaskClass.NONE;
    }

    /** Which task is to be run first: the one of the highest; {@link TaskHead#NO_PRIORITY} if it has none. */
    public double priority() {
        return encoded ? TaskHead.priorityIn((byte[]) task) : TaskHead.NO_PRIORITY;
    }

    @Override
    public final String toString() {
        return "task of " + account + (encoded ? ", " + ((byte[]) task).length + " bytes" : ": " + task);
    }
}
