package org.moide.commlib.local;

import java.util.concurrent.atomic.AtomicLongArray;
import org.moide.commlib.port.Signal;

/**
 * Where a fixed number of threads meet again and again, each bringing a few words along. A thread comes by adding one to
 * how often all have come: a meeting has taken place when that is its number times the number of threads. So the line of
 * memory that they share moves from processor to processor only once for each thread, and whoever comes last goes on, to
 * the next meeting even, while it has the line.
 *
 * <p><b>Threads and fields.</b> A seat belongs to one thread, which alone writes its words. It has two sets, for meetings
 * of even and of odd number, and writes one before it comes. Words last until their owner comes to the meeting after the
 * next, and it does so only when all have come to the next; so whoever reads them before it goes to its next meeting reads
 * what belongs to this one. The first words of all lie next to the count, for they are always read; the numbers in
 * {@code last}, each only for its own thread, with a one beside it if that has left, lie apart from everything by at
 * least the two lines that a processor fetches at once.
 */
public final class Rendezvous {
    /** How many words a thread brings to a meeting. */
    private static final int WORDS = 3;

    private static final int APART = 32;
    private static final int COUNT = APART;

    private final int seats;
    private final Signal signal;
    private final AtomicLongArray shared;
    private final long[] last;

    /**
     * Makes a place where nobody has met.
     *
     * @param signal at which all wait
     */
    public Rendezvous(int seats, Signal signal) {
        this.seats = seats;
        this.signal = signal;
        this.shared = new AtomicLongArray(COUNT + 1 + 2 * WORDS * seats + APART);
        this.last = new long[APART * (seats + 1)];
    }

    public Signal signal() {
        return signal;
    }

    /** The number of the meeting that the owner of a seat comes to next; by that thread. */
    public long next(int seat) {
        return last[lastIndex(seat)] + 1;
    }

    private static int lastIndex(int seat) {
        return APART * seat + APART / 2;
    }

    /** Sets what the owner of a seat brings to the meeting that is {@link #next} for it. */
    public void bring(int seat, long meeting, int word, long value) {
        shared.setPlain(index(seat, meeting, word), value);
    }

    /** What another thread brought to a meeting: once all have come, and until the caller comes to its next. */
    public long brought(int seat, long meeting, int word) {
        return shared.getPlain(index(seat, meeting, word));
    }

    private int index(int seat, long meeting, int word) {
        return COUNT + 1 + 2 * (word * seats + seat) + (int) (meeting & 1);
    }

    /** Whether the owner of a seat has left a meeting to which others had still to come: it must not come to another. */
    public boolean hasLeft(int seat) {
        return last[lastIndex(seat) + 1] != 0;
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
            last[lastIndex(seat) + 1] = all ? 0 : 1;
        }
        return all;
    }

    /** As {@link #meet}, whatever happens; only where all others are sure to come without waiting for anything. */
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
        last[lastIndex(seat)] = meeting;
        if (shared.getAndIncrement(COUNT) + 1 == wanted) {
            signal.raiseAfterAtomic();
            return true;
        }
        for (int looks = signal.looks(); looks > 0; looks--) {
            if (shared.getAcquire(COUNT) >= wanted) {
                return true;
            }
            // A pause after every look: who looks faster takes the line from the one that comes, five times as slow.
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
        long meeting = last[lastIndex(seat)];
        long come = shared.getAcquire(COUNT);
        while (come < meeting * seats) {
            if (shared.compareAndSet(COUNT, come, come - 1)) {
                last[lastIndex(seat)] = meeting - 1;
                return true;
            }
            come = shared.getAcquire(COUNT);
        }
        return false;
    }

    /** Whether all have come to a meeting, to which the caller has come; once true it stays so. */
    public boolean allCame(long meeting) {
        return shared.getAcquire(COUNT) >= meeting * seats;
    }
}
