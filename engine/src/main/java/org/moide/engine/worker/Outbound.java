package org.moide.engine.worker;

import java.util.concurrent.atomic.AtomicBoolean;
import org.moide.balance.worker.WorkerMessage;
import org.moide.balance.worker.WorkerWire;
import org.moide.commlib.message.endpoint.EngineWay;
import org.moide.commlib.port.Ticker;

/**
 * Messages of this engine's workers on their way to one other engine, gathered so that many share one.
 *
 * <p><b>Threads.</b> Any adds, and never waits. Any flushes: the one that finds nobody doing so sends all that is
 * there. {@code batch} is guarded by this, and nothing blocks with it held.
 */
final class Outbound {
    /** From here on it is sent at once, whatever else is to be done. */
    private static final int LARGE_BYTES = 16 << 10;

    private static final byte[] NONE = {};

    /** A message on its way, on a network of today. */
    private static final long A_MESSAGE_NANOS = 100_000;

    private final int place;
    private final EngineWay way;
    private final Ticker ticker;
    private final WorkerWire.Batch batch = new WorkerWire.Batch();
    private final AtomicBoolean flushing = new AtomicBoolean();
    private volatile int waitingBytes;
    private volatile boolean urgent;
    private boolean closed; // guarded by this
    private volatile double nanosPerByte = 8; // of a gigabit, until there is something to measure

    /** @param place of the other engine among those that the way leads to */
    Outbound(int place, EngineWay way, Ticker ticker) {
        this.place = place;
        this.way = way;
        this.ticker = ticker;
    }

    /** Takes a message to a worker; false if nothing is said to the workers there any more. */
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

    /** Nothing is said to the workers there after this. */
    synchronized void addLast(Object message) {
        closed = true;
        addOther(message);
    }

    /** It is large, or a handler waits for an answer in it. */
    boolean isUrgent() {
        return urgent || waitingBytes >= LARGE_BYTES;
    }

    boolean isEmpty() {
        return waitingBytes == 0;
    }

    /** Sends what is there, unless another thread does; may wait for the receiver. */
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

    /** What a byte takes on this path: a mean in which the last counts for an eighth. Only the one that flushes writes. */
    private void measured(int bytes, long nanos) {
        if (bytes >= LARGE_BYTES) {
            double before = nanosPerByte;
            nanosPerByte = before + ((double) nanos / bytes - before) / 8;
        }
    }

    /** About how long so many bytes take to the other engine. */
    long nanos(long bytes) {
        return A_MESSAGE_NANOS + (long) (bytes * nanosPerByte);
    }

    private synchronized byte[] take() {
        waitingBytes = 0;
        urgent = false;
        return batch.take();
    }
}
