package org.moide.commlib.local;

/**
 * The condition under which a wait can never succeed, and the exception for the waiting thread. Any thread may call
 * it; it never blocks.
 */
public interface Release {
    /** Returns whether the wait can never succeed; once true, it stays true. */
    boolean holds();

    /**
     * Throws the exception for the waiting thread if {@link #holds}.
     *
     * @param call the current call, as the message should name it
     */
    void check(Object call);
}
