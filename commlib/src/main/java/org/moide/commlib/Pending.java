package org.moide.commlib;

/**
 * A send, receive or collective that goes on while its thread computes: nobody needs to call for it to be completed. Its
 * slices are not the caller's until it is done. Belongs to the compute thread that started it.
 */
public interface Pending {
    /** Returns whether {@link #await} would return (or throw) at once. Does not block. */
    boolean isDone();

    /**
     * Waits until the slice is the caller's again. May be called again and then returns, or throws, at once.
     *
     * @throws CommException when waiting is in vain, as the blocking call would
     * @throws IllegalArgumentException when the two sides do not fit, as the blocking call would
     */
    void await();
}
