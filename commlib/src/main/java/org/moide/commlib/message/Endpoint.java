package org.moide.commlib.message;

import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.local.WaitMark;
import org.moide.commlib.local.Waiter;
import org.moide.commlib.port.Signal;
import org.moide.commlib.port.Ticker;

/**
 * A logical ID together with the thread that sends and receives under it. A compute thread has an endpoint of its own,
 * and a second one under its engine's first ID, with which it acts for the engine in collectives. (The thread that has
 * this ID is in the same collective then, and does not use its own endpoint.)
 *
 * <p>Belongs to one thread; any thread may update the counts of unreceived bytes.
 */
public final class Endpoint {
    private final int id;
    private final Waiter waiter;
    private final CommCounters counters;
    private final Ticker ticker;
    private final AtomicLongArray inFlightBytes;
    private final AtomicLongArray backlogBytes;

    /** Creates an endpoint whose waits other threads cannot see. */
    public Endpoint(int id, Signal signal, CommCounters counters, Ticker ticker, int ids) {
        this(id, signal, counters, null, ticker, ids);
    }

    /**
     * Creates an endpoint.
     *
     * @param signal the signal on which its thread waits
     * @param mark the mark of its thread while it waits; null if the thread is not a compute thread
     * @param ids the number of logical IDs
     */
    public Endpoint(int id, Signal signal, CommCounters counters, @Nullable WaitMark mark, Ticker ticker, int ids) {
        this(id, new Waiter(signal, ticker, counters::addWaiting, mark), counters, ticker, ids);
    }

    private Endpoint(int id, Waiter waiter, CommCounters counters, Ticker ticker, int ids) {
        this.id = id;
        this.waiter = waiter;
        this.counters = counters;
        this.ticker = ticker;
        this.inFlightBytes = new AtomicLongArray(ids);
        this.backlogBytes = new AtomicLongArray(ids);
    }

    /**
     * Returns an endpoint of the same ID and thread with a limit for waits; see {@link Waiter#within(long, Runnable)}.
     */
    public Endpoint within(long limitNanos, Runnable doneMeanwhile) {
        return new Endpoint(id, waiter.within(limitNanos, doneMeanwhile), counters, ticker, backlogBytes.length());
    }

    public int id() {
        return id;
    }

    public Waiter waiter() {
        return waiter;
    }

    public CommCounters counters() {
        return counters;
    }

    public Ticker ticker() {
        return ticker;
    }

    /**
     * Returns the number of bytes sent from this endpoint that a receiver on another engine may not have received yet:
     * bytes that are not acknowledged, and its backlog.
     */
    public long unreceivedBytes(int receiver) {
        return inFlightBytes.get(receiver) + backlogBytes.get(receiver);
    }

    /**
     * Adds to the number of bytes that were sent to a receiver and are not acknowledged; {@code bytes} is negative when
     * they are acknowledged. Any thread may call it.
     */
    public void addInFlightBytes(int receiver, long bytes) {
        inFlightBytes.getAndAdd(receiver, bytes);
    }

    /**
     * Sets how many bytes from this endpoint a receiver has in its mailbox, according to the last acknowledgement of
     * its engine. Any thread may call it.
     */
    public void setBacklogBytes(int receiver, long bytes) {
        backlogBytes.set(receiver, bytes);
    }
}
