package org.moide.balance.pool;

/**
 * The word by which a control thread learns that a task has ended without looking all the time. While tasks are short
 * it does look by itself; while they are long it wants word, and sleeps until the next one ends. A thread need not see
 * that at once, since each task would have to pay for the fence. So a task that ends within some nanoseconds of the
 * wish may be missed, and the control thread looks again soon.
 */
final class Word {
    private static final int NOTHING = 0;
    private static final int ENDS = 1;
    private static final int ENDS_AND_PUTS = 2;

    private volatile int wanted;
    private boolean awaited; // the control thread only

    /** The control thread: asks for word of the next task that ends, and if {@code puts}, that is put. */
    void want(boolean puts) {
        awaited = true;
        wanted = puts ? ENDS_AND_PUTS : ENDS;
    }

    /** A compute thread: a task has ended. Whether to give word; two threads at the same moment may both do so. */
    boolean ended() {
        return wanted != NOTHING && give();
    }

    /** A compute thread: a task was put. Whether to give word. */
    boolean put() {
        return wanted == ENDS_AND_PUTS && give();
    }

    private boolean give() {
        wanted = NOTHING;
        return true;
    }

    /** The control thread: whether word that was wanted has come since the last call. */
    boolean take() {
        boolean come = awaited && wanted == NOTHING;
        if (come) {
            awaited = false;
        }
        return come;
    }
}
