package org.moide.commlib.local;

import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.CommException;
import org.moide.commlib.MemberLostException;
import org.moide.commlib.RunEndedException;
import org.moide.commlib.port.Signal;

/**
 * The compute threads of one engine, as they meet: either all just go on when all have come ({@link #meet}), or one of
 * them acts for all while the others wait ({@link #act}). What they wrote before they came is visible to all, and what
 * the one wrote that acted too.
 *
 * <p><b>Threads and fields.</b> Each of the team's threads comes to the same number of meetings. The first that sees
 * that all have come to act claims the meeting in {@code claimed}; {@code failure} is written by the acting thread
 * before {@code done} and read after it. When all have come nobody leaves before the one that acts has finished, even
 * when the run ends: the one that acts is released itself, and it may be using the others' arrays. Whoever leaves
 * because waiting is in vain saw the reason before somebody came, so whoever sees all come sees the reason too and does
 * not act.
 */
public final class Team {
    private final int threads;
    private final Release release;
    private final Rendezvous rendezvous;
    private final AtomicLong claimed = new AtomicLong();
    private @Nullable Throwable failure;
    private volatile long done;

    /** A listener for a thread that leaves a meeting by itself. */
    @FunctionalInterface
    public interface Leaving {
        /**
         * Breaks the collectives of this engine, at least; called by the thread that leaves.
         *
         * @param why because of an interruption, or a limit
         * @param missing the threads that have not come
         * @return what the thread throws
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
     * The number of the meeting that a thread comes to next; by that thread. Throws if it was released from the last one,
     * which others may still be in.
     */
    public long begin(int thread, Object call) {
        if (rendezvous.hasLeft(thread)) {
            throw released(call);
        }
        return rendezvous.next(thread);
    }

    /** The threads that have not come to the last meeting to which this one has come. */
    public int[] missing(int thread) {
        return rendezvous.missing(rendezvous.next(thread) - 1);
    }

    /** The purpose for which another thread came to a meeting. */
    public long purpose(int thread, long meeting) {
        return rendezvous.broughtSteady(thread, meeting, 0);
    }

    /** Sets what the others may see of a thread at the meeting that it comes to next; by that thread. */
    public void show(int thread, long meeting, long bits) {
        rendezvous.bring(thread, meeting, bits);
    }

    /** The value that another thread has shown. */
    public long shown(int thread, long meeting) {
        return rendezvous.brought(thread, meeting);
    }

    /** The first thread that came to a meeting for something else than the first thread; 0 if there is none. */
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
     * Waits for all threads of the team. They may have come for different purposes: the caller compares.
     *
     * @param waiter the caller's, at {@link #signal}
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

    /** Throws what the caller is to be told if collectives no longer work. */
    public void check(Object call) {
        if (release.holds()) {
            release.check(call);
        }
    }

    /** The exception that {@link #check} throws; null if none. */
    public @Nullable RuntimeException reason(Object call) {
        try {
            check(call);
            return null;
        } catch (RuntimeException reason) {
            return reason;
        }
    }

    /**
     * Meets like {@link #meet}, whatever happens: only after a meeting, when all come again without waiting for
     * anything.
     */
    public void meetFirmly(int thread, Waiter waiter) {
        rendezvous.meetFirmly(thread, waiter);
    }

    /**
     * Waits for all threads of the team, of which one acts.
     *
     * @param waiter the caller's, at {@link #signal}
     * @param action run by one of them, and only if nothing releases the meeting; if it throws, all throw
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

    /** Makes an exception of its own for each thread, so that no stack trace is another thread's. */
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
