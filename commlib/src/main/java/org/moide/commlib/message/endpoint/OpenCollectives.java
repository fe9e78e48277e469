package org.moide.commlib.message.endpoint;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.CommException;
import org.moide.commlib.MemberLostException;
import org.moide.commlib.Pending;
import org.moide.commlib.RunEndedException;
import org.moide.commlib.local.Release;
import org.moide.commlib.message.Endpoint;
import org.moide.commlib.message.ProgressThread;

/**
 * The collectives that one compute thread has begun. A service thread performs them one after the other, with boards
 * and contexts of their own, so that their messages never meet those of blocking collectives.
 *
 * <p><b>Threads and fields.</b> The owner begins and awaits; the service thread performs. The first of the two that
 * claims a collective ends it: the service thread by performing it, or the owner when the collective can never
 * complete and is not being performed.
 */
final class OpenCollectives implements ProgressThread.Duty {
    /** The greatest number of open collectives. A thread that begins more has probably forgotten to await them. */
    private static final int MOST_BEGUN = 1 << 16;

    private final ProgressThread thread;
    private final Endpoint owner;
    private final Endpoint service;
    private final MessageSender messageSender;
    private final Release release;
    private final Queue<Begun> begun = new ConcurrentLinkedQueue<>();
    private final AtomicInteger open = new AtomicInteger();

    OpenCollectives(ProgressThread thread, Endpoint owner, Endpoint service, MessageSender messageSender) {
        this.thread = thread;
        this.owner = owner;
        this.service = service;
        this.messageSender = messageSender;
        this.release = messageSender.liveness().ofCollectives();
    }

    /** A collective that the owner has begun and may await. */
    private final class Begun implements Pending {
        private final String call;
        private final Runnable collective;
        private final AtomicBoolean claimed = new AtomicBoolean();
        private @Nullable RuntimeException failure;
        private volatile boolean done;

        Begun(String call, Runnable collective) {
            this.call = call;
            this.collective = collective;
        }

        /** Runs the action that ends the collective. Called by the thread that has claimed it. */
        private void end(Runnable action) {
            try {
                action.run();
            } catch (RuntimeException failed) {
                failure = failed;
            } catch (Error failed) {
                failure = new CommException(call + ": failed: " + failed, failed);
            }
            open.decrementAndGet();
            done = true;
        }

        private boolean isInVain() {
            return !claimed.get() && release.holds();
        }

        @Override
        public boolean isDone() {
            return done || isInVain();
        }

        @Override
        public void await() {
            try {
                owner.waiter().await(() -> done || isInVain(), call);
            } catch (CommException interrupted) {
                messageSender.breakCollectives(false, call + ": the thread was interrupted in it", owner);
                finish();
                throw interrupted;
            }
            finish();
            RuntimeException failed = failure;
            if (failed != null) {
                throw failed;
            }
        }

        /**
         * Ends the collective if the service thread has not claimed it; otherwise waits until the service thread has
         * ended it. Called when the collective is done, or when it can never complete: the service thread then stops
         * waiting in it by itself.
         */
        private void finish() {
            if (claimed.compareAndSet(false, true)) {
                end(() -> release.check(call));
            } else if (!done) {
                owner.waiter().awaitFirmly(() -> done);
            }
        }
    }

    /** Begins a collective; {@code collective} performs it and blocks. Called by the owner. */
    Pending begin(String call, Runnable collective) {
        if (open.get() >= MOST_BEGUN) {
            throw new IllegalStateException(
                    call + ": expected at most " + MOST_BEGUN + " open collectives; await those before");
        }
        open.incrementAndGet();
        Begun begins = new Begun(call, collective);
        begun.add(begins);
        thread.add(this);
        return begins;
    }

    /** Returns the number of collectives that were begun and are not complete. */
    int unfinished() {
        return open.get();
    }

    @Override
    public boolean isDue() {
        return !begun.isEmpty();
    }

    @Override
    public void perform() {
        Begun next = begun.poll();
        if (next != null && next.claimed.compareAndSet(false, true)) {
            next.end(() -> perform(next));
            owner.waiter().signal().raise();
        }
    }

    /**
     * Performs a collective that the owner has begun. If it fails before it meets other engines, it makes the
     * collective fail everywhere; otherwise only the owner would learn of the failure, when it awaits.
     */
    private void perform(Begun next) {
        try {
            next.collective.run();
        } catch (MemberLostException | RunEndedException released) {
            throw released;
        } catch (RuntimeException failed) {
            messageSender.breakCollectives(
                    failed instanceof IllegalArgumentException, next.call + ": " + failed.getMessage(), service);
            throw failed;
        }
    }
}
