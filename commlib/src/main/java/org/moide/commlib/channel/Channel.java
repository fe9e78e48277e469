package org.moide.commlib.channel;

import java.io.IOException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.Slice;
import org.moide.commlib.port.DataConnection;
import org.moide.commlib.port.Ticker;

/**
 * Frames over a data connection, both ways. Whoever comes by reads what is there and hands it to the listener.
 *
 * <p><b>Threads.</b> Any, for everything. {@code reading} guards what was read of a frame, and is held while the listener is
 * told, so it is told in order; {@code writer} has a lock for the connection's writing side. Neither is held while a thread
 * waits. The listener may write; it must not read. Who finds {@code reading} held leaves {@code word}, and whoever holds it looks
 * again once it has let it go: the one that has left may be about to sleep, and the other end may not ring, since it knows of one
 * that looks.
 */
public final class Channel {
    /** We make no longer frames. */
    public static final int MOST_PAYLOAD_BYTES = 128 * 1024;

    /**
     * Each time that so many bytes were read, the other end is told that there is room. Whoever found none for the longest frame has more
     * than this before it that is not read, by what that frame lacked: so it is told once more after there is enough.
     */
    private static final int ROOM_BYTES = DataConnection.LEAST_ROOM / 4;

    /** The most frames that are taken at once: the thread that reads for all has work of its own. */
    private static final int FRAMES_AT_ONCE = 256;

    private static final byte[] NOTHING = {};

    /** Is told what comes. */
    public interface Listener {
        /** A frame has come; without its payload if that went where {@link #target} said. Must not block. */
        void arrived(Frame frame);

        /**
         * Where the payload of a frame is to go, of which {@code head} is the rest; null to get it with the frame. Nobody else
         * may read or write there before {@link #arrived}, or {@link Channel#afterReading}. Must not block.
         */
        @Nullable
        Slice target(Frame head, int payloadBytes);

        /** An array for the payload of a frame; what is in it is of no meaning. */
        byte[] array(int payloadBytes);

        /** Everything that had come has been told. Must not block. */
        void drained();

        /** A thread has looked for what has come. Must not block. Returns whether this moved something on. */
        boolean looked();

        /** Nothing can be written any more and nothing will come. Told once; must not block. */
        void broken(IOException why);
    }

    private final DataConnection connection;
    private final Listener listener;
    private final ReentrantLock reading = new ReentrantLock();
    private final FrameWriter writer;
    private final byte[] headIn = new byte[Frame.HEAD_BYTES];
    private final byte[] paddingIn = new byte[Frame.ALIGNMENT];
    private int headRead;
    private long taken;
    private long takenTold;
    private @Nullable Slice target;
    private byte[] payload = NOTHING;
    private int payloadRead;
    private volatile boolean word;
    private volatile boolean broken;

    /** Frames over this connection, which is this channel's from now on. */
    public Channel(DataConnection connection, Listener listener, Ticker ticker) {
        this.connection = connection;
        this.listener = listener;
        this.writer = new FrameWriter(connection, ticker);
    }

    DataConnection connection() {
        return connection;
    }

    /** Whether it is of no more use. */
    public boolean broken() {
        return broken;
    }

    // --- writing --------------------------------------------------------------------------------------------------

    /**
     * Writes a frame if there is room for all of it now. It may leave together with the next ones.
     *
     * @param urgent whether it leaves at once, and the other side is to look at it although it waits for nothing
     * @return whether it was written; if not, maybe because the channel is broken
     */
    public boolean write(Frame frame, boolean urgent) {
        return write(frame, null, urgent, true);
    }

    /**
     * As the other, with elements as the payload.
     *
     * @param head the frame without a payload
     */
    public boolean write(Frame head, Slice elements, boolean urgent) {
        return write(head, elements, urgent, true);
    }

    /** Writes a frame, but not if another thread is writing. */
    public boolean writeUnlessBusy(Frame frame) {
        return write(frame, null, false, false);
    }

    private boolean write(Frame frame, @Nullable Slice elements, boolean urgent, boolean patiently) {
        try {
            return !broken && writer.write(frame, elements, urgent, patiently);
        } catch (IOException e) {
            breakOff(e);
            return false;
        }
    }

    /** Sends what was written, as far as there is room: the calling thread is about to wait. */
    void publishNow() {
        try {
            if (!broken) {
                writer.publishNow();
            }
        } catch (IOException e) {
            breakOff(e);
        }
    }

    /** For the channel's own thread; see {@link FrameWriter#publishOverdue}. */
    boolean publishOverdue(boolean comesAgain) {
        try {
            return !broken && writer.publishOverdue(comesAgain);
        } catch (IOException e) {
            breakOff(e);
            return false;
        }
    }

    /** The listener: the other side has said something of its own, so what is written next may be what it waits for. */
    public void answered() {
        writer.answered();
    }

    /** How to wake the channel's own thread. */
    void ownThread(Runnable wake) {
        writer.ownThread(wake);
    }

    /** Whether a frame of any length finds room, or it is broken, or another thread writes just now. */
    public boolean hasRoom() {
        try {
            return broken || writer.hasRoom(MOST_PAYLOAD_BYTES);
        } catch (IOException e) {
            breakOff(e);
            return true;
        }
    }

    /** Rings if the other side sleeps, or computes: it may be waiting for the room that was made by reading. */
    public void nudge() {
        try {
            connection.ring(true);
        } catch (IOException e) {
            breakOff(e);
        }
    }

    // --- reading --------------------------------------------------------------------------------------------------

    /** Reads what is there, if no other thread does, and moves on what is to be sent. Returns whether it did either. */
    public boolean poll() {
        return poll(false);
    }

