package org.moide.commlib.channel;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.moide.commlib.port.DataConnection;
import org.moide.commlib.port.Ticker;

/**
 * Rings for the other end while its threads compute, if it does not look by itself soon: between two waits it seems to
 * compute, too, and to wake a thread there then takes a processor from one that is about to look.
 *
 * <p><b>Why no ring is forgotten.</b> Whoever owes one waits for what comes of it. While it stays awake it looks again
 * and again, and pays when {@link #PATIENCE_NANOS} are over; before it sleeps it pays at once. Where nobody waits
 * nothing depends on it.
 *
 * <p><b>Threads.</b> Any. {@code owedNanos} is written before {@code owed}; a race delays a ring by another thread's patience.
 */
final class Doorbell {
    /** Two waits of a thread that exchanges follow each other sooner; to be woken takes as long. */
    static final long PATIENCE_NANOS = TimeUnit.MICROSECONDS.toNanos(50);

    private final DataConnection connection;
    private final Ticker ticker;
    /** The value of {@link DataConnection#busy} when a ring became due; 0 if none is. */
    private final AtomicLong owed = new AtomicLong();

    private volatile long owedNanos;

    Doorbell(DataConnection connection, Ticker ticker) {
        this.connection = connection;
        this.ticker = ticker;
    }

    /** Owes a ring; to be called after publishing, or after room was made and told of. */
    void owe() throws IOException {
        long busy = connection.busy();
        if (busy != 0 && busy != owed.get()) {
            owedNanos = ticker.nanoTime();
            owed.set(busy);
        }
    }

    /** Rings if it is due, for a thread that looks again and again. */
    void payInPassing() throws IOException {
        if (owed.get() != 0) {
            pay(false);
        }
    }

    /** Rings at once, for a thread that looks no more while somebody waits. */
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
