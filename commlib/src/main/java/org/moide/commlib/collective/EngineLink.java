package org.moide.commlib.collective;

import java.util.function.BiConsumer;
import org.moide.commlib.ElementType;
import org.moide.commlib.Slice;

/**
 * The link by which the thread that acts for this engine in a collective reaches the acting threads of the other
 * engines. Messages between two engines arrive in the order in which they were sent. One thread uses it at a time.
 * Every method may block until the peer has done its part, and throws if that can never happen.
 */
public interface EngineLink {
    /** The result of {@link #meet} when all engines have come. */
    int ALL = -1;

    /**
     * Begins to send; {@code data} must not change until {@link Sent#finish} has returned.
     *
     * @param note the packed {@link Description} of the collective
     */
    Sent start(int engine, long note, Slice data);

    /**
     * Waits for the next message from {@code engine}.
     *
     * @param note the packed {@link Description} of this engine's collective
     * @throws org.moide.commlib.local.OverdueException if no message came within the limit for collectives
     */
    Arrival take(int engine, long note);

    /**
     * Comes to this engine's next meeting in the hall and waits until all engines have come.
     *
     * @param note the packed {@link Description} of this engine's collective
     * @param data the elements that this engine leaves for the others
     * @return {@link #ALL} if all have come; otherwise an engine that has not, and has sent a message of another
     *     collective, which {@link #take} returns
     * @throws org.moide.commlib.local.OverdueException if they did not come within the limit for collectives
     */
    int meet(Hall hall, long note, Slice data);

    /**
     * Asks all other engines which collective they are in, and waits some seconds for the answers.
     *
     * @param note the packed {@link Description} of this engine's collective
     * @return the packed descriptions by engine; -1 for an engine that did not answer, because not all of its threads
     *     are in a collective
     */
    long[] whoIsThere(long note);

    /** Serializes an application object. */
    byte[] encode(Object value);

    /** Deserializes an object that {@link #encode} serialized. */
    Object decode(byte[] bytes);

    /**
     * Makes the current collective (the next one where none is under way) fail at every thread of every engine.
     *
     * @param usage whether the application called a collective wrongly
     */
    void breakAll(boolean usage, String why);

    /** A message that is being sent. */
    @FunctionalInterface
    interface Sent {
        /**
         * Waits until the sender may change the data again.
         *
         * @throws org.moide.commlib.local.OverdueException if the peer did not take it within the limit for collectives
         */
        void finish();
    }

    /** A message whose head has arrived; its data may still be on the way. */
    interface Arrival {
        long note();

        ElementType type();

        long length();

        /**
         * Fetches the data, {@link #length} elements, into the first elements of {@code target}. May be called once.
         */
        void into(Slice target);

        /**
         * Fetches the data like {@link #into}, but combines it with the elements of {@code target}.
         *
         * @param join combines a part of {@code target} with the data that arrived for it; another waiting thread may
         * call it
         */
        void joinInto(Slice target, BiConsumer<Slice, Slice> join);
    }
}
