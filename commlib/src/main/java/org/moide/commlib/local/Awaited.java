package org.moide.commlib.local;

/**
 * A call in which a thread waits only for calls of other threads. Any thread may evaluate the condition that it waits
 * for: the condition never blocks, changes nothing, and once true stays true until the waiting thread goes on. A wait
 * without these properties is named by a text instead.
 */
public interface Awaited {
    /** Returns the call in words, as an application would write it: {@code receive from 1, tag 3}. */
    String primitive();

    /**
     * Returns the peer whose call the thread waits for: a logical ID, {@link org.moide.commlib.CommLib#ANY_SENDER}, or
     * {@link #ALL}.
     */
    int peer();

    /** The value of {@link #peer} for a call that waits for all participants instead of a single ID. */
    int ALL = -2;
}
