package org.moide.engine.worker;

import java.util.concurrent.atomic.AtomicBoolean;
import org.moide.balance.worker.WorkerMessage;
import org.moide.balance.worker.WorkerWire;
import org.moide.commlib.message.endpoint.EngineWay;
import org.moide.commlib.port.Ticker;

/**
 * Messages of this engine's workers on their way to one other engine, gathered so that many share one message.
 *
 * <p><b>Threads.</b> Any thread adds, and never waits for the network. Any thread flushes: the one that finds no other
 * at it sends all that is there. {@code batch} is guarded by this, and nothing blocks with it held.
 */
final class Outbound {
    /** The number of bytes from which on a batch is sent at once, whatever else is to be done. */
    private static final int LARGE_BYTES = 16 << 10;

    private static final byte[] NONE = {};

    /** An estimate of the time that one message takes on a network of today. */
    private static final long A_MESSAGE_NANOS = 100_000;

    private final int place;
    private final EngineWay way;
    private final Ticker ticker;
    private final WorkerWire.Batch batch = new WorkerWire.Batch();
    private final AtomicBoolean flushing = new AtomicBoolean();
    private volatile int waitingBytes;
    private volatile boolean urgent;
    private boolean closed; // guarded by this
    private volatile double nanosPerByte = 8; // that of a gigabit network, until there is something to measure

    /** @param place the other engine's place among those that the way leads to */
    Outbound(int place, EngineWay way, Ticker ticker) {
        this.place = place;
        this.way = way;
        this.ticker = ticker;
    }

    /**
     * Takes a message to a worker.
     *
     * @return false if nothing is said to the workers of that engine any more
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

    /** Takes the last message: after it nothing is said to the workers of that engine. */
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

    /** Sends all that is there, unless another thread does so; may wait for the receiver. */
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
     * Updates the time that a byte takes on this path: a mean in which the last measurement counts for an eighth. Only
     * the thread that flushes writes it.
     */
    private void measured(int bytes, long nanos) {
        if (bytes >= LARGE_BYTES) {
            double before = nanosPerByte;
            nanosPerByte = before + ((double) nanos / bytes - before) / 8;
        }
    }

    /** Returns about how long this number of bytes takes to the other engine. */
    long nanos(long bytes) {
        return A_MESSAGE_NANOS + (long) (bytes * nanosPerByte);
    }

    private synchronized byte[] take() {
        waitingBytes = 0;
        urgent = false;
        return batch.take();
    }
}
