package org.moide.balance.pool;

import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** The order in which a thread tries others' queues: first where it found its last task. */
final class Victims {
    /** Array elements between those of two threads: two cache lines, since processors fetch lines in pairs. */
    private static final int PADDING = 16;

    private final int threads;
    private final int[] next; // each touched by its thread only

    Victims(int threads) {
        this.threads = threads;
        this.next = new int[(threads + 1) * PADDING];
    }

    /**
     * Goes through the other threads until one gives something.
     *
     * @param from takes from that thread; null if it has nothing to give
     */
    @Nullable
    PooledTask steal(int thread, IntFunction<@Nullable PooledTask> from) {
        int cell = (thread + 1) * PADDING - PADDING / 2;
        for (int tried = 0; tried < threads; tried++) {
            int victim = next[cell];
            if (victim != thread) {
                PooledTask task = from.apply(victim);
                if (task != null) {
                    return task; // and try the same victim first next time
                }
            }
            next[cell] = (victim + 1) % threads;
        }
        return null;
    }
}
