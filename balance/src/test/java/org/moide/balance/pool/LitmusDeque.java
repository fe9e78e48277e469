package org.moide.balance.pool;

import org.jspecify.annotations.Nullable;

/** A deque as the owner and thieves use it: the real one and those with a flaw. */
interface LitmusDeque {
    void push(PooledTask task);

    @Nullable
    PooledTask pop();

    @Nullable
    PooledTask steal();

    /** The real one. */
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
