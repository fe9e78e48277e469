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
     * How long a ring (the wake-up of the peer) is delayed. When two threads exchange data, the peer's thread usually
     * polls again sooner than this, so that no ring is needed. To wake a thread takes about as long.
     */
    static final long PATIENCE_NANOS = TimeUnit.MICROSECONDS.toNanos(50);

    private final DataConnection connection;
    private final Ticker ticker;
    /** The value of {@link DataConnection#busy} when the ring that is owed was delayed; 0 if none is owed. */
    private final AtomicLong owed = new AtomicLong();

    private volatile long owedNanos;

    Doorbell(DataConnection connection, Ticker ticker) {
        this.connection = connection;
        this.ticker = ticker;
    }

    /**
     * Records that a ring is owed to the peer, if the peer's threads compute. If one of them polls or has been woken
     * already, none is needed. Called after publishing, or after announcing room.
     */
    void owe() throws IOException {
        long busy = connection.busy();
        if (busy != 0 && busy != owed.get()) {
            owedNanos = ticker.nanoTime();
            owed.set(busy);
        }
    }

    /**
     * Wakes the peer if a ring is owed and has been delayed for {@link #PATIENCE_NANOS}. Called by a thread that polls
     * repeatedly.
     */
    void payInPassing() throws IOException {
        if (owed.get() != 0) {
            pay(false);
        }
    }

    /** Wakes the peer at once if a ring is owed. Called by a thread that stops polling. */
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
