package org.moide.commlib;

/**
 * A send, receive or collective that goes on while its thread computes. It completes without any further call. The
 * thread that began it must not touch its slices until it is done; only that thread may call these methods.
 */
public interface Pending {
    /** Returns whether {@link #await} would return or throw at once. Does not block. */
    boolean isDone();

    /**
     * Waits until the operation is done, so that the caller may use its slice again. Every later call returns or
     * throws at once.
     *
     * @throws CommException if the operation can never complete, as the blocking call would
     * @throws IllegalArgumentException if the two sides' types or lengths do not fit, as the blocking call would
     */
    void await();
}
