package org.moide.engine;

import java.io.Serializable;
import java.util.List;

/**
 * A function that builds one thread's state from the saved states of all threads, when the number of logical IDs has
 * changed since then.
 *
 * @param <S> the state's type
 */
@FunctionalInterface
public interface Redistribution<S extends Serializable> {
    /**
     * Returns this thread's state. {@link ComputeThread#restore} calls it on each compute thread after the engines have
     * changed. While it runs, the threads may exchange messages.
     *
     * @param all the saved states, indexed by the logical IDs before the change; each call of {@code get} deserializes
     *     a new object, so call it only for the states that are needed
     * @param self this thread, with its new ID and the new number of IDs
     */
    S redistribute(List<S> all, ComputeThread self);
}
