package org.moide.engine;

import java.io.Serializable;
import java.util.List;

/**
 * A function that makes one thread's state from the states of all, when the number of logical IDs has changed since
 * they were saved.
 *
 * @param <S> the state
 */
@FunctionalInterface
public interface Redistribution<S extends Serializable> {
    /**
     * Returns this thread's state. Called on each compute thread of the new epoch, by {@link ComputeThread#restore};
     * the threads may talk to each other in it.
     *
     * @param all the saved states, by the logical IDs of that time; each call of {@code get} decodes a state anew, so
     *     the result is the caller's own, and a thread that takes only what it needs saves time and memory
     * @param self the thread as it is now: its ID, and the number of IDs
     */
    S redistribute(List<S> all, ComputeThread self);
}
