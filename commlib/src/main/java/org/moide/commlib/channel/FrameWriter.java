package org.moide.commlib.channel;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.Slice;
import org.moide.commlib.port.DataConnection;
import org.moide.commlib.port.Ticker;

/**
 * The writing side of a channel. Where publishing is a system call, the frames of a stream share one: a thread that writes
 * one after the other without getting anything publishes the first few at once, and then some together.
 *
 * <p><b>Why none stays behind.</b> Whoever leaves something unsent makes sure, before it lets go of the lock, that {@code
 * expected} is set, and if it was not, wakes the channel's own thread. While it is set, that thread comes back to
 * {@link #publishOverdue} within {@link #LONGEST_NANOS}, or sleeps at a socket that is full and wakes it when it is not;
 * only {@code publishOverdue} takes it back, when nothing is unsent. Sooner comes the writer's own next frame after
 * {@link #STREAM_NANOS}, whoever begins to wait at this engine's channels (the writer too), or looks at them.
 *
 * <p><b>Threads.</b> Any; all fields are guarded by {@code lock}, with which held nothing waits unless the connection's
 * writing does. {@code publishedNanos} may be read without it, and {@code answered} set.
 */
final class FrameWriter {
    /** A pause longer than this ends a stream. A stream's frames are gathered for about as long. */
    static final long STREAM_NANOS = TimeUnit.MICROSECONDS.toNanos(20);

    /** The number of frames in a row that are published one by one: one for each neighbour of a small grid. */
    private static final int FRAMES_AT_ONCE = 4;

    /** The bytes that are published without waiting for more: the other side can copy them meanwhile. */
    private static final int FULL_BYTES = 64 * 1024;

    /** The longest time that a frame stays unsent while there is room, give or take the time to wake a thread. */
    static final long LONGEST_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

    private final DataConnection connection;
    private final Doorbell bell;
    private final Ticker ticker;
    private final ReentrantLock lock = new ReentrantLock();
    private final byte[] head = new byte[Frame.HEAD_BYTES];
    private final byte[] padding = new byte[Frame.ALIGNMENT];
    private int framesInARow;
    private long writtenNanos;
    private volatile long publishedNanos;
    private boolean expected;
    private volatile boolean answered;
    private volatile Runnable wakeOwnThread = () -> {};

    FrameWriter(DataConnection connection, Doorbell bell, Ticker ticker) {
        this.connection = connection;
        this.bell = bell;
        this.ticker = ticker;
        this.writtenNanos = ticker.nanoTime() - LONGEST_NANOS; // a ticker's zero is any time, so 0 may be yet to come
        this.publishedNanos = writtenNanos;
    }

    /** Says how to wake the thread that calls {@link #publishOverdue}. */
    void ownThread(Runnable wake) {
        wakeOwnThread = wake;
    }

    /**
     * Writes a frame if there is room for all of it.
     *
     * @param elements its payload; null if that is the frame's own
     * @param urgent whether it goes at once, and the other side is to look at it although it waits for nothing
     * @param patiently whether to wait for another thread that writes now
     */
    boolean write(Frame frame, @Nullable Slice elements, boolean urgent, boolean patiently) throws IOException {
        if (patiently) {
            lock.lock();
        } else if (!lock.tryLock()) {
            return false;
        }
        try {
            int payloadBytes = elements == null ? frame.payload().length : (int) elements.bytes();
            if (connection.writable() < Frame.bytes(payloadBytes)) {
                // The side that has to make room must know that we wait for it.
                publish(!connection.heedsAttention());
                bell.owe();
                if (connection.writable() < Frame.bytes(payloadBytes)) {
                    return false;
                }
            }
            put(frame, elements, payloadBytes);
            if (urgent || connection.unsent() == 0 || isToPublish()) {
                publish(urgent);
            } else {
                leaveUnsent();
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Returns whether there is room for a frame with such a payload, or another thread writes just now. */
    boolean hasRoom(int payloadBytes) throws IOException {
        if (!lock.tryLock()) {
            return true;
        }
        try {
            return connection.writable() >= Frame.bytes(payloadBytes);
        } finally {
            lock.unlock();
        }
    }

    private void put(Frame frame, @Nullable Slice elements, int payloadBytes) throws IOException {
        frame.writeHead(head, payloadBytes);
        connection.write(head, 0, head.length);
        if (elements != null) {
            connection.write(elements);
        } else {
            connection.write(frame.payload(), 0, payloadBytes);
        }
        connection.write(padding, 0, Frame.padding(payloadBytes));
    }

    private boolean isToPublish() {
        long now = ticker.nanoTime();
        framesInARow = answered || now - writtenNanos > STREAM_NANOS ? 1 : framesInARow + 1;
        answered = false;
        writtenNanos = now;
        return framesInARow <= FRAMES_AT_ONCE
                || now - publishedNanos >= STREAM_NANOS
                || connection.unsent() >= FULL_BYTES;
    }

    private void publish(boolean urgent) throws IOException {
        connection.publish(urgent);
        if (!connection.heedsAttention()) {
            publishedNanos = ticker.nanoTime();
            leaveUnsent();
        }
    }

    private void leaveUnsent() {
        if (!expected && connection.unsent() > 0) {
            expected = true;
            wakeOwnThread.run();
        }
    }

    /**
     * Notes that the other side has said something: what is written next may be what it waits for, and is no stream.
     */
    void answered() {
        answered = true;
    }

    /** Publishes what is unsent; the caller waits now, so that what it writes next is no stream. */
    void publishNow() throws IOException {
        if (connection.unsent() > 0 && lock.tryLock()) {
            try {
                framesInARow = 0;
                publish(true);
            } finally {
                lock.unlock();
            }
        }
    }

    /** Publishes what has been unsent for a while; for a thread that looks again and again. */
    void publishInPassing() throws IOException {
        if (connection.unsent() > 0 && ticker.nanoTime() - publishedNanos >= STREAM_NANOS && lock.tryLock()) {
            try {
                publish(true);
            } finally {
                lock.unlock();
            }
        }
    }

    /**
     * The channel's own thread: publishes what nobody else did. Returns whether to come back within
     * {@link #LONGEST_NANOS}; if not, nothing is unsent, or the socket is full: then it is to sleep at that.
     *
     * @param comesAgain whether it will come back although nothing is unsent now; if not, whoever leaves something unsent
     *     has to wake it
     */
    boolean publishOverdue(boolean comesAgain) throws IOException {
        lock.lock();
        try {
            if (connection.unsent() > 0 && ticker.nanoTime() - publishedNanos >= STREAM_NANOS) {
                publish(true);
                boolean full = connection.unsent() > 0;
                return !full;
            }
            // While a stream goes on, coming again costs less than being woken again.
            boolean again = connection.unsent() > 0 || (comesAgain && ticker.nanoTime() - writtenNanos < LONGEST_NANOS);
            expected = again;
            return again;
        } finally {
            lock.unlock();
        }
    }
}
