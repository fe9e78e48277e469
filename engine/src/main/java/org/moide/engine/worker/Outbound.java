package org.moide.engine.worker;

import java.util.concurrent.atomic.AtomicBoolean;
import org.moide.balance.worker.WorkerMessage;
import org.moide.balance.worker.WorkerWire;
import org.moide.commlib.message.endpoint.EngineWay;

/**
 * Messages of this engine's workers on their way to one other engine, gathered so that many share one.
 *
 * <p><b>Threads.</b> Any adds, and never waits. Any flushes: the one that finds nobody doing so sends all that is there. {@code batch}
 * is guarded by this, and nothing blocks with it held.
 */
final class Outbound {
    /** From here on it is sent at once, whatever else is to be done. */
    private static final int LARGE_BYTES = 16 << 10;

    private final int engine;
    private final EngineWay way;
    private final WorkerWire.Batch batch = new WorkerWire.Batch();
    private final AtomicBoolean flushing = new AtomicBoolean();
    private volatile int waitingBytes;

    Outbound(int engine, EngineWay way) {
        this.engine = engine;
        this.way = way;
    }

    void add(WorkerMessage message) {
        if (message instanceof WorkerMessage.Task task) {
            synchronized (this) {
                batch.add(task);
                waitingBytes = batch.length();
            }
        } else if (message instanceof WorkerMessage.Answer answer) {
            synchronized (this) {
                batch.add(answer);
                waitingBytes = batch.length();
            }
        } else {
            addOther(message);
        }
    }

    void addOther(Object message) {
        byte[] encoded = WorkerWire.encode(message);
        synchronized (this) {
            batch.addEncoded(encoded);
            waitingBytes = batch.length();
        }
    }

    boolean isLarge() {
        return waitingBytes >= LARGE_BYTES;
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
                    way.post(engine, bytes);
                }
            } finally {
                flushing.set(false);
            }
        }
    }

    private synchronized byte[] take() {
        waitingBytes = 0;
        return batch.take();
    }
}
