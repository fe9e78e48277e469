package org.moide.commlib.message;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.Slice;
import org.moide.commlib.local.Release;
import org.moide.commlib.message.mailbox.Mailbox;
import org.moide.commlib.message.mailbox.Message;

/**
 * A small version of {@link Mailbox} with one flaw. If the litmus tests did not find the flaw, they would prove
 * nothing.
 */
final class RacyMailbox implements LitmusMailbox {
    /** The flaw of a mailbox. */
    enum Flaw {
        /** A released receiver leaves at once, even if a sender is copying into its array. */
        WITHDRAWS_WITHOUT_WAITING,
        /** Whether the mailbox is empty is determined under the lock, but written after its release. */
        EMPTY_TOLD_LATE,
        /**
         * The receiver looks for a kept message and posts its receive afterwards: a message in between is not noticed.
         */
        POSTS_AFTER_IT_LOOKED,
        /** A sender checks whether the receiver waits, and claims it afterwards: two senders may do so. */
        CLAIMED_BY_CHECK_THEN_ACT
    }

    private static final long FLAWED_LIMIT_NANOS = TimeUnit.SECONDS.toNanos(2);

    private static final int LOOKS = 20;

    private static final class Waiting {
        private final int sender;
        private final int tag;
        private final @Nullable Slice into;
        private volatile @Nullable Message message;

        Waiting(int sender, int tag, @Nullable Slice into) {
            this.sender = sender;
            this.tag = tag;
            this.into = into;
        }
    }

    private final Flaw flaw;
    private final Deque<Message> kept = new ArrayDeque<>(); // guarded by this
    private volatile @Nullable Waiting posted;
    private volatile boolean isEmpty = true;

    RacyMailbox(Flaw flaw) {
        this.flaw = flaw;
    }

    @Override
    public @Nullable Runnable claim(int sender, int tag, Slice data) {
        if (flaw == Flaw.CLAIMED_BY_CHECK_THEN_ACT) {
            Waiting waiting = posted;
            if (!isFor(waiting, sender, tag) || waiting.into == null) {
                return null;
            }
            Thread.yield(); // the gap
            posted = null;
            return () -> copy(waiting, sender, tag, data);
        }
        synchronized (this) {
            Waiting waiting = posted;
            if (!isFor(waiting, sender, tag) || waiting.into == null) {
                return null;
            }
            posted = null;
            return () -> copy(waiting, sender, tag, data);
        }
    }

    private static boolean isFor(@Nullable Waiting waiting, int sender, int tag) {
        return waiting != null && Mailbox.matches(waiting.sender, waiting.tag, sender, tag);
    }

    private static void copy(Waiting waiting, int sender, int tag, Slice data) {
        Slice target = waiting.into.part(0, data.length());
        Elements.copy(data, target);
        waiting.message = new Message.Copied(sender, tag, Envelope.NO_NOTE, target);
    }

    @Override
    public synchronized void put(Message message) {
        Waiting waiting = posted;
        if (isFor(waiting, message.sender(), message.tag())) {
            posted = null;
            waiting.message = message;
        } else {
            kept.add(message);
            isEmpty = false;
        }
    }

    @Override
    public Message take(int sender, int tag, @Nullable Slice into, Release release) {
        Waiting mine = new Waiting(sender, tag, into);
        Message found = takeKept(sender, tag, mine);
        if (found != null) {
            return found;
        }
        if (!await(mine, release) && !withdraw(mine)) {
            release.check("take");
        }
        return mine.message;
    }

    /** Waits until the receiver has a message; returns false if {@code release} ended the wait before. */
    private static boolean await(Waiting mine, Release release) {
        long start = System.nanoTime();
        while (mine.message == null && !release.holds()) {
            Thread.yield();
            if (System.nanoTime() - start > FLAWED_LIMIT_NANOS) {
                throw new IllegalStateException("waits for ever");
            }
        }
        return mine.message != null;
    }

    /** Returns whether a sender has given the receiver a message at the last moment. */
    private boolean withdraw(Waiting mine) {
        synchronized (this) {
            if (posted == mine) {
                posted = null;
                return false;
            }
        }
        return flaw != Flaw.WITHDRAWS_WITHOUT_WAITING && await(mine, NEVER);
    }

    private static final Release NEVER = new Release() {
        @Override
        public boolean holds() {
            return false;
        }

        @Override
        public void check(Object call) {}
    };

    @Override
    public @Nullable Message poll(int sender, int tag) {
        return takeKept(sender, tag, null);
    }

    private @Nullable Message takeKept(int sender, int tag, @Nullable Waiting otherwise) {
        Message found;
        boolean empty;
        synchronized (this) {
            found = first(sender, tag);
            kept.remove(found);
            empty = kept.isEmpty();
            if (flaw != Flaw.EMPTY_TOLD_LATE) {
                isEmpty = empty;
            }
            if (found == null && flaw != Flaw.POSTS_AFTER_IT_LOOKED) {
                posted = otherwise;
            }
        }
        if (flaw == Flaw.EMPTY_TOLD_LATE && found != null) {
            holdTheGapOpen();
            isEmpty = empty;
        }
        if (flaw == Flaw.POSTS_AFTER_IT_LOOKED && found == null) {
            holdTheGapOpen();
            posted = otherwise;
        }
        return found;
    }

    /**
     * Waits for some checks of a condition, at the place of the flaw: on a busy machine other threads seldom put a
     * message in the gap by chance.
     */
    private void holdTheGapOpen() {
        for (int looks = 0; looks < LOOKS && isEmpty; looks++) {
            Thread.yield();
        }
        Thread.yield(); // put returns now
    }

    private @Nullable Message first(int sender, int tag) {
        for (Message message : kept) {
            if (Mailbox.matches(sender, tag, message.sender(), message.tag())) {
                return message;
            }
        }
        return null;
    }

    @Override
    public boolean holds(int sender, int tag) {
        if (isEmpty) {
            return false;
        }
        synchronized (this) {
            return first(sender, tag) != null;
        }
    }

    @Override
    public void raise() {}
}
