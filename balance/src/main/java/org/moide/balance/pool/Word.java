package org.moide.balance.pool;

/**
 * How a control thread learns that a task has ended without looking all the time. While tasks are short it does look by itself;
 * while they are long it wants word, and sleeps until the next one ends. No fence makes a thread see that at once, which each
 * task would have to pay for: what ends within some nanoseconds of the wish may be missed, so who wants word looks again soon.
 */
final class Word {
    private static final int NOTHING = 0;
    private static final int ENDS = 1;
    private static final int ENDS_AND_PUTS = 2;

    private volatile int wanted;
    private boolean awaited; // the control thread only

    /** The control thread: the next task that ends is to be said, and if {@code puts}, that is put. */
    void want(boolean puts) {
        awaited = true;
        wanted = puts ? ENDS_AND_PUTS : ENDS;
    }

    /** A compute thread: a task has ended. Whether that is to be said; by two at the same moment it may be said twice. */
    boolean ended() {
        return wanted != NOTHING && give();
    }

    /** A compute thread: a task was put. Whether that is to be said. */
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
