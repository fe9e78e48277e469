package org.moide.commlib.message.endpoint;

import org.moide.commlib.PendingReceive;

/** A begun receive whose {@link #await} is timed. */
final class TimedReceive<T> extends TimedPending implements PendingReceive<T> {
    private final PendingReceive<T> begun;

    TimedReceive(PendingReceive<T> begun, long bytes, PrimitiveTimer timer) {
        super(begun, bytes, timer);
        this.begun = begun;
    }

    @Override
    public T get() {
        await();
        return begun.get();
    }
}
