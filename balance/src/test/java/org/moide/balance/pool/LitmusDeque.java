package org.moide.balance.pool;

import org.jspecify.annotations.Nullable;

/** The operations of a deque's owner and thieves, for the production deque and for faulty ones. */
interface LitmusDeque {
    void push(PooledTask task);

    @Nullable
    PooledTask pop();

    @Nullable
    PooledTask steal();

    /** Makes the production deque, a {@code TaskDeque}. */
    static LitmusDeque real() {
        TaskDeque deque = new TaskDeque();
        return new LitmusDeque() {
            @Override
            public void push(PooledTask task) {
                deque.push(task);
            }

            @Override
            public @Nullable PooledTask pop() {
                return deque.pop();
            }

            @Override
            public @Nullable PooledTask steal() {
                return deque.steal();
            }
        };
    }
}
