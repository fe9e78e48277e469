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
 * The messages that were sent to one logical ID and not yet received. A receiver that finds nothing posts what it waits
 * for, so that a sender of the same engine can copy its elements straight into the receiver's array.
 *
 * <p><b>Threads.</b> Senders of the same engine and threads of the object space put; one thread at a time takes.
 * {@code chains}, {@code posted}, {@code isEmpty} and {@code unreceived} are guarded by this; nothing waits, calls out or
 * copies elements with it held. {@code posted} and {@code isEmpty} may be glanced at without it.
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

    /** Messages of one sender and tag, in order. */
    private static final class Chain {
        Message first;
        Message last;

        Chain(Message only) {
            first = only;
            last = only;
        }
    }

    /** A receiver's wait for a message. */
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
     * Makes an empty mailbox.
     *
     * @param signal at which its owner waits
     * @param ids how many logical IDs there are
     */
    public Mailbox(Signal signal, int ids) {
        this.signal = signal;
        this.unreceived = new long[ids];
    }

    public Signal signal() {
        return signal;
    }

    /** The bytes of {@code sender}'s messages in here. */
    public synchronized long unreceivedBytes(int sender) {
        return unreceived[sender];
    }

    /**
     * Returns whether there is a message of this sender and tag; neither may be a wildcard. Takes no lock while the
     * mailbox is empty.
     */
    public boolean holds(int sender, int tag) {
        return !isEmpty && peek(sender, tag) != null;
    }

    /** Returns whether the owner waits for a message, of any sender. */
    public boolean isAwaited() {
        return posted != null;
    }

    /**
     * Claims the waiting receiver if it waits for exactly this message: the caller copies {@code data} to the slice
     * returned, and then calls {@link #complete}. Null if nobody waits for it or it does not fit.
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

    /** Copies to a receiver that was claimed, and wakes it. */
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

    /** Gives a message to the receiver that waits for it, or keeps it. Does not block. */
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

    /** Sets what is called after every {@link #put}, on the thread that puts; must not block. */
    public void whenKept(Runnable action) {
        whenKept = action;
    }

    public static boolean matches(int wantedSender, int wantedTag, int sender, int tag) {
        return (wantedSender == sender || wantedSender == CommLib.ANY_SENDER)
                && (wantedTag == tag || (wantedTag == CommLib.ANY_TAG && tag >= 0));
    }

    /** The message that {@link #take} would take now; null if it would wait. */
    @Nullable
    public synchronized Message peek(int sender, int tag) {
        Chain chain = chains.get(keyOfFirst(sender, tag));
        return chain == null ? null : chain.first;
    }

    /** Takes a message if there is one. */
    @Nullable
    public synchronized Message poll(int sender, int tag) {
        return takeKept(sender, tag);
    }

    /** The chain with the message that came first among those wanted; with wildcards all chains are looked at. */
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
     * The messages that applications have sent and nobody has received, in the order in which they came; they stay
     * here.
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

    /**
     * The first of each sender and tag that applications have sent and nobody has received, at most this many. Any
     * thread.
     */
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
     * Takes the next message of a sender and tag, either of which may be any; waits for it if need be.
     *
     * @param into where the receiver wants the elements if they fit; null if it will see
     * @param release when waiting is in vain; a message that has come by then, or comes just then, is taken all the same
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
            return given; // the thread's flag is set: its next wait says so
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
     * Makes sure that nobody copies into the receiver's array any more.
     *
     * @return what a sender has given it at the last moment: its put has returned, so the message must not be lost; null if
     *     nobody has
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
