package org.moide.bench.papers.trees;

import org.moide.balance.pool.Discipline;

/**
 * The simulated system.
 *
 * @param threads the threads of each engine, each with its own processor
 * @param handoverNanos how much longer it takes to put or take a task if another thread used the queue last, because the
 *     queue and its lock are in the cache of that thread's processor
 */
record Shape(int engines, int threads, Discipline pool, Placement placement, long handoverNanos) {
    /** The ways to distribute work when engines have unequal amounts. */
    enum Placement {
        /** Trees stay on their engines. */
        STAY,
        /** Whole trees move between passes, as in the paper and in the sample. */
        TREES,
        /** An idle engine asks others for single tasks; a task's data moves with it and back. */
        TASKS
    }
}
