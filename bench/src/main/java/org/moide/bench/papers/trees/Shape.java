package org.moide.bench.papers.trees;

import org.moide.balance.pool.Discipline;

/**
 * On what passes are played.
 *
 * @param threads of each engine, each on a processor of its own
 */
record Shape(int engines, int threads, Discipline pool, Placement placement) {
    /** What happens when engines have more to do than others. */
    enum Placement {
        /** Nothing. */
        STAY,
        /** Whole trees move between passes, as in the paper and in the sample. */
        TREES,
        /** An engine that is dry asks others for a single task; what it needs travels with it and back. */
        TASKS
    }
}
