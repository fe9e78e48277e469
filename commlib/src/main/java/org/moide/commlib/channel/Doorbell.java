package org.moide.commlib.channel;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.moide.commlib.port.DataConnection;
import org.moide.commlib.port.Ticker;

/**
 * Delays the wake-up ("ring") of a peer whose threads compute, since one of them may poll soon without it. Between two
 * waits a peer looks as if it computes; waking one of its threads would take a processor from the thread that is about
 * to poll.
 *
 * <p><b>Why no ring is forgotten.</b> A thread that has delayed a ring waits for the peer's reaction. While it polls,
 * it rings when {@link #PATIENCE_NANOS} are over; before it sleeps, it rings at once. If no thread waits, nothing
 * depends on the ring.
 *
 * <p><b>Threads.</b> Any. {@code owedNanos} is written before {@code owed}; a race delays a ring by another
 * {@link #PATIENCE_NANOS}.
 */
final class Doorbell {
    /**
     * How long a ring (the wake-up of the peer) is delayed: an exchanging thread's next wait usually begins sooner, and
     * a wake-up takes about as long.
     */
    static final long PATIENCE_NANOS = TimeUnit.MICROSECONDS.toNanos(50);

    private final DataConnection connection;
    private final Ticker ticker;
    /** The value of {@link DataConnection#busy} when the pending ring was delayed; 0 if no ring is pending. */
    private final AtomicLong owed = new AtomicLong();

    private volatile long owedNanos;

    Doorbell(DataConnection connection, Ticker ticker) {
        this.connection = connection;
        this.ticker = ticker;
    }

    /**
     * Delays the ring that is due now, if the peer's threads compute; otherwise none is due. Called after publishing,
     * or after announcing room.
     */
    void owe() throws IOException {
        long busy = connection.busy();
        if (busy != 0 && busy != owed.get()) {
            owedNanos = ticker.nanoTime();
            owed.set(busy);
        }
    }

    /** Wakes the peer if a delayed wake-up is due by now. Called by a thread that polls repeatedly. */
    void payInPassing() throws IOException {
        if (owed.get() != 0) {
            pay(false);
        }
    }

    /** Wakes the peer at once if a wake-up was delayed. Called by a thread that stops polling. */
    void payNow() throws IOException {
        if (owed.get() != 0) {
            pay(true);
        }
    }

    private void pay(boolean now) throws IOException {
        long busy = owed.get();
        if (busy != 0 && connection.busy() != busy) {
            owed.compareAndSet(busy, 0);
        } else if (busy != 0
                && (now || ticker.nanoTime() - owedNanos >= PATIENCE_NANOS)
                && owed.compareAndSet(busy, 0)) {
            connection.ring(true);
        }
    }
}
