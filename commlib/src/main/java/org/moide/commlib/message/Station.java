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
 * <p>Belongs to one thread; the mailbox is shared, and what is unreceived is told by any thread.
 */
final class Station {
    private final int id;
    private final Mailbox mailbox;
    private final Waiter waiter;
    private final CommCounters counters;
    private final Ticker ticker;
    private final AtomicLongArray inFlightBytes;
    private final AtomicLongArray backlogBytes;

    /** A station of which nobody looks where it waits. */
    Station(int id, Mailbox mailbox, CommCounters counters, Ticker ticker, int ids) {
        this(id, mailbox, mailbox.signal(), counters, null, ticker, ids);
    }

    /**
     * Makes a station.
     *
     * @param signal where its thread waits
     * @param mark where its thread leaves word while it waits; null if it is none of the application's
     * @param ids how many logical IDs there are
     */
    Station(
            int id,
            Mailbox mailbox,
            Signal signal,
            CommCounters counters,
            @Nullable WaitMark mark,
            Ticker ticker,
            int ids) {
        this(id, mailbox, new Waiter(signal, ticker, counters::addWaiting, mark), counters, ticker, ids);
    }

    private Station(int id, Mailbox mailbox, Waiter waiter, CommCounters counters, Ticker ticker, int ids) {
        this.id = id;
        this.mailbox = mailbox;
        this.waiter = waiter;
        this.counters = counters;
        this.ticker = ticker;
        this.inFlightBytes = new AtomicLongArray(ids);
        this.backlogBytes = new AtomicLongArray(ids);
    }

    /** The same, for waits that have a limit; see {@link Waiter#within}. */
    Station within(long limitNanos, Runnable doneMeanwhile) {
        return new Station(
                id, mailbox, waiter.within(limitNanos, doneMeanwhile), counters, ticker, backlogBytes.length());
    }

    int id() {
        return id;
    }

    Mailbox mailbox() {
        return mailbox;
    }

    Waiter waiter() {
        return waiter;
    }

    CommCounters counters() {
        return counters;
    }

    Ticker ticker() {
        return ticker;
    }

    /** What a receiver on another engine may have unreceived of this station's: all of which it did not say otherwise. */
    long unreceivedBytes(int receiver) {
        return inFlightBytes.get(receiver) + backlogBytes.get(receiver);
    }

    /** Any thread: so much more, or less, is on its way and not acknowledged. */
    void addInFlightBytes(int receiver, long bytes) {
        inFlightBytes.getAndAdd(receiver, bytes);
    }

    /** Any thread: what the receiver had unreceived when it last acknowledged. */
    void setBacklogBytes(int receiver, long bytes) {
        backlogBytes.set(receiver, bytes);
    }
}
