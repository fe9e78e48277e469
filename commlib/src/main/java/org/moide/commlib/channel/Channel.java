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
 * <p><b>Threads.</b> Any, for everything. {@code reading} guards what was read of a frame, and is held while the
 * listener is told, so it is told in order; {@code writer} has a lock for the connection's writing side. Neither is
 * held while a thread waits. The listener may write; it must not read. A thread that finds {@code reading} held leaves
 * {@code word}, and the holder looks again once it has let {@code reading} go: the thread that has left may be about to
 * sleep, and the other end may not ring, since it knows of a thread that looks.
 */
public final class Channel {
    /** The longest payload of a frame that we make. */
    public static final int MOST_PAYLOAD_BYTES = 128 * 1024;

    /** The most frames that are taken at once: the thread that reads for all has work of its own. */
    private static final int FRAMES_AT_ONCE = 256;

    /** A listener that is told what comes. */
    public interface Listener {
        /** A frame has come; without its payload if that went where {@link #target} said. Must not block. */
        void arrived(Frame frame);

        /**
         * Answers where the payload of a frame is to go, of which {@code head} is the rest; null to get it with the
         * frame. Nobody else may read or write there before {@link #arrived}, or {@link Channel#afterReading}. Must not
         * block.
         */
        @Nullable
        Slice target(Frame head, int payloadBytes);

        /** An array for the payload of a frame; what is in it is of no meaning. */
        byte[] array(int payloadBytes);

        /** Hears that everything that had come has been told. Must not block. */
        void drained();

        /** A thread has looked for what has come. Must not block. Returns whether this moved something on. */
        boolean looked();

        /** Hears that nothing can be written any more and nothing will come. Called once; must not block. */
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

    /** Frames over this connection, which is this channel's from now on. */
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

    /** Returns whether the channel is of no more use. */
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
     * Writes a frame with elements as the payload; not urgent.
     *
     * @param head the frame without a payload
     */
    public boolean write(Frame head, Slice elements) {
        return write(head, elements, false, true);
    }

    /**
     * Writes a frame with elements that the other side waits for: it leaves at once, and the other side is to look at
     * it soon.
     */
    public boolean writeAwaited(Frame head, Slice elements) {
        return awaited(write(head, elements, !connection.heedsAttention(), true));
    }

    /** Writes a frame with a payload of its own that the other side waits for. */
    public boolean writeAwaited(Frame frame) {
        return awaited(write(frame, null, !connection.heedsAttention(), true));
    }

    private boolean awaited(boolean written) {
        if (written) {
            unlessBroken(bell::owe);
        }
        return written;
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
        unlessBroken(writer::publishNow);
    }

    /** Rings where that is due: the calling thread looks no more. */
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

    /** Publishes what is overdue, for the channel's own thread; see {@link FrameWriter#publishOverdue}. */
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

    /** Says how to wake the channel's own thread. */
    void ownThread(Runnable wake) {
        writer.ownThread(wake);
    }

    /**
     * Returns whether a frame of any length finds room, or the channel is broken, or another thread writes just now.
     */
    public boolean hasRoom() {
        try {
            return broken || writer.hasRoom(MOST_PAYLOAD_BYTES);
        } catch (IOException e) {
            breakOff(e);
            return true;
        }
    }

    /** Rings if the other side sleeps, or goes on computing: it may be waiting for the room that was made by reading. */
    public void nudge() {
        unlessBroken(() -> {
            connection.ring(false);
            bell.owe();
        });
    }

    // --- reading --------------------------------------------------------------------------------------------------

    /** Reads what is there, if no other thread does, and moves on what is to be sent. Returns whether it did either. */
    public boolean poll() {
        return poll(false);
    }

    /**
     * Polls like {@link #poll}, by a thread that will not look again: reads all that is there, or leaves it to the one
     * that reads.
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
            reader.askAgain();
        } finally {
            reading.unlock();
        }
        if (word) {
            readUnlessRead(true);
        }
    }

    /** Sleeps until the other end rings. */
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
            more = reader.taken() != takenBefore; // else the rest of an element is on its way
        }
        boolean any = reader.taken() != before;
        if (any) {
            listener.drained();
        }
        return any;
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
