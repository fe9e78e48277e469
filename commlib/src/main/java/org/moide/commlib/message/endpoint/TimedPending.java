package org.moide.commlib.message.endpoint;

import org.moide.commlib.Pending;
import org.moide.commlib.message.Primitive;

/** A pending operation whose {@link #await} is timed: it may have to copy data that has arrived meanwhile. */
class TimedPending implements Pending {
    private final Pending begun;
    private final PrimitiveTimer timer;
    private final long bytes;

    TimedPending(Pending begun, PrimitiveTimer timer) {
        this(begun, 0, timer);
    }

    /**
     * Wraps a pending operation so that its {@link #await} is timed.
     *
     * @param bytes the bytes that its end may have to copy
     */
    TimedPending(Pending begun, long bytes, PrimitiveTimer timer) {
        this.begun = begun;
        this.bytes = bytes;
        this.timer = timer;
    }

    @Override
    public boolean isDone() {
        return begun.isDone();
    }

    @Override
    public void await() {
        boolean timed = timer.begin(Primitive.AWAIT, bytes);
        try {
            begun.await();
        } finally {
            timer.end(timed);
        }
    }

    @Override
    public String toString() {
        return begun.toString();
    }
}
