package org.moide.commlib.channel;

import java.io.IOException;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.Slice;
import org.moide.commlib.port.DataConnection;
import org.moide.commlib.port.Ticker;

/**
 * Frames over a data connection, in both directions. There is no dedicated reader: any thread that calls {@link #poll}
 * reads the frames that have arrived and passes them to the listener.
 *
 * <p><b>Threads.</b> Any thread may call any method. The lock {@code reading} guards the partly read frame. It is held
 * while the listener is called, so the listener gets frames in order; {@code writer} has a lock for the writing side.
 * No thread waits with one of the two held, and the listener may write but must not read. A thread that finds
 * {@code reading} held sets the flag {@code word}, and the holder reads again after it has released {@code reading}.
 * This is needed because the thread that set {@code word} may sleep next, and the peer does not ring while it believes
 * that a thread of this engine polls.
 */
public final class Channel {
    /** The longest payload of a frame that this side sends or accepts. */
    public static final int MOST_PAYLOAD_BYTES = 128 * 1024;

    /** The greatest number of frames that one call reads, since the calling thread has other work to do. */
    private static final int FRAMES_AT_ONCE = 256;

    /** A listener that takes the frames that the channel reads, and learns of its end. */
    public interface Listener {
        /**
         * Takes a frame that has arrived. The frame has no payload if {@link #target} said where to put it. Must not
         * block.
         */
        void arrived(Frame frame);

        /**
         * Returns where to put the payload of a frame whose other fields are in {@code head}, or null to get the
         * payload with the frame. No other thread may read or write that slice before {@link #arrived}, or before
         * {@link Channel#afterReading} has run. Must not block.
         */
        @Nullable
        Slice target(Frame head, int payloadBytes);

        /** Returns an array for the payload of a frame; its content does not matter. */
        byte[] array(int payloadBytes);

        /** Learns that all frames that had arrived have been passed to {@link #arrived}. Must not block. */
        void drained();

        /**
         * Continues to send data that has waited for room, and returns whether some of it was sent. Called by a thread
         * that polls. Must not block.
         */
        boolean looked();

        /**
         * Learns that the channel is broken: nothing can be written and nothing more arrives. Called once; must not
         * block.
         */
        void broken(IOException why);
    }

    private final DataConnection connection;
    private final Listener listener;
    private final ReentrantLock reading = new ReentrantLock();
    private final Doorbell bell;
    private final FrameWriter writer;
    private final FrameReader reader;
    private volatile boolean word;
    private volatile boolean broken;

    /** Creates a channel over a connection, which belongs to the channel from now on. */
    public Channel(DataConnection connection, Listener listener, Ticker ticker) {
        this.connection = connection;
        this.listener = listener;
        this.reader = new FrameReader(connection, listener);
        this.bell = new Doorbell(connection, ticker);
        this.writer = new FrameWriter(connection, bell, ticker);
    }

    DataConnection connection() {
        return connection;
    }

    /** Returns whether the channel is broken or closed. */
    public boolean broken() {
        return broken;
    }

    // --- writing --------------------------------------------------------------------------------------------------

    /**
     * Writes a frame if there is room for all of it now. The frame may be sent later, together with the next ones.
     *
     * @param urgent whether to send it at once and wake the peer even if none of the peer's threads waits
     * @return whether the frame was written; false if there is no room or the channel is broken
     */
    public boolean write(Frame frame, boolean urgent) {
        return write(frame, null, urgent, true);
    }

    /**
     * Writes a frame with these elements as its payload. The frame is not urgent: the peer reads it when one of its
     * threads waits.
     *
     * @param head the frame without a payload
     */
    public boolean write(Frame head, Slice elements) {
        return write(head, elements, false, true);
    }

    /** Writes a frame with elements for which the peer waits: it is sent at once, and the peer is woken soon. */
    public boolean writeAwaited(Frame head, Slice elements) {
        return awaited(write(head, elements, !connection.heedsAttention(), true));
    }

    /**
     * Writes a frame with its own payload for which the peer waits: it is sent at once, and the peer is woken soon.
     */
    public boolean writeAwaited(Frame frame) {
        return awaited(write(frame, null, !connection.heedsAttention(), true));
    }

    private boolean awaited(boolean written) {
        if (written) {
            unlessBroken(bell::owe);
        }
        return written;
    }

    /**
     * Writes a frame that is not urgent. Does nothing and returns false if another thread is writing, there is no room
     * or the channel is broken.
     */
    public boolean writeUnlessBusy(Frame frame) {
        return write(frame, null, false, false);
    }

    /**
     * Writes a frame that the peer must read even if none of its threads waits for anything. Does nothing and returns
     * false in the same cases as {@link #writeUnlessBusy}.
     */
    public boolean writeUrgentUnlessBusy(Frame frame) {
        return write(frame, null, true, false);
    }

