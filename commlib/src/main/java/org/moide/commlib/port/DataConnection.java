package org.moide.commlib.port;

import java.io.IOException;
import org.moide.commlib.Slice;

/**
 * A connection between two processes that carries bytes both ways and is read by whoever waits for them, so that they need
 * not be handed from a thread that reads to a thread that waits. It has passed the gate like any other.
 *
 * <p><b>Threads.</b> One at a time reads ({@link #readable}, {@link #read}), one at a time writes
 * ({@link #writable}, {@link #write}, {@link #publish}), one at a time sleeps ({@link #awaitReadable}; where
 * attention is not heeded, beside none that reads); {@link #hasNews}, {@link #unsent}, {@link #attention},
 * {@link #ring}, {@link #wake} and {@link #close} are for any thread. Nothing but {@link #awaitReadable} blocks.
 *
 * <p>{@code IOException} means that the connection is of no more use.
 */
public interface DataConnection extends AutoCloseable {
    /** A piece of at most this length finds room at some time. */
    int LEAST_ROOM = 192 * 1024;

    /** The occasions on which the other end has to ring: what is written is seen at the next look anyway. */
    enum Attention {
        /** Somebody looks all the time. */
        LOOKING,
        /** Nobody looks: ring for everything. */
        ASLEEP,
        /** Nobody looks and nobody waits: ring for what is urgent. */
        BUSY
    }

    /**
     * Returns whether a look at {@link #readable} is worth while; may be wrong, at most for a moment, if another thread
     * reads.
     */
    boolean hasNews();

    /**
     * The number of bytes that can be read.
     *
     * @throws IOException if there are none and never will be
     */
    int readable() throws IOException;

    /** Reads {@code count} bytes, which must be there. */
    void read(byte[] target, int offset, int count) throws IOException;

    /** Fills {@code target} with elements, little-endian, whose bytes must be there and begin at a multiple of 8. */
    void read(Slice target) throws IOException;

    /** The number of bytes that can be written. At least {@link #LEAST_ROOM} once the other end has read everything. */
    int writable() throws IOException;

    /** Writes {@code count} bytes, for which there must be room. The other end may see them only after {@link #publish}. */
    void write(byte[] source, int offset, int count) throws IOException;

    /** Writes elements, little-endian, for which there must be room, from a multiple of 8 on. */
    void write(Slice source) throws IOException;

    /**
     * Shows the other end what was written, and rings if it asked for that. What there is no room for on the way stays
     * {@link #unsent}: then this is to be called again.
     */
    void publish(boolean urgent) throws IOException;

    /**
     * Bytes that were written and have not left. Always 0 where publishing costs next to nothing; elsewhere it is worth
     * while to publish several writes together.
     */
    int unsent();

    /**
     * Rings if the other end sleeps, for it may be waiting for the room that was made by reading. Any thread. The default does
     * nothing: what carries the bytes wakes whoever waits for room.
     *
     * @param urgent whether it is rung for too if it waits for nothing
     */
    default void ring(boolean urgent) throws IOException {}

    /**
     * Returns whether nobody looks at the other end and nobody waits there. What was published or read before the last
     * {@link #publish} or {@link #ring} is then seen only when somebody begins to look, or is rung for.
     *
     * @return 0 if somebody looks or is woken; else a number, which changes once somebody has looked. The default is 0:
     *     what carries the bytes wakes the other end.
     */
    default long busy() throws IOException {
        return 0;
    }

    /**
     * Says when to ring. A full fence lies between this and what the calling thread does next. The default does nothing: what
     * carries the bytes wakes whoever sleeps at it.
     */
    default void attention(Attention wanted) {}

    /**
     * Returns whether {@link #attention} means anything here. If not, a thread that waits reads or sleeps in {@link
     * #awaitReadable}. The default is false.
     */
    default boolean heedsAttention() {
        return false;
    }

    /** Ends a sleep in {@link #awaitReadable} where that could be over what is {@link #unsent} and was not published. */
    void wake();

    /**
     * Sleeps until there may be something to read, or something {@link #unsent} could leave; may return for no reason.
     *
     * @throws IOException if nothing will ever come again; what is {@link #readable} still is
     */
    void awaitReadable() throws IOException;

    /** Ends it at once, for both sides, and wakes who sleeps. */
    @Override
    void close();

    /** A connection that another process has begun. */
    interface Arriving extends AutoCloseable {
        /**
         * Agrees with the other end on what carries the bytes. Blocks until it has said its part; once.
         *
         * @throws IOException if it did not
         */
        DataConnection open() throws IOException;

        /** Turns it away, or ends {@link #open} and what came of it. Any thread. */
        @Override
        void close();
    }
}
