package org.moide.commlib.message;

import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.local.WaitMark;
import org.moide.commlib.local.Waiter;
import org.moide.commlib.port.Signal;
import org.moide.commlib.port.Ticker;

/**
 * Somebody who sends and receives: a logical ID, and the thread that does it. A thread has one for itself, and one for
 * its engine's first ID, under which it acts for the engine in collectives (that ID is then in the collective itself and
 * uses its own for nothing else).
 *
 * <p>Belongs to one thread; what is unreceived is told by any thread.
 */
public final class Endpoint {
    private final int id;
    private final Waiter waiter;
    private final CommCounters counters;
    private final Ticker ticker;
    private final AtomicLongArray inFlightBytes;
    private final AtomicLongArray backlogBytes;

    /** A station of which nobody looks where it waits. */
    public Endpoint(int id, Signal signal, CommCounters counters, Ticker ticker, int ids) {
        this(id, signal, counters, null, ticker, ids);
    }

    /**
     * Makes a station.
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

    /** The same, for waits that have a limit; see {@link Waiter#within}. */
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

    /** What a receiver on another engine may have unreceived of this station's: all of which it did not say otherwise. */
    public long unreceivedBytes(int receiver) {
        return inFlightBytes.get(receiver) + backlogBytes.get(receiver);
    }

    /** Any thread: so much more, or less, is on its way and not acknowledged. */
    public void addInFlightBytes(int receiver, long bytes) {
        inFlightBytes.getAndAdd(receiver, bytes);
    }

    /** Any thread: what the receiver had unreceived when it last acknowledged. */
    public void setBacklogBytes(int receiver, long bytes) {
        backlogBytes.set(receiver, bytes);
    }
}