    private boolean write(Frame frame, @Nullable Slice elements, boolean urgent, boolean patiently) {
        try {
            return !broken && writer.write(frame, elements, urgent, patiently);
        } catch (IOException e) {
            breakOff(e);
            return false;
        }
    }

    /** Sends the written frames as far as there is room. The calling thread is about to wait. */
    void publishNow() {
        unlessBroken(writer::publishNow);
    }

    /** Wakes the peer now if a delayed wake-up is pending. The calling thread stops polling. */
    void ringNow() {
        unlessBroken(bell::payNow);
    }

    private interface Step {
        void take() throws IOException;
    }

    private void unlessBroken(Step step) {
        try {
            if (!broken) {
                step.take();
            }
        } catch (IOException e) {
            breakOff(e);
        }
    }

    /**
     * Sends frames that have waited too long. Called by the channel's own thread; see {@link
     * FrameWriter#publishOverdue}.
     */
    boolean publishOverdue(boolean comesAgain) {
        try {
            return !broken && writer.publishOverdue(comesAgain);
        } catch (IOException e) {
            breakOff(e);
            return false;
        }
    }

    /**
     * Records that the peer has sent data of its own: it may wait for the next frame, which is then sent at once.
     * Called by the listener.
     */
    public void answered() {
        writer.answered();
    }

    /** Sets the action that wakes the channel's own thread, which sends frames that have waited too long. */
    void ownThread(Runnable wake) {
        writer.ownThread(wake);
    }

    /**
     * Returns whether a frame of any length fits. Also returns true if the channel is broken or another thread writes
     * now.
     */
    public boolean hasRoom() {
        try {
            return broken || writer.hasRoom(MOST_PAYLOAD_BYTES);
        } catch (IOException e) {
            breakOff(e);
            return true;
        }
    }

    /**
     * Wakes the peer if its threads sleep, since they may wait for the room that this side made by reading. If its
     * threads compute, the wake-up is delayed (see {@link Doorbell}).
     */
    public void nudge() {
        unlessBroken(() -> {
            connection.ring(false);
            bell.owe();
        });
    }

    // --- reading --------------------------------------------------------------------------------------------------

    /**
     * Reads the frames that have arrived, unless another thread reads, and continues to send data that has waited for
     * room. Returns whether it read or sent anything.
     */
    public boolean poll() {
        return poll(false);
    }

    /**
     * Polls like {@link #poll}, for a thread that stops polling: it reads everything, or leaves that to the thread
     * that reads now.
     */
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
            bell.payInPassing();
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
                if (!reading.tryLock()) { // the thread that holds the lock sees the word when it releases it
                    return any;
                }
            }
            any |= readAndLetGo(all);
        } while (word && !broken);
        return any;
    }

    /**
     * Reads the frames that have arrived; waits for a thread that is reading. So it finds out whether the peer has
     * closed the connection.
     */
    void pollFirmly() {
        listener.looked();
        do {
            reading.lock();
            readAndLetGo(true);
        } while (word && !broken);
    }

    /** Reads frames and then releases the lock {@code reading}. Returns whether it read any bytes. */
    private boolean readAndLetGo(boolean all) {
        try {
            word = false;
            boolean any = drain();
            boolean more = any && all; // one call of drain is limited, so there may be more
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
     * Runs an action while no thread reads. In the action, the listener may withdraw a target of which it has told the
     * channel: the channel then asks it again where to put the payload of a partly read frame.
     */
    public void afterReading(Runnable action) {
        reading.lock();
        try {
            action.run();
            reader.askAgain();
        } finally {
            reading.unlock();
        }
        if (word) {
            readUnlessRead(true);
        }
    }

    /** Blocks until the peer rings, that is, wakes this side. */
    void sleep() {
        unlessBroken(() -> {
            bell.payNow();
            connection.awaitReadable();
        });
    }

    private boolean drain() throws IOException {
        long before = reader.taken();
        int frames = 0;
        boolean more = true;
        while (more && frames < FRAMES_AT_ONCE && !broken && connection.readable() > 0) {
            long takenBefore = reader.taken();
            Frame frame = reader.read();
            if (frame != null) {
                frames++;
                listener.arrived(frame);
                reader.tellRoom();
            }
            more = reader.taken() != takenBefore; // otherwise the rest of an element is still on its way
        }
        boolean any = reader.taken() != before;
        if (any) {
            listener.drained();
        }
        return any;
    }

    // --- the end --------------------------------------------------------------------------------------------------

    /** Closes the channel after an error, and tells the listener once. */
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

    /**
     * Reads the frames that have arrived, unless another thread reads, and tells the listener that no more will come.
     */
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

    /** Closes the channel without telling the listener. The channel's own thread ends soon. */
    public synchronized void close() {
        broken = true;
        connection.close();
    }
}
