package org.moide.balance.pool;

/**
 * How a control thread learns that a task has ended without looking all the time. While tasks are short it does look by itself;
 * while they are long it wants word, and sleeps until the next one ends. No fence makes a thread see that at once, which each
 * task would have to pay for: what ends within some nanoseconds of the wish may be missed, so who wants word looks again soon.
 */
final class Word {
    private volatile boolean wanted;
    private boolean awaited; // the control thread only

    /** The control thread: the next task that ends is to be said. */
    void want() {
        awaited = true;
        wanted = true;
    }

    /** A compute thread: a task has ended. Whether that is to be said; by two at the same moment it may be said twice. */
    boolean give() {
        if (!wanted) {
            return false;
        }
        wanted = false;
        return true;
    }

    /** The control thread: whether word that was wanted has come since the last call. */
    boolean take() {
        boolean come = awaited && !wanted;
        if (come) {
            awaited = false;
        }
        return come;
    }
}
