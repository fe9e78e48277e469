package org.moide.commlib.message;

import org.moide.commlib.local.Waiter;
import org.moide.commlib.port.Signal;
import org.moide.commlib.port.Ticker;

/**
 * Somebody who sends and receives: a logical ID, and the thread that does it. A thread has one for itself, and one for
 * its engine's first ID, under which it acts for the engine in collectives (that ID is then in the collective itself and
 * uses its own for nothing else).
 *
 * <p>Belongs to one thread; the mailbox is shared.
 */
final class Station {
    private final int id;
    private final Mailbox mailbox;
    private final Waiter waiter;
    private final CommCounters counters;
    private final Ticker ticker;
    private final long[] unreceivedBytes;

    /**
     * Makes a station.
     *
     * @param ids how many logical IDs there are
     */
    Station(int id, Mailbox mailbox, CommCounters counters, Ticker ticker, int ids) {
        this(id, mailbox, mailbox.signal(), counters, ticker, ids);
    }

    /** As the other, for a thread that waits at another signal than the mailbox's. */
    Station(int id, Mailbox mailbox, Signal signal, CommCounters counters, Ticker ticker, int ids) {
        this(id, mailbox, new Waiter(signal, ticker, counters::addWaiting), counters, ticker, ids);
    }

    private Station(int id, Mailbox mailbox, Waiter waiter, CommCounters counters, Ticker ticker, int ids) {
        this.id = id;
        this.mailbox = mailbox;
        this.waiter = waiter;
        this.counters = counters;
        this.ticker = ticker;
        this.unreceivedBytes = new long[ids];
    }

    /** The same, for waits that have a limit; see {@link Waiter#within}. */
    Station within(long limitNanos, Runnable doneMeanwhile) {
        return new Station(
                id, mailbox, waiter.within(limitNanos, doneMeanwhile), counters, ticker, unreceivedBytes.length);
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

    /** What a receiver on another engine had unreceived of this station's, when it last acknowledged. */
    long unreceivedBytes(int receiver) {
        return unreceivedBytes[receiver];
    }

    void setUnreceivedBytes(int receiver, long bytes) {
        unreceivedBytes[receiver] = bytes;
    }
}
