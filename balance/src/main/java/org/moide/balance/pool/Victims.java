package org.moide.balance.pool;

import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The order in which a thread tries to steal from other threads. It begins with the thread from which it got its last
 * stolen task.
 */
final class Victims {
    /** The distance between array elements of two threads: two cache lines, since processors fetch lines in pairs. */
    private static final int PADDING = 16;

    private final int threads;
    private final int[] next; // each element used by its thread only

    Victims(int threads) {
        this.threads = threads;
        this.next = new int[(threads + 1) * PADDING];
    }

    /**
     * Tries to steal from the other threads in turn until one gives a task.
     *
     * @param from takes a task from a thread; null if it has none
     */
    @Nullable
    PooledTask steal(int thread, IntFunction<@Nullable PooledTask> from) {
        int cell = (thread + 1) * PADDING - PADDING / 2;
        for (int tried = 0; tried < threads; tried++) {
            int victim = next[cell];
            if (victim != thread) {
                PooledTask task = from.apply(victim);
                if (task != null) {
                    return task; // the next call tries the same victim first
                }
            }
            next[cell] = (victim + 1) % threads;
        }
        return null;
    }
}
