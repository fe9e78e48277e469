package org.moide.commlib.port;

import java.io.IOException;
import org.moide.commlib.Slice;

/**
 * A connection between two processes that carries bytes in both directions. The threads that wait for its bytes read
 * it themselves, so no byte passes from a reading thread to a waiting thread. Like every connection, it has passed the
 * gate.
 *
 * <p><b>Threads.</b> One thread at a time reads ({@link #readable}, {@link #read}), one at a time writes ({@link
 * #writable}, {@link #write}, {@link #publish}), and one at a time sleeps ({@link #awaitReadable}; if {@link
 * #heedsAttention} is false, only while no thread reads). Any thread may call {@link #hasNews}, {@link #unsent},
 * {@link #attention}, {@link #ring}, {@link #wake} and {@link #close}. Only {@link #awaitReadable} blocks.
 *
 * <p>{@code IOException} means that the connection can no longer be used.
 */
public interface DataConnection extends AutoCloseable {
    /** The least number of bytes that {@link #writable} returns once the peer has read everything. */
    int LEAST_ROOM = 192 * 1024;

    /**
     * The states of this side's threads, from which the peer knows when it must ring, that is, wake this side. A
     * thread that polls sees written data without a ring.
     */
    enum Attention {
        /** A thread polls: no ring is needed. */
        LOOKING,
        /** Threads sleep and none polls: ring for everything. */
        ASLEEP,
        /** No thread polls or waits: ring for urgent data. */
        BUSY
    }

    /**
     * Returns whether bytes may have arrived that the last call of {@link #readable} did not count. If another thread
     * reads at the same time, the result may be wrong for a moment.
     */
    boolean hasNews();

    /**
     * Returns the number of bytes that can be read.
     *
     * @throws IOException if there are none and never will be
     */
    int readable() throws IOException;

    /** Reads {@code count} bytes, which must be {@link #readable}. */
    void read(byte[] target, int offset, int count) throws IOException;

    /**
     * Fills {@code target} with elements, which arrive in little-endian order. Their bytes must be {@link #readable}
     * and begin at a multiple of 8.
     */
    void read(Slice target) throws IOException;

    /**
     * Returns the number of bytes that can be written: at least {@link #LEAST_ROOM} once the peer has read everything.
     */
    int writable() throws IOException;

    /**
     * Writes {@code count} bytes, which must be {@link #writable}. The peer may not see them before {@link #publish}.
     */
    void write(byte[] source, int offset, int count) throws IOException;

    /** Writes elements in little-endian order. Their bytes must be {@link #writable} and begin at a multiple of 8. */
    void write(Slice source) throws IOException;

    /**
     * Makes written bytes visible to the peer, and wakes the peer if it asked for that. Bytes for which the carrier
     * has no room stay {@link #unsent}; the caller must then call this again.
     */
    void publish(boolean urgent) throws IOException;

    /**
     * Returns the number of bytes that were written and not sent. It is always 0 where publishing costs nearly
     * nothing; elsewhere several writes should be published together.
     */
    int unsent();

    /**
     * Wakes the peer if it sleeps, since it may wait for the room that this side made by reading. Any thread may call
     * it. The default does nothing: the carrier itself wakes a peer that waits for room.
     *
     * @param urgent whether to wake it also if no thread of the peer waits
     */
    default void ring(boolean urgent) throws IOException {}

    /**
     * Returns whether no thread of the peer polls or waits. The peer then sees published data and new room only when
     * one of its threads begins to poll, or after a ring.
     *
     * @return 0 if a thread polls or has been woken; otherwise a number that changes once a thread has polled. The
     * default is 0: the carrier wakes the peer
     */
    default long busy() throws IOException {
        return 0;
    }

    /**
     * Announces to the peer when it must wake this side. It ends with a full memory fence. The default does nothing:
     * the carrier wakes sleeping threads.
     */
    default void attention(Attention wanted) {}

    /**
     * Returns whether the peer respects {@link #attention}. If not, a waiting thread must read or sleep in {@link
     * #awaitReadable}. The default is false.
     */
    default boolean heedsAttention() {
        return false;
    }

    /** Ends a sleep in {@link #awaitReadable} if bytes were left {@link #unsent} that the sleeper may not know of. */
    void wake();

    /**
     * Sleeps until there may be bytes to read, or room for bytes that are {@link #unsent}; may return earlier.
     *
     * @throws IOException if no more bytes will ever come; bytes that are {@link #readable} can still be read
     */
    void awaitReadable() throws IOException;

    /** Closes the connection for both sides at once, and wakes a sleeping thread. */
    @Override
    void close();

    /** A connection that another process has opened, and that this one may still refuse. */
    interface Arriving extends AutoCloseable {
        /**
         * Agrees with the peer on the carrier, a socket or shared memory, and opens the connection. Blocks until the
         * peer has done its part; called once.
         *
         * @throws IOException if they could not agree
         */
        DataConnection open() throws IOException;

        /**
         * Refuses the connection. During {@link #open}, ends that call; after it, closes the opened connection. Any
         * thread may call it.
         */
        @Override
        void close();
    }
}
