package org.moide.balance.pool;

/**
 * A task in a pool, with the loan that pays for it.
 *
 * @param account the loan under which it came, or under which the task that put it came
 * @param task what the application put, or, if {@code encoded}, its bytes as {@code byte[]}: only a compute thread decodes
 * @param encoded whether {@code task} still is the bytes it travelled as
 */
public record PooledTask(LoanAccount account, Object task, boolean encoded) {
    public PooledTask {
        if (encoded && !(task instanceof byte[])) {
            throw new IllegalArgumentException("loan " + account.loan() + ": expected an encoded task as byte[], found "
                    + task.getClass().getName());
        }
    }
}
