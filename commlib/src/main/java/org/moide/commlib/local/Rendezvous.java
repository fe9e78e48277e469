package org.moide.commlib.local;

import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;
import org.moide.commlib.port.Signal;

/**
 * A reusable barrier of a fixed number of threads, each of which brings a few words of data. A thread arrives by
 * incrementing one shared counter. Meeting number n has taken place when the counter is n times the number of threads.
 * So the shared cache line moves between processors only once for each thread, and the last thread to arrive can go on,
 * even to the next meeting, while it has the line.
 *
 * <p><b>Threads and fields.</b> A seat is the place of one thread in the barrier, and only that thread writes its
 * words. A seat has two sets of words, for meetings of even and of odd number; a thread writes one set before it
 * arrives. It writes the same set again only for the meeting after the next, that is, after all threads have come to
 * the next one. So a thread that reads the words of a meeting before it goes to its next meeting reads the right words.
 *
 * <p><b>Layout.</b> Words that change in every meeting lie next to the counter. Words that rarely change lie apart from
 * it and are written only when they change, so that every processor keeps its copy of the line. {@code own} has a part
 * for each thread's private data: the number of its last meeting, a one if it has left that meeting, and its last
 * written rarely changing words. (Other threads look there when a thread is missing.) Apart means a distance of two
 * cache lines, since a processor fetches two at once.
 */
public final class Rendezvous {
    /** The number of rarely changing words that a thread brings to each meeting. */
    private static final int STEADY = 2;

    private static final int APART = 32;
    private static final int COUNT = APART;

    /** The index of the number of the last meeting in a thread's part of {@code own}. */
    private static final int LAST = 0;

    private static final int LEFT = 1;
    private static final int WRITTEN = 2;

    private final int seats;
    private final Signal signal;
    private final AtomicLongArray shared;
    private final long[] own;

    /**
     * Creates a barrier for {@code seats} threads, without any past meeting.
     *
     * @param signal the signal on which all its threads wait
     */
    public Rendezvous(int seats, Signal signal) {
        this.seats = seats;
        this.signal = signal;
        this.shared = new AtomicLongArray(steadyIndex(0) + 2 * STEADY * seats + APART);
        this.own = new long[APART * (seats + 1)];
    }

    public Signal signal() {
        return signal;
    }

    /**
     * Returns the number of the next meeting of the thread that owns a seat, its place in this barrier. Only that
     * thread calls it.
     */
    public long next(int seat) {
        return own[ownIndex(seat, LAST)] + 1;
    }

    private static int ownIndex(int seat, int field) {
        return APART * seat + APART / 2 + field;
    }

    /**
     * Sets the word that a seat's owner brings to its {@link #next} meeting. Suited for words that change in every
     * meeting.
     */
    public void bring(int seat, long meeting, long value) {
        shared.setPlain(index(seat, meeting), value);
    }

    /**
     * Returns the word that the owner of another seat brought to a meeting. Valid from when all have come until the
     * caller goes to its next meeting.
     */
    public long brought(int seat, long meeting) {
        return shared.getPlain(index(seat, meeting));
    }

    private static int index(int seat, long meeting) {
        return COUNT + 1 + 2 * seat + (int) (meeting & 1);
    }

    /**
     * Sets a seat's word like {@link #bring}, but suited for words that rarely change.
     *
     * @param word 0 or 1
     */
    public void bringSteady(int seat, long meeting, int word, long value) {
        int at = 2 * word + (int) (meeting & 1);
        int written = ownIndex(seat, WRITTEN + at);
        if (own[written] != value) {
            own[written] = value;
            shared.setPlain(steadyIndex(seat) + at, value);
        }
    }

    /**
     * Returns the word that the owner of another seat brought by {@link #bringSteady}; valid as long as the words that
     * {@link #brought} returns.
     */
    public long broughtSteady(int seat, long meeting, int word) {
        return shared.getPlain(steadyIndex(seat) + 2 * word + (int) (meeting & 1));
    }

    private int steadyIndex(int seat) {
        return COUNT + 1 + 2 * seats + APART + 2 * STEADY * seat;
    }

    /**
     * Returns whether a seat's owner has left a meeting before all had come. It must not come to another meeting then.
     */
    public boolean hasLeft(int seat) {
        return own[ownIndex(seat, LEFT)] != 0;
    }

    /**
     * Comes to the next meeting and waits until all threads have come.
     *
     * @param waiter the caller's waiter, on {@link #signal}
     * @param release the condition under which it stops waiting
     * @return whether all have come; false if {@code release} holds
     * @throws org.moide.commlib.CommException if the thread is interrupted while it waits
     */
    public boolean meet(int seat, Waiter waiter, Release release, Object call) {
        long meeting = next(seat);
        if (come(seat)) {
            return true;
        }
        boolean all = false;
        try {
            waiter.await(() -> allCame(meeting) || release.holds(), call);
        } finally {
            all = allCame(meeting);
            own[ownIndex(seat, LEFT)] = all ? 0 : 1;
        }
        return all;
    }

    /**
     * Meets like {@link #meet}, but without interruption or release. Allowed only if all other threads are sure to
     * come without waiting for anything.
     */
    public void meetFirmly(int seat, Waiter waiter) {
        long meeting = next(seat);
        if (!come(seat)) {
            waiter.awaitFirmly(() -> allCame(meeting));
        }
    }

    /**
     * Comes to the next meeting without blocking. Checks as often as the signal recommends whether all threads have
     * come, and returns whether they have.
     */
    public boolean come(int seat) {
        long meeting = next(seat);
        long wanted = meeting * seats;
        own[ownIndex(seat, LAST)] = meeting;
        if (shared.getAndIncrement(COUNT) + 1 == wanted) {
            signal.raiseAfterAtomic();
            return true;
        }
        for (int looks = signal.looks(); looks > 0; looks--) {
            if (shared.getAcquire(COUNT) >= wanted) {
                return true;
            }
            // A pause after each check: faster checks take the cache line from the arriving thread and make it five
            // times as slow.
            Thread.onSpinWait();
        }
        return false;
    }

    /**
     * Takes back {@link #come}, unless all threads have come: the meeting is then as if this thread had not come.
     * Called by the seat's owner.
     *
     * @return false if all have come
     */
    public boolean retract(int seat) {
        long meeting = own[ownIndex(seat, LAST)];
        long come = shared.getAcquire(COUNT);
        while (come < meeting * seats) {
            if (shared.compareAndSet(COUNT, come, come - 1)) {
                own[ownIndex(seat, LAST)] = meeting - 1;
                return true;
            }
            come = shared.getAcquire(COUNT);
        }
        return false;
    }

    /**
     * Returns the seats whose owners have not come to a meeting. Called by a thread that has come; others may arrive
     * at the same time.
     */
    public int[] missing(long meeting) {
        return allCame(meeting)
                ? new int[0]
                : IntStream.range(0, seats)
                        .filter(seat -> own[ownIndex(seat, LAST)] < meeting)
                        .toArray();
    }

    /** Returns whether all threads have come to a meeting to which the caller has come; once true, it stays true. */
    public boolean allCame(long meeting) {
        return shared.getAcquire(COUNT) >= meeting * seats;
    }
}
