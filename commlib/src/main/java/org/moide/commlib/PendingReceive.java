package org.moide.commlib;

/**
 * A receive that goes on while its thread computes.
 *
 * @param <T> what is received: the object, or what is known of elements that went into a slice
 */
public interface PendingReceive<T> extends Pending {
    /** The value that came; waits for it as {@link #await} does. */
    T get();
}
