package org.moide.balance.pool;

/**
 * A request for a wake-up call at the end of a task, so that the control thread need not check the pool all the time.
 *
 * <p>While tasks are short, the control thread checks the pool by itself. While they are long, it requests a call and
 * sleeps until the next task ends. Compute threads read the request without a memory fence, which would cost time at
 * each task. So they may miss a request made some nanoseconds before a task ends; therefore the control thread checks
 * again soon.
 */
final class Word {
    private static final int NOTHING = 0;
    private static final int ENDS = 1;
    private static final int ENDS_AND_PUTS = 2;

    private volatile int wanted;
    private boolean awaited; // used by the control thread only

    /**
     * Requests a wake-up call when the next task ends; if {@code puts} is true, also when a task is put. Control thread
     * only.
     */
    void want(boolean puts) {
        awaited = true;
        wanted = puts ? ENDS_AND_PUTS : ENDS;
    }

    /**
     * Returns whether the calling compute thread, whose task has ended, must wake the control thread. Two threads that
     * call at the same moment may both get true.
     */
    boolean ended() {
        return wanted != NOTHING && give();
    }

    /** Returns whether the calling compute thread, which has put a task, must wake the control thread. */
    boolean put() {
        return wanted == ENDS_AND_PUTS && give();
    }

    private boolean give() {
        wanted = NOTHING;
        return true;
    }

    /** Returns whether a requested wake-up call has come since the last call of this method. Control thread only. */
    boolean take() {
        boolean come = awaited && wanted == NOTHING;
        if (come) {
            awaited = false;
        }
        return come;
    }
}
