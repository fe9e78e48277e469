package org.moide.commlib.local;

import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.CommException;
import org.moide.commlib.MemberLostException;
import org.moide.commlib.RunEndedException;
import org.moide.commlib.port.Signal;

/**
 * The compute threads of one engine, as they meet. In {@link #meet}, all threads go on when all have come. In
 * {@link #act}, one of them acts for all while the others wait. Everything that threads wrote before they came is
 * visible to all afterwards, and so is everything that the acting thread wrote.
 *
 * <p><b>Threads and fields.</b> Every thread of the team comes to the same number of meetings. In {@link #act}, the
 * first thread that sees that all have come claims the meeting in {@code claimed}, and acts. The acting thread writes
 * {@code failure} before {@code done}; the others read it after {@code done}. Once all have come, no thread leaves
 * before the acting thread has finished, even when the run ends: the acting thread may be using the others' arrays, and
 * it is itself released. A thread that leaves a meeting early saw the reason before the last thread came. So a thread
 * that sees all come also sees the reason, and does not act.
 */
public final class Team {
    private final int threads;
    private final Release release;
    private final Rendezvous rendezvous;
    private final AtomicLong claimed = new AtomicLong();
    private @Nullable Throwable failure;
    private volatile long done;

    /** A listener that is called when a thread leaves a meeting early. */
    @FunctionalInterface
    public interface Leaving {
        /**
         * Makes collectives fail, at least those of this engine. Called by the leaving thread.
         *
         * @param why the interruption, or the limit that was reached
         * @param missing the threads that have not come
         * @return the exception that the thread throws
         */
        RuntimeException leave(CommException why, int[] missing);
    }

    public Team(int threads, Liveness liveness, Signal signal) {
        this.threads = threads;
        this.release = liveness.ofCollectives();
        this.rendezvous = new Rendezvous(threads, signal);
        liveness.watch(signal);
    }

    public Signal signal() {
        return rendezvous.signal();
    }

    public int threads() {
        return threads;
    }

    /**
     * Returns the number of a thread's next meeting. Only that thread calls it. Throws if the thread was released from
     * its last meeting, in which others may still be.
     */
    public long begin(int thread, Object call) {
        if (rendezvous.hasLeft(thread)) {
            throw released(call);
        }
        return rendezvous.next(thread);
    }

    /** Returns the indices of the threads that have not come to the last meeting to which {@code thread} has come. */
    public int[] missing(int thread) {
        return rendezvous.missing(rendezvous.next(thread) - 1);
    }

    /**
     * Returns the purpose with which another thread came to a meeting: a number that describes its call, such as the
     * packed description of a collective.
     */
    public long purpose(int thread, long meeting) {
        return rendezvous.broughtSteady(thread, meeting, 0);
    }

    /**
     * Sets the data, in the bits of a long, that a thread shows to the others at its next meeting. Only that thread
     * calls it.
     */
    public void show(int thread, long meeting, long bits) {
        rendezvous.bring(thread, meeting, bits);
    }

    /** Returns the data, in the bits of a long, that another thread showed at a meeting. */
    public long shown(int thread, long meeting) {
        return rendezvous.brought(thread, meeting);
    }

    /** Returns the lowest thread index whose purpose in a meeting differs from that of thread 0; 0 if there is none. */
    public int firstToDiffer(long meeting) {
        long purpose = purpose(0, meeting);
        for (int thread = 1; thread < threads; thread++) {
            if (purpose(thread, meeting) != purpose) {
                return thread;
            }
        }
        return 0;
    }

    /**
     * Waits until all threads of the team have come. They may have come with different purposes: the caller compares
     * them.
     *
     * @param waiter the caller's waiter, on {@link #signal}
     */
    public void meet(int thread, Waiter waiter, long purpose, Object call, Leaving leaving) {
        long mine = begin(thread, call);
        rendezvous.bringSteady(thread, mine, 0, purpose);
        boolean all;
        try {
            all = rendezvous.meet(thread, waiter, release, call);
        } catch (CommException failed) {
            throw leaving.leave(failed, rendezvous.missing(mine));
        }
        if (!all) {
            throw released(call);
        }
    }

    /** Throws an exception with the reason if collectives no longer work. */
    public void check(Object call) {
        if (release.holds()) {
            release.check(call);
        }
    }

    /** Returns the exception that {@link #check} would throw; null if collectives work. */
    public @Nullable RuntimeException reason(Object call) {
        try {
            check(call);
            return null;
        } catch (RuntimeException reason) {
            return reason;
        }
    }

    /**
     * Meets like {@link #meet}, but without interruption or release. Allowed only after a meeting from which all
     * threads come here without waiting for anything.
     */
    public void meetFirmly(int thread, Waiter waiter) {
        rendezvous.meetFirmly(thread, waiter);
    }

    /**
     * Waits until all threads of the team have come and one of them has acted.
     *
     * @param waiter the caller's waiter, on {@link #signal}
     * @param action one of the threads runs it, unless the meeting is released because it can never succeed; if it
     *     throws, every thread throws
     */
    public void act(int thread, Waiter waiter, long purpose, Object call, Leaving leaving, Runnable action) {
        long mine = begin(thread, call);
        rendezvous.bringSteady(thread, mine, 0, purpose);
        @Nullable RuntimeException left = null;
        boolean all;
        try {
            all = rendezvous.meet(thread, waiter, release, call);
        } catch (CommException failed) {
            left = leaving.leave(failed, rendezvous.missing(mine));
            all = rendezvous.allCame(mine);
        }
        if (all) {
            if (claim(mine)) {
                act(mine, call, action);
            } else {
                awaitDone(mine, waiter, call, leaving);
            }
        }
        if (left != null) {
            throw left;
        }
        if (!all) {
            throw released(call);
        }
    }

    private boolean claim(long mine) {
        long last = claimed.get();
        return last < mine && claimed.compareAndSet(last, mine);
    }

    private void act(long mine, Object call, Runnable action) {
        Throwable failed = null;
        try {
            release.check(call);
            action.run();
        } catch (RuntimeException | Error thrown) {
            failed = thrown;
            throw thrown;
        } finally {
            failure = failed;
            done = mine;
            signal().raise();
        }
    }

    private void awaitDone(long mine, Waiter waiter, Object call, Leaving leaving) {
        for (int looks = signal().looks(); looks > 0 && done < mine; looks--) {
            Thread.onSpinWait();
        }
        try {
            waiter.awaitEndlessly(() -> done >= mine, call);
        } catch (CommException interrupted) {
            RuntimeException left = leaving.leave(interrupted, new int[0]);
            waiter.awaitFirmly(() -> done >= mine);
            throw left;
        }
        Throwable failed = failure;
        if (failed != null) {
            throw again(failed, call);
        }
    }

    private RuntimeException released(Object call) {
        release.check(call);
        return new IllegalStateException(call + ": released without a reason");
    }

    /**
     * Creates, for one of the waiting threads, an exception with the failure of the acting thread. Each thread throws
     * its own one, so that the stack trace is that thread's.
     */
    private static RuntimeException again(Throwable failed, Object call) {
        RuntimeException own;
        if (failed instanceof MemberLostException lost) {
            own = new MemberLostException(lost.engine(), String.valueOf(lost.getMessage()));
        } else if (failed instanceof RunEndedException) {
            own = new RunEndedException(String.valueOf(failed.getMessage()));
        } else if (failed instanceof IllegalArgumentException) {
            own = new IllegalArgumentException(failed.getMessage());
        } else {
            own = new CommException(call + ": failed for all threads of this engine: " + failed);
        }
        own.initCause(failed);
        return own;
    }
}
