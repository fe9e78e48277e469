package org.moide.commlib.collective;

import org.moide.commlib.ElementType;
import org.moide.commlib.Slice;

/**
 * How the thread that acts for its engine talks to those that act for others. Messages between two engines arrive in the
 * order in which they were sent. Used by one thread at a time; every method may block until the peer has done its part
 * and throws when waiting is in vain.
 */
public interface EngineLink {
    /** Begins to send; {@code data} must not change until {@link Sent#finish} has returned. */
    Sent start(int engine, long note, Slice data);

    /** Waits for the next message from {@code engine}. */
    Arrival take(int engine);

    /** Serializes an application object. */
    byte[] encode(Object value);

    /** The reverse of {@link #encode}. */
    Object decode(byte[] bytes);

    /**
     * Lets every thread of every engine that is or comes into a collective fail.
     *
     * @param usage whether the application called it wrongly
     */
    void breakAll(boolean usage, String why);

    /** A message on its way. */
    @FunctionalInterface
    interface Sent {
        /** Waits until the data is the caller's again. */
        void finish();
    }

    /** A message of which only the head is known to be here. */
    interface Arrival {
        long note();

        ElementType type();

        long length();

        /** Brings the data, {@link #length} elements, into the first elements of {@code target}. Called once at most. */
        void into(Slice target);
    }
}
