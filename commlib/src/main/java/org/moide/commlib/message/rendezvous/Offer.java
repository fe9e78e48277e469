package org.moide.commlib.message.rendezvous;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.Slice;
import org.moide.commlib.local.Release;
import org.moide.commlib.message.Endpoint;

/**
 * The sender's side of a long message, whose data stays in the sender's array until the receiver has it.
 *
 * <p><b>Threads.</b> The sender creates it and waits. While it is not closed, its data is read by the receiver if that
 * is on the same engine, otherwise by threads of the object space. {@code state} makes only the changes that
 * {@link State} lists. {@code complaint} is set before the state is CLOSED and read after.
 */
public final class Offer {
    /**
     * The states. Legal changes: OPEN to READING and back; OPEN or READING to CLOSED; OPEN to WITHDRAWN, by the
     * sender.
     */
    private enum State {
        OPEN,
        READING,
        CLOSED,
        WITHDRAWN
    }

    private final long messageId;
    private final Slice data;
    private final int receiverEngine;
    private final Endpoint sender;
    private final AtomicReference<State> state = new AtomicReference<>(State.OPEN);
    private volatile @Nullable String complaint;

    /**
     * Creates an offer.
     *
     * @param messageId the number with which another engine requests it; 0 within the engine
     */
    public Offer(long messageId, Slice data, int receiverEngine, Endpoint sender) {
        this.messageId = messageId;
        this.data = data;
        this.receiverEngine = receiverEngine;
        this.sender = sender;
    }

    public long messageId() {
        return messageId;
    }

    public Slice data() {
        return data;
    }

    public int receiverEngine() {
        return receiverEngine;
    }

    public Endpoint sender() {
        return sender;
    }

    /** Returns whether the sender still waits with the data. */
    public boolean isOpen() {
        State now = state.get();
        return now == State.OPEN || now == State.READING;
    }

    /** Returns whether the receiver has the data, or can no longer get it. */
    public boolean isOver() {
        State now = state.get();
        return now == State.CLOSED || now == State.WITHDRAWN;
    }

    /**
     * Keeps the sender from withdrawing while the data is read; returns false if it has withdrawn. The caller then
     * calls {@link #close}, or {@link #endReading} if more data is to be read later.
     */
    public boolean beginReading() {
        return state.compareAndSet(State.OPEN, State.READING);
    }

    /** Ends {@link #beginReading}: the sender may withdraw again. */
    void endReading() {
        state.compareAndSet(State.READING, State.OPEN);
        sender.waiter().signal().raise();
    }

    /**
     * Ends the offer: the receiver has the data, or does not want it. Called once; has no effect if the sender has
     * withdrawn.
     *
     * @param why the reason why it does not want the data, for the sender; null if it has it
     */
    public void close(@Nullable String why) {
        complaint = why;
        // A thread that read the last piece may end reading right now; the state is then OPEN again, so repeat.
        for (State now = state.get(); now == State.OPEN || now == State.READING; now = state.get()) {
            if (state.compareAndSet(now, State.CLOSED)) {
                sender.waiter().signal().raise();
                return;
            }
        }
    }

    /**
     * Waits until the receiver has the data. Called by the sender.
     *
     * @throws IllegalArgumentException if the receiver did not want the data
     */
    public void await(Release release, Object call) {
        try {
            sender.waiter().await(() -> state.get() == State.CLOSED || release.holds(), call);
        } finally {
            withdraw();
        }
        if (state.get() == State.WITHDRAWN) {
            release.check(call);
        }
        String refused = complaint;
        if (refused != null) {
            throw new IllegalArgumentException(call + ": " + refused);
        }
    }

    /** Takes the offer back unless the receiver has the data. After that, no thread reads the data. */
    public void withdraw() {
        while (!state.compareAndSet(State.OPEN, State.WITHDRAWN) && !isOver()) {
            sender.waiter().awaitFirmly(() -> state.get() != State.READING);
        }
    }
}
