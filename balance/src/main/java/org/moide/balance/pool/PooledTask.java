package org.moide.balance.pool;

import org.moide.balance.data.ClassedBytes;
import org.moide.balance.data.TaskClass;

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

    /** A task as the bytes it travelled as; its class stands there. */
    public static PooledTask encoded(LoanAccount account, byte[] task) {
        TaskClass reads = ClassedBytes.classIn(task);
        return reads.isNone() ? new PooledTask(account, task, true) : new ClassedTask(account, task, true, reads);
    }

    /** A task as the application put it, and what it reads. */
    public static PooledTask of(LoanAccount account, Object task, TaskClass reads) {
        return reads.isNone() ? new PooledTask(account, task, false) : new ClassedTask(account, task, false, reads);
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
        return encoded ? ClassedBytes.classIn((byte[]) task) : TaskClass.NONE;
    }

    @Override
    public final String toString() {
        return "task of " + account + (encoded ? ", " + ((byte[]) task).length + " bytes" : ": " + task);
    }
}
