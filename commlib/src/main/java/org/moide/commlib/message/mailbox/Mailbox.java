package org.moide.commlib.message.mailbox;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.CommException;
import org.moide.commlib.CommLib;
import org.moide.commlib.Slice;
import org.moide.commlib.local.Release;
import org.moide.commlib.local.Waiter;
import org.moide.commlib.message.Elements;
import org.moide.commlib.port.Signal;
import org.moide.commlib.waiting.ThreadState;

/**
 * The messages that were sent to one logical ID and not yet received. A receiver that finds no message posts its
 * receive, so that a sender of the same engine can copy elements straight into the receiver's array.
 *
 * <p><b>Threads.</b> Senders of the same engine and threads of the object space put; one thread at a time takes.
 * {@code chains}, {@code posted}, {@code isEmpty} and {@code unreceived} are guarded by this object; a thread that
 * holds its lock does not wait, call out or copy elements. {@code posted} and {@code isEmpty} may be read without it.
 */
public final class Mailbox {
    private static final Comparator<Message> FIRST_COME = Comparator.comparingLong(message -> message.arrival);

    private final Signal signal;
    private final Map<Long, Chain> chains = new HashMap<>();
    private final long[] unreceived;
    private volatile @Nullable Posted posted;
    private volatile boolean isEmpty = true;
    private long arrivals;
    private volatile Runnable whenKept = () -> {};

    /** The unreceived messages of one sender and tag, in order. */
    private static final class Chain {
        Message first;
        Message last;

        Chain(Message only) {
            first = only;
            last = only;
        }
    }

    /** A receive that waits for a message, and that a sender of the same engine can serve directly. */
    public static final class Posted {
        private final int sender;
        private final int tag;
        private final @Nullable Slice into;
        private volatile @Nullable Message message;
        private int foundSender;
        private int foundTag;

        private boolean wants(int fromSender, int withTag) {
            return matches(sender, tag, fromSender, withTag);
        }

        private Posted(int sender, int tag, @Nullable Slice into) {
            this.sender = sender;
            this.tag = tag;
            this.into = into;
        }
    }

    /**
     * Creates an empty mailbox.
     *
     * @param signal the signal on which its owner waits
     * @param ids the number of logical IDs
     */
    public Mailbox(Signal signal, int ids) {
        this.signal = signal;
        this.unreceived = new long[ids];
    }

    public Signal signal() {
        return signal;
    }

    /** Returns the bytes of {@code sender}'s messages in this mailbox. */
    public synchronized long unreceivedBytes(int sender) {
        return unreceived[sender];
    }

    /**
     * Returns whether there is a message of this sender and tag; wildcards are not allowed. Takes no lock while the
     * mailbox is empty.
     */
    public boolean holds(int sender, int tag) {
        return !isEmpty && peek(sender, tag) != null;
    }

    /** Returns whether the owner waits for a message of any sender. */
    public boolean isAwaited() {
        return posted != null;
    }

    /**
     * Claims the posted receive if it matches this message: the caller then calls {@link #complete}, which copies the
     * data. Returns null if no receive is posted, it does not match, or the data does not fit.
     */
    @Nullable
    public Posted claim(int sender, int tag, Slice data) {
        synchronized (this) {
            Posted waiting = posted;
            if (waiting == null || !waiting.wants(sender, tag) || waiting.into == null) {
                return null;
            }
            if (waiting.into.length() < data.length() || waiting.into.type() != data.type()) {
                return null;
            }
            posted = null;
            waiting.foundSender = sender;
            waiting.foundTag = tag;
            return waiting;
        }
    }

    /** Copies data to the array of the receive that was claimed, and wakes the receiver. */
    public void complete(Posted claimed, long note, Slice data) {
        Slice into = claimed.into;
        if (into == null) {
            throw new IllegalStateException("expected a receiver of elements");
        }
        Slice target = into.part(0, data.length());
        Elements.copy(data, target);
        claimed.message = new Message.Copied(claimed.foundSender, claimed.foundTag, note, target);
        signal.raise();
    }

    /** Gives a message to the posted receive if it matches, or keeps it. Does not block. */
    public void put(Message message) {
        synchronized (this) {
            Posted waiting = posted;
            if (waiting != null && waiting.wants(message.sender(), message.tag())) {
                posted = null;
                waiting.message = message;
            } else {
                keep(message);
            }
        }
        signal.raise();
        whenKept.run();
    }

    /**
     * Sets an action that runs after every {@link #put}, whether the message is kept or given to a waiting receiver. It
     * runs on the thread that puts, and must not block.
     */
    public void whenKept(Runnable action) {
        whenKept = action;
    }

