package org.moide.commlib.local;

/**
 * A call in which a thread waits for nothing but what other threads do by calls of theirs. The condition that it waits
 * for may be evaluated by any thread, never blocks, changes nothing, and once it holds it holds until the thread goes
 * on. Waits for which this does not all hold are named by a text instead.
 */
public interface Awaited {
    /** The call as the application would say it: {@code receive from 1, tag 3}. */
    String primitive();

    /**
     * The peer that is waited for: a logical ID among all, {@link org.moide.commlib.CommLib#ANY_SENDER}, or
     * {@link #ALL}.
     */
    int peer();

    /** The peer in place of a certain one: all that take part. */
    int ALL = -2;
}
