package org.moide.commlib.channel;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.Slice;
import org.moide.commlib.port.DataConnection;

/**
 * Frames over a data connection, both ways. Whoever comes by reads what is there and hands it to the listener.
 *
 * <p><b>Threads.</b> Any, for everything. {@code reading} guards what was read of a frame, and is held while the listener is
 * told, so it is told in order; {@code writing} guards the connection's writing side. Neither is held while a thread
 * waits, but in {@link #readPatiently}. The listener may write; it must not read.
 */
public final class Channel {
    /** Longer frames were not made by us. */
    public static final int MOST_PAYLOAD_BYTES = 128 * 1024;

    /** So many frames are taken at once at most: whoever reads for all has something to do of its own. */
    private static final int FRAMES_AT_ONCE = 256;

    private static final byte[] NOTHING = {};

    /** Who is told what comes. */
    public interface Listener {
        /** A frame has come; without its payload if that went where {@link #target} said. Must not block. */
        void arrived(Frame frame);

        /**
         * Where the payload of a frame is to go, of which {@code head} is the rest; null to get it with the frame. Nobody else
         * may read or write there before {@link #arrived}, or {@link Channel#afterReading}. Must not block.
         */
        @Nullable
        Slice target(Frame head, int payloadBytes);

        /** For now that was all. Must not block. */
        void drained();

        /** Somebody has looked whether anything has come. Must not block. */
        void looked();

        /** Nothing can be written any more and nothing will come. Told once; must not block. */
        void broken(IOException why);
    }

    private final DataConnection connection;
    private final Listener listener;
    private final ReentrantLock reading = new ReentrantLock();
    private final ReentrantLock writing = new ReentrantLock();
    private final byte[] headIn = new byte[Frame.HEAD_BYTES];
    private final byte[] paddingIn = new byte[Frame.ALIGNMENT];
    private final byte[] headOut = new byte[Frame.HEAD_BYTES];
    private final byte[] paddingOut = new byte[Frame.ALIGNMENT];
    private int headRead;
    private @Nullable Slice target;
    private byte[] payload = NOTHING;
    private int payloadRead;
    private volatile boolean broken;

    /** Frames over this connection, which is this channel's from now on. */
    public Channel(DataConnection connection, Listener listener) {
        this.connection = connection;
        this.listener = listener;
    }

    DataConnection connection() {
        return connection;
    }

    /** Whether it is of no more use. */
    public boolean broken() {
        return broken;
    }

    // --- writing --------------------------------------------------------------------------------------------------

    /** Whether writing never blocks: there is room or there is none. */
    public boolean neverBlocks() {
        return connection.heedsAttention();
    }

    /**
     * Writes a frame if there is room for all of it now.
     *
     * @param urgent whether the other side is to look at it although it waits for nothing
     * @return whether it was written; if not, maybe because the channel is broken
     */
    public boolean write(Frame frame, boolean urgent) {
        writing.lock();
        try {
            return put(frame, null, frame.payload().length, urgent);
        } finally {
            writing.unlock();
        }
    }

    /**
     * As the other, with elements for a payload.
     *
     * @param head the frame without a payload
     */
    public boolean write(Frame head, Slice elements) {
        writing.lock();
        try {
            return put(head, elements, (int) elements.bytes(), false);
        } finally {
            writing.unlock();
        }
    }

    /** Writes a frame, but not if another thread is writing. */
    public boolean writeUnlessBusy(Frame frame) {
        if (!writing.tryLock()) {
            return false;
        }
        try {
            return put(frame, null, frame.payload().length, false);
        } finally {
            writing.unlock();
        }
    }

    private boolean put(Frame frame, @Nullable Slice elements, int payloadBytes, boolean urgent) {
        if (broken) {
            return false;
        }
        try {
            if (connection.writable() < Frame.bytes(payloadBytes)) {
                // Whoever should make room has to know that we wait for it.
                connection.publish(true);
                return false;
            }
            frame.writeHead(headOut, payloadBytes);
            connection.write(headOut, 0, headOut.length);
            if (elements != null) {
                connection.write(elements);
            } else {
                connection.write(frame.payload(), 0, payloadBytes);
            }
            connection.write(paddingOut, 0, Frame.padding(payloadBytes));
            connection.publish(urgent);
            return true;
        } catch (IOException e) {
            breakOff(e);
            return false;
        }
    }

    /** Rings if the other side sleeps: it may be waiting for the room that was made by reading. */
    public void nudge() {
        try {
            connection.ring();
        } catch (IOException e) {
            breakOff(e);
        }
    }

    // --- reading --------------------------------------------------------------------------------------------------

    /** Reads what is there, if no other thread does. Returns whether something came. */
    public boolean poll() {
        if (broken) {
            return false;
        }
        listener.looked();
        if (!connection.hasNews() || !reading.tryLock()) {
            return false;
        }
        try {
            return drain();
        } catch (IOException e) {
            breakOff(e);
            return false;
        } finally {
            reading.unlock();
        }
    }

    /** Reads what is there, after whoever does it now, and so finds out whether the other side has gone. */
    void pollFirmly() {
        listener.looked();
        reading.lock();
        try {
            while (drain()) {
                // There may be more than is taken at once.
            }
        } catch (IOException e) {
            breakOff(e);
        } finally {
            reading.unlock();
        }
    }

    /** Runs something while no thread reads: nothing is written any more to targets that the listener no longer gives. */
    public void afterReading(Runnable action) {
        reading.lock();
        try {
            action.run();
            target = null; // of a frame that is half there: it comes with its payload
        } finally {
            reading.unlock();
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

    /** Sleeps until something comes, and reads it; others do not read meanwhile. */
    void readPatiently() {
        reading.lock();
        try {
            connection.awaitReadable();
            drain();
        } catch (IOException e) {
            breakOff(e);
        } finally {
            reading.unlock();
        }
    }

    private boolean drain() throws IOException {
        boolean any = false;
        for (int frames = 0; frames < FRAMES_AT_ONCE && !broken; ) {
            if (connection.readable() == 0) {
                break;
            }
            any = true;
            if (readMore()) {
                frames++;
                listener.arrived(Frame.read(headIn, payload));
                headRead = 0;
            }
        }
        if (any) {
            listener.drained();
        }
        return any;
    }

    /** Reads on; returns whether the frame is complete. */
    private boolean readMore() throws IOException {
        if (headRead < headIn.length) {
            int count = Math.min(connection.readable(), headIn.length - headRead);
            connection.read(headIn, headRead, count);
            headRead += count;
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
            int count = Math.min(connection.readable(), all - payloadRead);
            connection.read(paddingIn, 0, count);
            payloadRead += count;
        }
        return payloadRead == all;
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
        if (straight != null && payloadRead == 0 && connection.readable() >= length) {
            connection.read(straight);
            payloadRead = length;
            return;
        }
        if (payload.length == 0) {
            payload = new byte[length];
        }
        int count = Math.min(connection.readable(), length - payloadRead);
        connection.read(payload, payloadRead, count);
        payloadRead += count;
        if (straight != null && payloadRead == length) {
            straight.fill(ByteBuffer.wrap(payload), 0);
            payload = NOTHING;
        }
    }

    // --- the end --------------------------------------------------------------------------------------------------

    /** Ends it because of what has come, or has not. */
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
