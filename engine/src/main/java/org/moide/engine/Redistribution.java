package org.moide.engine;

import java.io.Serializable;
import java.util.List;

/**
 * Makes one thread's state from the states of all, when the number of logical IDs has changed since they were saved.
 *
 * @param <S> the state
 */
@FunctionalInterface
public interface Redistribution<S extends Serializable> {
    /**
     * This thread's state. Called on each compute thread of the new epoch, by {@link ComputeThread#restore}; they may talk
     * to each other in it.
     *
     * @param all by the logical IDs that there were; each call of {@code get} decodes one anew, so the result is the
     *     caller's own, and a thread that takes only what it needs saves time and memory
     * @param self the thread as it is now: its ID, and how many there are
     */
    S redistribute(List<S> all, ComputeThread self);
}
