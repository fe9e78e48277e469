package org.moide.commlib;

/**
 * A receive that goes on while its thread computes.
 *
 * @param <T> the result: the received object; for elements received into a slice, their {@link Received}
 */
public interface PendingReceive<T> extends Pending {
    /** Returns the result; waits for it as {@link #await} does. */
    T get();
}
