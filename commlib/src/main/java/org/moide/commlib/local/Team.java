package org.moide.commlib.local;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.CommException;
import org.moide.commlib.MemberLostException;
import org.moide.commlib.RunEndedException;
import org.moide.commlib.port.Signal;

/**
 * The compute threads of one engine, as they meet. The last to arrive acts for all, while the others wait; then all go
 * on. What the others wrote before they arrived is visible to the one that acts, and what that one wrote to all.
 *
 * <p><b>Threads and fields.</b> Each of the team's threads calls {@link #meet} the same number of times. {@code arrived}
 * is atomic; {@code failure} is written by the acting thread before {@code meeting} and read after it. While one acts
 * nobody leaves, even when the run ends: the one that acts is released itself, and it may be using the others' arrays.
 * Whoever leaves because waiting is in vain saw the reason while nobody acted, so whoever comes last sees it too and does
 * not act.
 */
public final class Team {
    private final int threads;
    private final Liveness liveness;
    private final Release release;
    private final Signal signal;
    private final AtomicInteger arrived = new AtomicInteger();
    private volatile boolean acting;
    private @Nullable Throwable failure;
    private volatile long meeting;

    public Team(int threads, Liveness liveness, Signal signal) {
        this.threads = threads;
        this.liveness = liveness;
        this.release = liveness.ofCollectives();
        this.signal = signal;
        liveness.watch(signal);
    }

    public Signal signal() {
        return signal;
    }

    public int threads() {
        return threads;
    }

    /**
     * Waits for all threads of the team.
     *
     * @param waiter the caller's, at {@link #signal}
     * @param action run by the last to arrive, and only if nothing releases the meeting; if it throws, all throw
     */
    public void meet(Waiter waiter, Object call, Runnable action) {
        long mine = meeting;
        if (arrived.incrementAndGet() == threads) {
            act(mine, call, action);
            return;
        }
        try {
            waiter.await(() -> meeting != mine || (release.holds() && !acting), call);
        } catch (CommException interrupted) {
            liveness.breakCollectives(false, call + ": a thread of this engine was interrupted in it");
            waiter.awaitFirmly(() -> meeting != mine || !acting);
            throw interrupted;
        }
        if (meeting == mine) {
            release.check(call);
        }
        Throwable failed = failure;
        if (failed != null) {
            throw again(failed, call);
        }
    }

    private void act(long mine, Object call, Runnable action) {
        acting = true;
        arrived.set(0);
        Throwable failed = null;
        try {
            release.check(call);
            action.run();
        } catch (RuntimeException | Error thrown) {
            failed = thrown;
            throw thrown;
        } finally {
            failure = failed;
            acting = false;
            meeting = mine + 1;
            signal.raise();
        }
    }

    /** Each thread throws an exception of its own, so that no stack trace is another thread's. */
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
