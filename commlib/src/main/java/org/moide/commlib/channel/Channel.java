package org.moide.commlib.channel;

import java.io.IOException;
import java.util.concurrent.locks.ReentrantLock;
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
        /** A frame has come. Must not block. */
        void arrived(Frame frame);

        /** For now that was all. Must not block. */
        void drained();

        /** Nothing can be written any more and nothing will come. Told once; must not block. */
        void broken(IOException why);
    }

    private final DataConnection connection;
    private final Listener listener;
    private final ReentrantLock reading = new ReentrantLock();
    private final ReentrantLock writing = new ReentrantLock();
    private final byte[] headIn = new byte[Frame.HEAD_BYTES];
    private final byte[] headOut = new byte[Frame.HEAD_BYTES];
    private int headRead;
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

    // --- writing
    // ------------------------------------------------------------------------------------------------------

    /**
     * Writes a frame if there is room for all of it now.
     *
     * @param urgent whether the other side is to look at it although it waits for nothing
     * @return whether it was written; if not, maybe because the channel is broken
     */
    public boolean write(Frame frame, boolean urgent) {
        writing.lock();
        try {
            return !broken && put(frame, urgent);
        } finally {
            writing.unlock();
        }
    }

    /** As {@link #write}, but false too if another thread is writing. */
    public boolean writeUnlessBusy(Frame frame) {
        if (!writing.tryLock()) {
            return false;
        }
        try {
            return !broken && put(frame, false);
        } finally {
            writing.unlock();
        }
    }

    private boolean put(Frame frame, boolean urgent) {
        try {
            int room = connection.writable();
            if (room < frame.bytes()) {
                // Whoever should make room has to know that we wait for it.
                connection.publish(true);
                return false;
            }
            frame.writeHead(headOut);
            connection.write(headOut, 0, headOut.length);
            connection.write(frame.payload(), 0, frame.payload().length);
            connection.publish(urgent);
            return true;
        } catch (IOException e) {
            breakOff(e);
            return false;
        }
    }

    // --- reading
    // ------------------------------------------------------------------------------------------------------

    /** Reads what is there, if no other thread does. Returns whether something came. */
    public boolean poll() {
        if (broken || !connection.hasNews() || !reading.tryLock()) {
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
        reading.lock();
        try {
            drain();
        } catch (IOException e) {
            breakOff(e);
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
            if (!readMore()) {
                continue;
            }
            frames++;
            listener.arrived(Frame.read(headIn, payload));
            headRead = 0;
            payload = NOTHING;
            payloadRead = 0;
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
            int length = Frame.payloadBytes(headIn);
            if (length < 0 || length > MOST_PAYLOAD_BYTES) {
                throw new IOException("expected a frame of at most " + MOST_PAYLOAD_BYTES + " bytes, found " + length);
            }
            payload = length == 0 ? NOTHING : new byte[length];
        }
        int count = Math.min(connection.readable(), payload.length - payloadRead);
        connection.read(payload, payloadRead, count);
        payloadRead += count;
        return payloadRead == payload.length;
    }

    // --- the end
    // ------------------------------------------------------------------------------------------------------

    /** Ends it because of what the other side has sent. */
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
