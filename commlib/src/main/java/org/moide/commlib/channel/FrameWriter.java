package org.moide.commlib.channel;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.Slice;
import org.moide.commlib.port.DataConnection;
import org.moide.commlib.port.Ticker;

/**
 * The writing side of a channel. Where publishing costs a system call, frames of a stream share one: if a thread
 * writes frame after frame and receives nothing, the first few are published at once and later ones together.
 *
 * <p><b>Why no frame stays unsent.</b> A writer that leaves bytes unsent sets {@code expected} before it releases the
 * lock, and wakes the channel's own thread if {@code expected} was not set before. While it is set, that thread calls
 * {@link #publishOverdue} again within {@link #LONGEST_NANOS}, or sleeps until the full socket has room; only {@code
 * publishOverdue} clears it, when nothing is unsent. Bytes are published earlier by the writer's next frame after
 * {@link #STREAM_NANOS}, and by any thread that polls this engine's channels or begins to wait at them.
 *
 * <p><b>Threads.</b> Any; {@code lock} guards all fields. A thread that holds it waits only if a write to the
 * connection does. {@code publishedNanos} may be read, and {@code answered} set, without the lock.
 */
final class FrameWriter {
    /** A pause longer than this ends a stream. A stream's frames are gathered for about this time. */
    static final long STREAM_NANOS = TimeUnit.MICROSECONDS.toNanos(20);

    /**
     * The number of frames at the beginning of a stream that are published one by one: one for each neighbour of a
     * thread in a small grid.
     */
    private static final int FRAMES_AT_ONCE = 4;

    /**
     * The number of unsent bytes from which on they are published at once: the peer can copy them while this side
     * writes more.
     */
    private static final int FULL_BYTES = 64 * 1024;

    /** The longest time that a frame stays unsent while the socket has room, apart from the time to wake a thread. */
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
        this.writtenNanos = ticker.nanoTime() - LONGEST_NANOS; // 0 may lie in a ticker's future
        this.publishedNanos = writtenNanos;
    }

    /** Sets the action that wakes the thread that calls {@link #publishOverdue}. */
    void ownThread(Runnable wake) {
        wakeOwnThread = wake;
    }

    /**
     * Writes a frame if there is room for all of it.
     *
     * @param elements the payload, or null if {@code frame} contains it
     * @param urgent whether to send the frame at once and wake the peer even if none of its threads waits
     * @param patiently whether to wait while another thread writes; if not, returns false
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
                // Publish first: the peer can only make room after it has seen what is written, and it must know that
                // this side waits.
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

    /** Returns whether a frame with such a payload fits. Also returns true if another thread writes now. */
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
     * Records that the peer has sent data: it may wait for the next frame, so that frame does not count as part of a
     * stream.
     */
    void answered() {
        answered = true;
    }

    /** Publishes the unsent bytes. The calling thread waits next, so its next frame begins a new stream. */
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

    /** Publishes bytes that have been unsent for {@link #STREAM_NANOS}. Called by a thread that polls repeatedly. */
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
     * Publishes the bytes that no other thread has published. Called by the channel's own thread. Returns whether
     * that thread must call again within {@link #LONGEST_NANOS}. If not, either nothing is unsent, or the socket is
     * full and the thread sleeps until it has room.
     *
     * @param comesAgain whether the thread will call again even if nothing is unsent now; if not, a writer that
     * leaves bytes unsent must wake it
     */
    boolean publishOverdue(boolean comesAgain) throws IOException {
        lock.lock();
        try {
            if (connection.unsent() > 0 && ticker.nanoTime() - publishedNanos >= STREAM_NANOS) {
                publish(true);
                boolean full = connection.unsent() > 0;
                return !full;
            }
            // While a stream goes on, calling again costs less than being woken.
            boolean again = connection.unsent() > 0 || (comesAgain && ticker.nanoTime() - writtenNanos < LONGEST_NANOS);
            expected = again;
            return again;
        } finally {
            lock.unlock();
        }
    }
}
