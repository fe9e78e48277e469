package org.moide.commlib.carrier;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.invoke.VarHandle;
import java.net.Socket;
import java.net.SocketException;
import org.moide.commlib.Slice;

/**
 * One end of a ring: bytes through shared memory, and a socket that is the doorbell and tells of the other's death. Closing
 * the socket closes the ring. Nothing blocks but {@link #listen}.
 *
 * <p>Why no wake-up is lost: an end that goes to sleep says so and then looks again; an end that has written or read
 * says so and then looks whether the other sleeps. With a full fence between, at least one sees the other. One byte is
 * sent each time that the other has fallen asleep, so the socket never fills.
 *
 * <table>
 * <caption>Concurrency</caption>
 * <tr><td>one reading thread</td><td>{@code writtenSeen}; alone changes {@code consumed}</td></tr>
 * <tr><td>one writing thread</td><td>{@code produced}, {@code readSeen}</td></tr>
 * <tr><td>one listening thread</td><td>{@code rung}; changes {@code gone}</td></tr>
 * <tr><td>one saying thread</td><td>{@code said}</td></tr>
 * <tr><td>any</td><td>reads {@code gone} and {@code consumed}, closes the socket</td></tr>
 * </table>
 */
final class RingEnd {
    static final int CALLER = 0;
    static final int ACCEPTOR = 1;

    /**
     * The states that an end says of itself, in the two lowest bits of a word: it looks all the time; it is to be woken
     * by anything; only by what is urgent. The other bits are a number that is another each time.
     */
    static final int AWAKE = 0;

    static final int ASLEEP = 1;
    static final int BUSY = 2;
    private static final int STATE = 3;

    /** The bytes that are copied before the other end may begin to copy them on. */
    static final int CHUNK_BYTES = 32 * 1024;

    /**
     * The bytes of what is put that are shown at once: the other end copies them out while this one copies the next
     * part in.
     */
    private static final int PART_BYTES = 8 * 1024;

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

    /** Returns whether something was written that was not read, as far as a thread can see that does not read. */
    boolean hasNews() {
        return memory.get(RingMemory.written(other)) != consumed;
    }

    /** Bytes to be read; what the other end claims must be possible. */
    int available() throws IOException {
        long read = consumed;
        if (writtenSeen == read) {
            long written = memory.get(RingMemory.written(other));
            if (written - read < 0 || written - read > RingMemory.CAPACITY) {
                throw damaged("written", written, read);
            }
            writtenSeen = written;
        }
        return (int) (writtenSeen - read);
    }

    /**
     * Bytes that can be written: by what was seen before, if that is enough, since a look at what the other end has
     * read takes its line of the cache away.
     */
    int free(int enough) throws IOException {
        int free = RingMemory.CAPACITY - (int) (produced - readSeen);
        return free >= enough ? free : freeNow();
    }

    /** Bytes that can be written, by a look at what the other end has read by now. */
    int freeNow() throws IOException {
        long read = memory.get(RingMemory.read(self));
        if (read - readSeen < 0 || produced - read < 0) {
            throw damaged("read", read, produced);
        }
        readSeen = read;
        return RingMemory.CAPACITY - (int) (produced - readSeen);
    }

    private IOException damaged(String what, long found, long own) {
        close();
        return new IOException("expected a ring with at most " + RingMemory.CAPACITY + " bytes, found " + found
                + " bytes " + what + " at " + own + ": the other end has damaged it; closed the connection");
    }

    /** Takes bytes that are {@link #available}. */
    void take(byte[] target, int offset, int count) throws IOException {
        memory.read(other, consumed, target, offset, count);
        taken(count);
    }

    /** Takes elements whose bytes are {@link #available}. */
    void take(Slice target) {
        memory.read(other, consumed, target);
        taken((int) target.bytes());
    }

    private void taken(int count) {
        // Only this thread changes it.
        long read = consumed + count;
        consumed = read;
        memory.set(RingMemory.read(other), read);
    }

    /** Puts bytes for which there is room; the other end may see all but the last part of them. */
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

    /** Puts elements for which there is room; the other end may see all but the last part of them. */
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

    /** The bytes before the next place where elements of any type may begin, for whoever writes. */
    int gapToWrite() {
        return (int) -produced & (Long.BYTES - 1);
    }

    /** The bytes before that place, like {@link #gapToWrite}, for whoever reads: both ends count the same bytes. */
    int gapToRead() {
        return (int) -consumed & (Long.BYTES - 1);
    }

    /** Lets the other end see what was put. */
    void show() {
        memory.set(RingMemory.written(self), produced);
    }

    /** Says how this end wants to be woken. A full fence follows. */
    void say(int state) {
        said += STATE + 1;
        memory.set(RingMemory.asleep(self), said | state);
        VarHandle.fullFence();
    }

    /** Wakes the other end; to be called after that was given bytes, or room for bytes. */
    void wake(boolean urgent) throws IOException {
        VarHandle.fullFence();
        long word = memory.get(RingMemory.asleep(other));
        long state = word & STATE;
        if ((state == ASLEEP || (state == BUSY && urgent))
                && memory.replace(RingMemory.asleep(other), word, word & ~STATE)) {
            ring();
        }
    }

    /** The word of the other end, if that says that it is busy; else 0. To be called after {@link #wake}. */
    long busy() {
        long word = memory.get(RingMemory.asleep(other));
        return (word & STATE) == BUSY ? word : 0;
    }

    /**
     * An interrupted thread would close a socket that has a channel, and the thread that rings shares it with others.
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

    /** Blocks until the bell is rung or the other end has gone. */
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

    /** Returns whether the other end has closed; what it wrote before can still be read. */
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
            // It is gone, one way or the other.
        }
    }

    /** The memory cannot be reached any more: the other end has cut its file short. */
    IOException cut(InternalError fault) {
        close();
        return new IOException("the other end has taken the ring's memory away; closed the connection", fault);
    }
}