    public static boolean matches(int wantedSender, int wantedTag, int sender, int tag) {
        return (wantedSender == sender || wantedSender == CommLib.ANY_SENDER)
                && (wantedTag == tag || (wantedTag == CommLib.ANY_TAG && tag >= 0));
    }

    /** Returns the message that {@link #take} would take now; null if it would wait. */
    @Nullable
    public synchronized Message peek(int sender, int tag) {
        Chain chain = chains.get(keyOfFirst(sender, tag));
        return chain == null ? null : chain.first;
    }

    /** Takes the oldest message that matches; returns null if there is none. */
    @Nullable
    public synchronized Message poll(int sender, int tag) {
        return takeKept(sender, tag);
    }

    /**
     * Returns the key of the chain (the messages of one sender and tag) with the oldest matching message; with
     * wildcards it checks all chains.
     */
    private Long keyOfFirst(int sender, int tag) {
        if (sender != CommLib.ANY_SENDER && tag != CommLib.ANY_TAG) {
            return key(sender, tag);
        }
        Message first = null;
        for (Chain chain : chains.values()) {
            Message head = chain.first;
            if (matches(sender, tag, head.sender(), head.tag()) && (first == null || head.arrival < first.arrival)) {
                first = head;
            }
        }
        return first == null ? key(sender, tag) : key(first.sender(), first.tag());
    }

    /**
     * Returns the messages of applications that are not received, in the order in which they arrived; they stay in the
     * mailbox.
     */
    public synchronized List<Message> unreceived() {
        List<Message> all = new ArrayList<>();
        for (Chain chain : chains.values()) {
            for (Message next = chain.first; next != null && next.tag() >= 0; next = next.next) {
                all.add(next);
            }
        }
        all.sort(FIRST_COME);
        return all;
    }

    /** Returns the oldest unreceived message of each sender and tag, at most {@code most}. Any thread may call it. */
    public synchronized List<ThreadState.Unreceived> heads(int most) {
        return chains.values().stream()
                .map(chain -> chain.first)
                .filter(message -> message.tag() >= 0)
                .sorted(FIRST_COME)
                .limit(most)
                .map(message -> new ThreadState.Unreceived(message.sender(), message.tag()))
                .toList();
    }

    private void keep(Message message) {
        message.arrival = arrivals++;
        isEmpty = false;
        unreceived[message.sender()] += message.weightBytes();
        Long key = key(message.sender(), message.tag());
        Chain chain = chains.get(key);
        if (chain == null) {
            chains.put(key, new Chain(message));
        } else {
            chain.last.next = message;
            chain.last = message;
        }
    }

    /**
     * Takes the next message of a sender and tag, which may be wildcards; waits for it.
     *
     * @param into where the receiver wants the elements if they fit; null if that is not known yet
     * @param release the condition under which it stops waiting and throws; a message that has arrived by then is
     * returned all the same
     */
    public Message take(int sender, int tag, @Nullable Slice into, Waiter self, Release release, Object call) {
        Posted mine;
        synchronized (this) {
            Message kept = takeKept(sender, tag);
            if (kept != null) {
                return kept;
            }
            mine = new Posted(sender, tag, into);
            posted = mine;
        }
        try {
            self.await(() -> mine.message != null || release.holds(), call);
        } catch (CommException interrupted) {
            Message given = withdraw(mine, self);
            if (given == null) {
                throw interrupted;
            }
            return given; // the interrupt flag is set, so the thread's next wait throws
        }
        Message message = mine.message;
        if (message == null) {
            message = withdraw(mine, self);
        }
        if (message == null) {
            release.check(call);
            throw new IllegalStateException(call + ": released without a reason");
        }
        return message;
    }

    private @Nullable Message takeKept(int sender, int tag) {
        Long key = keyOfFirst(sender, tag);
        Chain chain = chains.get(key);
        if (chain == null) {
            return null;
        }
        Message message = chain.first;
        if (message.next == null) {
            chains.remove(key);
            isEmpty = chains.isEmpty();
        } else {
            chain.first = message.next;
            message.next = null;
        }
        unreceived[message.sender()] -= message.weightBytes();
        return message;
    }

    /**
     * Withdraws a posted receive, so that no sender copies into its array any more.
     *
     * @return the message that a sender gave it at the last moment, which must not be lost; null if there is none
     */
    private @Nullable Message withdraw(Posted mine, Waiter self) {
        synchronized (this) {
            if (posted == mine) {
                posted = null;
                return null;
            }
        }
        self.awaitFirmly(() -> mine.message != null);
        return mine.message;
    }

    private static long key(int sender, int tag) {
        return (long) sender << Integer.SIZE | (tag & 0xFFFF_FFFFL);
    }
}
