package org.moide.commlib.carrier;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.invoke.VarHandle;
import java.net.Socket;
import java.net.SocketException;
import org.moide.commlib.Slice;

/**
 * One end of a ring: two ring buffers in shared memory, and a socket. The socket is the doorbell that wakes the peer,
 * and it reports the peer's death. Closing the socket closes the ring. Only {@link #listen} blocks.
 *
 * <p>No wake-up is lost: an end that goes to sleep says so and then checks the ring again; an end that has written or
 * read publishes that and then checks whether the peer sleeps. With a full fence between the two steps, at least one
 * end sees the other's step. An end sends one byte each time that the peer has fallen asleep, so the socket never
 * fills.
 * <table>
 * <caption>Concurrency</caption>
 * <tr><td>one reading thread</td><td>{@code writtenSeen}; only it changes {@code consumed}</td></tr>
 * <tr><td>one writing thread</td><td>{@code produced}, {@code readSeen}</td></tr>
 * <tr><td>one listening thread</td><td>{@code rung}; changes {@code gone}</td></tr>
 * <tr><td>one thread that announces states</td><td>{@code said}</td></tr>
 * <tr><td>any</td><td>reads {@code gone} and {@code consumed}, closes the socket</td></tr>
 * </table>
 */
final class RingEnd {
    static final int CALLER = 0;
    static final int ACCEPTOR = 1;

    /**
     * The states that an end announces, in the two lowest bits of a word. AWAKE: it polls and need not be woken.
     * ASLEEP: anything wakes it. BUSY: only urgent data wakes it. The upper bits are a counter, so that each
     * announcement differs from the previous ones.
     */
    static final int AWAKE = 0;

    static final int ASLEEP = 1;
    static final int BUSY = 2;
    private static final int STATE = 3;

    /**
     * The greatest number of bytes that one stream operation copies at once, so that the peer can begin to copy them
     * on.
     */
    static final int CHUNK_BYTES = 32 * 1024;

    /**
     * The number of bytes after which a long write makes them visible to the peer: the peer copies this part out while
     * this end copies the next part in.
     */
    private static final int PART_BYTES = 16 * 1024;

    private final RingMemory memory;
    private final int self;
    private final int other;
    private final Socket socket;
    private final InputStream bellIn;
    private final OutputStream bellOut;
    private final byte[] rung = new byte[64];
    private volatile boolean gone;
    private volatile long consumed;
    private long writtenSeen;
    private long produced;
    private long readSeen;
    private long said;

    RingEnd(RingMemory memory, int self, Socket socket) throws IOException {
        this.memory = memory;
        this.self = self;
        this.other = 1 - self;
        this.socket = socket;
        this.bellIn = socket.getInputStream();
        this.bellOut = socket.getOutputStream();
    }

    /**
     * Returns whether the peer has written bytes that are not yet read. Unlike {@link #available}, any thread may
     * call it.
     */
    boolean hasNews() {
        return memory.get(RingMemory.written(other)) != consumed;
    }

    /**
     * Returns the number of bytes that have arrived and are not yet read. Throws if the peer's counter has an
     * impossible value.
     */
    int available() throws IOException {
        long read = consumed;
        if (writtenSeen == read) {
            long written = memory.get(RingMemory.written(other));
            if (written - read < 0 || written - read > memory.capacity()) {
                throw damaged("written", written, read);
            }
            writtenSeen = written;
        }
        return (int) (writtenSeen - read);
    }

    /**
     * Returns how many bytes can be written now, or a smaller number. The peer's counter of read bytes is read again
     * only if its last known value leaves room for fewer than {@code enough} bytes: reading it takes its cache line
     * away from the peer.
     */
    int free(int enough) throws IOException {
        int free = memory.capacity() - (int) (produced - readSeen);
        return free >= enough ? free : freeNow();
    }

    /** Returns how many bytes can be written according to the peer's current counter of read bytes. */
    int freeNow() throws IOException {
        long read = memory.get(RingMemory.read(self));
        if (read - readSeen < 0 || produced - read < 0) {
            throw damaged("read", read, produced);
        }
        readSeen = read;
        return memory.capacity() - (int) (produced - readSeen);
    }

    private IOException damaged(String what, long found, long own) {
        close();
        return new IOException("expected a ring with at most " + memory.capacity() + " bytes, found " + found
                + " bytes " + what + " at " + own + ": the other end has damaged it; closed the connection");
    }

