package org.moide.engine.worker;

import java.util.concurrent.atomic.AtomicBoolean;
import org.moide.balance.worker.WorkerMessage;
import org.moide.balance.worker.WorkerWire;
import org.moide.commlib.message.endpoint.EngineWay;
import org.moide.commlib.port.Ticker;

/**
 * Collects messages of this engine's workers to one other engine into batches.
 *
 * <p><b>Threads.</b> Any thread may add messages, without waiting for the network. Any thread may flush; if no other
 * thread is flushing, it sends the batch. {@code batch} is guarded by this object's lock, under which nothing blocks.
 */
final class Outbound {
    /** The size of a batch, in bytes, from which on it is sent at once. */
    private static final int LARGE_BYTES = 16 << 10;

    private static final byte[] NONE = {};

    /** Estimated latency of one network message. */
    private static final long A_MESSAGE_NANOS = 100_000;

    private final int place;
    private final EngineWay way;
    private final Ticker ticker;
    private final WorkerWire.Batch batch = new WorkerWire.Batch();
    private final AtomicBoolean flushing = new AtomicBoolean();
    private volatile int waitingBytes;
    private volatile boolean urgent;
    private boolean closed; // guarded by this object's lock
    // Begins with the value of a gigabit network, until a transfer was measured.
    private volatile double nanosPerByte = 8;

    /**
     * Creates an empty batch for one other engine.
     *
     * @param place the index of the other engine in {@code way}
     */
    Outbound(int place, EngineWay way, Ticker ticker) {
        this.place = place;
        this.way = way;
        this.ticker = ticker;
    }

    /**
     * Adds a message to a worker.
     *
     * @return false if messages to the workers of that engine are closed
     */
    boolean add(WorkerMessage message) {
        boolean answers = message instanceof WorkerMessage.Answer;
        byte[] encoded = answers || message instanceof WorkerMessage.Task ? NONE : WorkerWire.encode(message);
        synchronized (this) {
            if (closed) {
                return false;
            }
            if (message instanceof WorkerMessage.Task task) {
                batch.add(task);
            } else if (message instanceof WorkerMessage.Answer answer) {
                batch.add(answer);
            } else {
                batch.addEncoded(encoded);
            }
            urgent |= answers;
            waitingBytes = batch.length();
        }
        return true;
    }

    void addOther(Object message) {
        byte[] encoded = WorkerWire.encode(message);
        synchronized (this) {
            batch.addEncoded(encoded);
            waitingBytes = batch.length();
        }
    }

    /** Adds the last message, and closes messages to the workers of that engine. */
    synchronized void addLast(Object message) {
        closed = true;
        addOther(message);
    }

    /** Returns whether the batch is large, or contains an answer for which a handler waits. */
    boolean isUrgent() {
        return urgent || waitingBytes >= LARGE_BYTES;
    }

    boolean isEmpty() {
        return waitingBytes == 0;
    }

    /** Sends the batch, unless another thread is doing so. May block for the receiver. */
    void flush() {
        while (waitingBytes > 0 && flushing.compareAndSet(false, true)) {
            try {
                byte[] bytes = take();
                if (bytes.length > 0) {
                    long start = ticker.nanoTime();
                    way.post(place, bytes);
                    measured(bytes.length, ticker.nanoTime() - start);
                }
            } finally {
                flushing.set(false);
            }
        }
    }

    /**
     * Updates the measured time per byte, as a mean in which the last measurement counts for an eighth. Called only by
     * the flushing thread.
     */
    private void measured(int bytes, long nanos) {
        if (bytes >= LARGE_BYTES) {
            double before = nanosPerByte;
            nanosPerByte = before + ((double) nanos / bytes - before) / 8;
        }
    }

    /** Returns the estimated time of a transfer of this size to the other engine. */
    long nanos(long bytes) {
        return A_MESSAGE_NANOS + (long) (bytes * nanosPerByte);
    }

    private synchronized byte[] take() {
        waitingBytes = 0;
        urgent = false;
        return batch.take();
    }
}
