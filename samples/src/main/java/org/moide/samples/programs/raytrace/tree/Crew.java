package org.moide.samples.programs.raytrace.tree;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;
import org.jspecify.annotations.Nullable;

/**
 * The threads that build a tree. If the number of threads is 1, the caller builds the tree alone. The threads end when
 * this object is closed.
 */
final class Crew implements AutoCloseable {
    /** The number of indices that a thread takes at a time. */
    private static final int CHUNK = 4096;

    private final int threads;
    private final @Nullable ForkJoinPool pool;

    /** An action that is called with an index. */
    interface ByNumber {
        void of(int number);
    }

    Crew(int threads) {
        this.threads = threads;
        pool = threads > 1 ? new ForkJoinPool(threads) : null;
    }

    int threads() {
        return threads;
    }

    /** Runs an action on one of the threads, which may fork parts of it, and waits for its end. */
    void run(RecursiveAction action) {
        if (pool == null) {
            action.invoke();
        } else {
            pool.invoke(action);
        }
    }

    /** Calls {@code work} for each index below {@code count}, in no particular order. */
    void each(int count, ByNumber work) {
        if (threads == 1 || count <= CHUNK) {
            for (int number = 0; number < count; number++) {
                work.of(number);
            }
        } else {
            run(new Range(0, count, work));
        }
    }

    private static final class Range extends RecursiveAction {
        private static final long serialVersionUID = 1L;

        private final int from;
        private final int to;
        private final transient ByNumber work;

        Range(int from, int to, ByNumber work) {
            this.from = from;
            this.to = to;
            this.work = work;
        }

        @Override
        protected void compute() {
            if (to - from > CHUNK) {
                int middle = (from + to) >>> 1;
                invokeAll(new Range(from, middle, work), new Range(middle, to, work));
                return;
            }
            for (int number = from; number < to; number++) {
                work.of(number);
            }
        }
    }

    @Override
    public void close() {
        if (pool != null) {
            pool.shutdown();
        }
    }
}