    /** As {@link #poll}, by a thread that will not look again: reads all that is there, or leaves it to the one that reads. */
    void pollBeforeLeaving() {
        poll(true);
    }

    private boolean poll(boolean all) {
        if (broken) {
            return false;
        }
        boolean moved = listener.looked();
        try {
            writer.publishInPassing();
        } catch (IOException e) {
            breakOff(e);
            return false;
        }
        return (connection.hasNews() && readUnlessRead(all)) || moved;
    }

    private boolean readUnlessRead(boolean all) {
        boolean any = false;
        do {
            if (!reading.tryLock()) {
                word = true;
                if (!reading.tryLock()) { // then it will be seen when the lock is let go
                    return any;
                }
            }
            any |= readAndLetGo(all);
        } while (word && !broken);
        return any;
    }

    /**
     * Waits for the thread that is reading, then reads what is there, and so finds out whether the other side has gone.
     */
    void pollFirmly() {
        listener.looked();
        do {
            reading.lock();
            readAndLetGo(true);
        } while (word && !broken);
    }

    /** Reads, and lets the lock go. Returns whether there was something. */
    private boolean readAndLetGo(boolean all) {
        try {
            word = false;
            boolean any = drain();
            boolean more = any && all; // there may be more than is taken at once
            while (more) {
                more = drain();
            }
            return any;
        } catch (IOException e) {
            breakOff(e);
            return false;
        } finally {
            reading.unlock();
        }
    }

    /**
     * Runs something while no thread reads: afterwards nothing is written to targets that the listener no longer gives.
     */
    public void afterReading(Runnable action) {
        reading.lock();
        try {
            action.run();
            if (target != null) { // half a frame is here, and the listener may have taken its place back
                target = listener.target(Frame.read(headIn, NOTHING), Frame.payloadBytes(headIn));
            }
        } finally {
            reading.unlock();
        }
        if (word) {
            readUnlessRead(true);
        }
    }

    /** Sleeps until the other end rings. */
    void sleep() {
        try {
            connection.awaitReadable();
        } catch (IOException e) {
            breakOff(e);
        }
    }

    private boolean drain() throws IOException {
        long before = taken;
        for (int frames = 0; frames < FRAMES_AT_ONCE && !broken; ) {
            if (connection.readable() == 0) {
                break;
            }
            long takenBefore = taken;
            if (readMore()) {
                frames++;
                target = null;
                listener.arrived(Frame.read(headIn, payload));
                headRead = 0;
                tellRoom();
            } else if (taken == takenBefore) {
                break; // The rest of an element is on its way.
            }
        }
        boolean any = taken != before;
        if (any) {
            listener.drained();
        }
        return any;
    }

    /** The other end may sleep until there is room. */
    private void tellRoom() throws IOException {
        if (taken - takenTold >= ROOM_BYTES) {
            takenTold = taken;
            connection.ring(false);
        }
    }

    /** Reads on; returns whether the frame is complete. */
    private boolean readMore() throws IOException {
        if (headRead < headIn.length) {
            headRead += read(headIn, headRead, headIn.length - headRead);
            if (headRead < headIn.length) {
                return false;
            }
            beginPayload();
        }
        int length = Frame.payloadBytes(headIn);
        if (payloadRead < length) {
            readPayload(length);
        }
        int all = length + Frame.padding(length);
        if (payloadRead >= length && payloadRead < all) {
            payloadRead += read(paddingIn, 0, all - payloadRead);
        }
        return payloadRead == all;
    }

    private int read(byte[] into, int offset, int most) throws IOException {
        int count = Math.min(connection.readable(), most);
        connection.read(into, offset, count);
        taken += count;
        return count;
    }

    private void beginPayload() throws IOException {
        int length = Frame.payloadBytes(headIn);
        if (length < 0 || length > MOST_PAYLOAD_BYTES) {
            throw new IOException("expected a frame of at most " + MOST_PAYLOAD_BYTES + " bytes, found " + length);
        }
        payloadRead = 0;
        payload = NOTHING;
        target = length == 0 ? null : listener.target(Frame.read(headIn, NOTHING), length);
    }

    private void readPayload(int length) throws IOException {
        Slice straight = target;
        if (straight != null && payload.length == 0) {
            readStraight(straight, length);
            return;
        }
        if (payload.length == 0) {
            payload = listener.array(length);
        }
        payloadRead += read(payload, payloadRead, length - payloadRead);
    }

    /** Reads whole elements to where they belong. */
    private void readStraight(Slice straight, int length) throws IOException {
        int each = straight.type().bytes();
        int elements = Math.min(connection.readable(), length - payloadRead) / each;
        if (elements > 0) {
            connection.read(straight.part(payloadRead / each, elements));
            payloadRead += elements * each;
            taken += (long) elements * each;
        }
    }

    // --- the end --------------------------------------------------------------------------------------------------

    /** Ends it because of an error in reading. */
    public void breakOff(IOException why) {
        connection.close();
        boolean first;
        synchronized (this) {
            first = !broken;
            broken = true;
        }
        if (first) {
            listener.broken(why);
        }
    }

    /** Reads what is there a last time, if no other thread reads, and tells the listener that it was all. */
    public void finish() {
        if (broken || !reading.tryLock()) {
            return;
        }
        try {
            drain();
            listener.drained();
            writer.publishNow();
        } catch (IOException e) {
            breakOff(e);
        } finally {
            reading.unlock();
        }
    }

    /** Ends it; the listener is not told. Its reading thread ends soon. */
    public synchronized void close() {
        broken = true;
        connection.close();
    }
}
