package org.moide.commlib.collective;

import java.util.function.BiConsumer;
import org.moide.commlib.ElementType;
import org.moide.commlib.Slice;

/**
 * The link over which the thread that acts for its engine talks to those that act for others. Messages between two
 * engines arrive in the order in which they were sent. Used by one thread at a time; every method may block until the
 * peer has done its part and throws when waiting is in vain.
 */
public interface EngineLink {
    /** Begins to send; {@code data} must not change until {@link Sent#finish} has returned. */
    Sent start(int engine, long note, Slice data);

    /**
     * Waits for the next message from {@code engine}.
     *
     * @param note as given to {@link #start}
     * @throws org.moide.commlib.local.OverdueException if none came within the limit for collectives
     */
    Arrival take(int engine, long note);

    /**
     * Asks all other engines what collective they are in, and waits some seconds for the answers.
     *
     * @param note of this engine's
     * @return the notes by engine; -1 for an engine that did not answer, since not all of its threads are in any
     */
    long[] whoIsThere(long note);

    /** Serializes an application object. */
    byte[] encode(Object value);

    /** The reverse of {@link #encode}. */
    Object decode(byte[] bytes);

    /**
     * Makes every thread of every engine fail that is in a collective or comes to one.
     *
     * @param usage whether the application called it wrongly
     */
    void breakAll(boolean usage, String why);

    /** A message on its way. */
    @FunctionalInterface
    interface Sent {
        /**
         * Waits until the data is the caller's again.
         *
         * @throws org.moide.commlib.local.OverdueException if it was not taken within the limit for collectives
         */
        void finish();
    }

    /** A message of which only the head is known to be here. */
    interface Arrival {
        long note();

        ElementType type();

        long length();

        /** Brings the data, {@link #length} elements, into the first elements of {@code target}. Called once at most. */
        void into(Slice target);

        /**
         * Receives like {@link #into}, but joins the data with what is there, as it comes.
         *
         * @param join is given a part of {@code target} and what has come for it; maybe on another thread that waits
         */
        void joinInto(Slice target, BiConsumer<Slice, Slice> join);
    }
}