    /** Reads {@code count} bytes; at least as many must be {@link #available}. */
    void take(byte[] target, int offset, int count) throws IOException {
        memory.read(other, consumed, target, offset, count);
        taken(count);
    }

    /** Reads elements whose bytes are all {@link #available}. */
    void take(Slice target) {
        memory.read(other, consumed, target);
        taken((int) target.bytes());
    }

    private void taken(int count) {
        // Only the reading thread changes the field, so this need not be atomic.
        long read = consumed + count;
        consumed = read;
        memory.set(RingMemory.read(other), read);
    }

    /**
     * Writes bytes for which there is room. They become visible to the peer part by part; the last part only by
     * {@link #show}.
     */
    void put(byte[] source, int offset, int count) {
        int done = 0;
        while (count - done > PART_BYTES) {
            memory.write(self, produced, source, offset + done, PART_BYTES);
            produced += PART_BYTES;
            done += PART_BYTES;
            show();
        }
        memory.write(self, produced, source, offset + done, count - done);
        produced += count - done;
    }

    /**
     * Writes elements for which there is room. They become visible to the peer part by part; the last part only by
     * {@link #show}.
     */
    void put(Slice source) {
        int part = PART_BYTES / source.type().bytes();
        int done = 0;
        while (source.length() - done > part) {
            memory.write(self, produced, source.part(done, part));
            produced += PART_BYTES;
            done += part;
            show();
        }
        Slice last = source.part(done, source.length() - done);
        memory.write(self, produced, last);
        produced += last.bytes();
    }

    /**
     * Returns the number of bytes that the writer skips to reach the next multiple of 8, where elements may begin.
     */
    int gapToWrite() {
        return (int) -produced & (Long.BYTES - 1);
    }

    /**
     * Returns the number of bytes that the reader skips to reach the next multiple of 8, as {@link #gapToWrite} does
     * for the writer.
     */
    int gapToRead() {
        return (int) -consumed & (Long.BYTES - 1);
    }

    /** Publishes the bytes that were put, so that the peer can read them. */
    void show() {
        memory.set(RingMemory.written(self), produced);
    }

    /**
     * Announces a state of this end, one of {@code AWAKE}, {@code ASLEEP} and {@code BUSY}, and executes a full
     * fence.
     */
    void say(int state) {
        said += STATE + 1;
        memory.set(RingMemory.asleep(self), said | state);
        VarHandle.fullFence();
    }

    /** Wakes the peer if its state asks for that. The caller has just given it bytes, or room for bytes. */
    void wake(boolean urgent) throws IOException {
        VarHandle.fullFence();
        long word = memory.get(RingMemory.asleep(other));
        long state = word & STATE;
        if ((state == ASLEEP || (state == BUSY && urgent))
                && memory.replace(RingMemory.asleep(other), word, word & ~STATE)) {
            ring();
        }
    }

    /**
     * Returns the peer's latest announcement if it says that no thread of the peer waits (BUSY), otherwise 0. The
     * caller has called {@link #wake} before.
     */
    long busy() {
        long word = memory.get(RingMemory.asleep(other));
        return (word & STATE) == BUSY ? word : 0;
    }

    /**
     * Sends the byte that wakes the peer. It clears the interrupt flag meanwhile: a write by an interrupted thread
     * would close the socket, which other threads use.
     */
    private void ring() throws IOException {
        boolean interrupted = Thread.interrupted();
        try {
            bellOut.write(1);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Blocks until the peer sends a byte or has closed the socket. */
    void listen() throws IOException {
        try {
            if (bellIn.read(rung) < 0) {
                gone = true;
            }
        } catch (IOException e) {
            if (socket.isClosed()) {
                throw e;
            }
            gone = true;
        }
    }

    /** Returns whether the peer has closed the ring. What it wrote before can still be read. */
    boolean gone() {
        return gone;
    }

    void checkOpen() throws IOException {
        if (socket.isClosed()) {
            throw new SocketException("Socket closed");
        }
    }

    void close() {
        try {
            socket.close();
        } catch (IOException e) {
            // The end counts as closed anyway.
        }
    }

    /**
     * Closes this end after a fault in the mapped memory, which the peer has truncated, and returns the exception to
     * throw.
     */
    IOException cut(InternalError fault) {
        close();
        return new IOException("the other end has taken the ring's memory away; closed the connection", fault);
    }
}
