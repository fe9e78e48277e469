package org.moide.commlib.message;

import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.local.WaitMark;
import org.moide.commlib.local.Waiter;
import org.moide.commlib.port.Signal;
import org.moide.commlib.port.Ticker;

/**
 * A logical ID, and the thread that sends and receives under it. A thread has an endpoint of its own, and one for its
 * engine's first ID, under which it acts for the engine in collectives. (The thread with that ID is in the same
 * collective then, and does not use its own endpoint.)
 *
 * <p>Belongs to one thread; any thread may tell it what is unreceived.
 */
public final class Endpoint {
    private final int id;
    private final Waiter waiter;
    private final CommCounters counters;
    private final Ticker ticker;
    private final AtomicLongArray inFlightBytes;
    private final AtomicLongArray backlogBytes;

    /** An endpoint whose waits nobody looks at. */
    public Endpoint(int id, Signal signal, CommCounters counters, Ticker ticker, int ids) {
        this(id, signal, counters, null, ticker, ids);
    }

    /**
     * Makes an endpoint.
     *
     * @param signal where its thread waits
     * @param mark where its thread leaves word while it waits; null if it is none of the application's
     * @param ids how many logical IDs there are
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

    /** Makes the same endpoint for waits that have a limit; see {@link Waiter#within}. */
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
     * The bytes sent from here that a receiver on another engine may not have received yet: everything that it has not
     * acknowledged.
     */
    public long unreceivedBytes(int receiver) {
        return inFlightBytes.get(receiver) + backlogBytes.get(receiver);
    }

    /** Adds to what is on its way and not acknowledged. Any thread. */
    public void addInFlightBytes(int receiver, long bytes) {
        inFlightBytes.getAndAdd(receiver, bytes);
    }

    /** Sets what the receiver had unreceived when it last acknowledged. Any thread. */
    public void setBacklogBytes(int receiver, long bytes) {
        backlogBytes.set(receiver, bytes);
    }
}
