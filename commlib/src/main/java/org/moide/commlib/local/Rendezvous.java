package org.moide.commlib.local;

import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;
import org.moide.commlib.port.Signal;

/**
 * A meeting place where a fixed number of threads meet again and again, each bringing a few words along. A thread comes
 * by adding one to how often all have come: a meeting has taken place when that is its number times the number of
 * threads. So the line of memory that they share moves from processor to processor only once for each thread, and the
 * last to come goes on, even to the next meeting, while it has the line.
 *
 * <p><b>Threads and fields.</b> A seat belongs to one thread, which alone writes its words. It has two sets, for meetings
 * of even and of odd number, and writes one before it comes. Words last until their owner comes to the meeting after the
 * next, and it does so only when all have come to the next; so whoever reads them before it goes to its next meeting reads
 * what belongs to this one.
 *
 * <p><b>Where things lie.</b> Next to the count what is another each time; apart what mostly is the same: it is written
 * only when it is not, so that every processor keeps its copy of the line. In {@code own} each thread has what only it
 * uses (others look there when somebody is missing): the number of its last meeting, a one if it has left that, and
 * what it wrote last of the words that mostly are the same. Apart means by the two lines that a processor fetches at
 * once.
 */
public final class Rendezvous {
    /** The number of words a thread brings that mostly are the same. */
    private static final int STEADY = 2;

    private static final int APART = 32;
    private static final int COUNT = APART;

    /** The place of the last meeting in a thread's part of {@code own}. */
    private static final int LAST = 0;

    private static final int LEFT = 1;
    private static final int WRITTEN = 2;

    private final int seats;
    private final Signal signal;
    private final AtomicLongArray shared;
    private final long[] own;

    /**
     * Makes a place where nobody has met.
     *
     * @param signal at which all wait
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

    /** The number of the meeting that the owner of a seat comes to next; by that thread. */
    public long next(int seat) {
        return own[ownIndex(seat, LAST)] + 1;
    }

    private static int ownIndex(int seat, int field) {
        return APART * seat + APART / 2 + field;
    }

    /** Sets what the owner of a seat brings to the meeting that is {@link #next} for it; better if that is another each time. */
    public void bring(int seat, long meeting, long value) {
        shared.setPlain(index(seat, meeting), value);
    }

    /**
     * The word that another thread brought to a meeting: once all have come, and until the caller comes to its next.
     */
    public long brought(int seat, long meeting) {
        return shared.getPlain(index(seat, meeting));
    }

    private static int index(int seat, long meeting) {
        return COUNT + 1 + 2 * seat + (int) (meeting & 1);
    }

    /**
     * Brings a word like {@link #bring}, for what mostly is the same as at the thread's meetings before.
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

    /** The word that another thread brought by {@link #bringSteady}, like {@link #brought}. */
    public long broughtSteady(int seat, long meeting, int word) {
        return shared.getPlain(steadyIndex(seat) + 2 * word + (int) (meeting & 1));
    }

    private int steadyIndex(int seat) {
        return COUNT + 1 + 2 * seats + APART + 2 * STEADY * seat;
    }

    /**
     * Returns whether the owner of a seat has left a meeting to which others had still to come: it must not come to
     * another.
     */
    public boolean hasLeft(int seat) {
        return own[ownIndex(seat, LEFT)] != 0;
    }

    /**
     * Comes to the next meeting and waits until all have.
     *
     * @param waiter the caller's, at {@link #signal}
     * @param release when waiting for the others is in vain
     * @return whether all have come; if not, waiting is in vain
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
     * Meets like {@link #meet}, whatever happens; only where all others are sure to come without waiting for anything.
     */
    public void meetFirmly(int seat, Waiter waiter) {
        long meeting = next(seat);
        if (!come(seat)) {
            waiter.awaitFirmly(() -> allCame(meeting));
        }
    }

    /** Comes to the next meeting; whether all have come, after as many looks as make sense without waiting. */
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
            // A pause after every look: looking faster takes the line from the thread that comes, which then is five
            // times as slow.
            Thread.onSpinWait();
        }
        return false;
    }

    /**
     * Goes again, unless all have come: it is as if this thread had not come. By the owner of a seat, after {@link #come}.
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

    /** The seats whose owners have not come to a meeting; by a thread that has come, and some may come just now. */
    public int[] missing(long meeting) {
        return allCame(meeting)
                ? new int[0]
                : IntStream.range(0, seats)
                        .filter(seat -> own[ownIndex(seat, LAST)] < meeting)
                        .toArray();
    }

    /** Returns whether all have come to a meeting, to which the caller has come; once true it stays so. */
    public boolean allCame(long meeting) {
        return shared.getAcquire(COUNT) >= meeting * seats;
    }
}
