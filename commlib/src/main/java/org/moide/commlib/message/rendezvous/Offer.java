package org.moide.commlib.message.rendezvous;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.Slice;
import org.moide.commlib.local.Release;
import org.moide.commlib.message.Endpoint;

/**
 * A long message whose sender waits until the receiver has taken the data.
 *
 * <p><b>Threads.</b> The sender makes it and waits; a receiver of the same engine, or threads of the object space for a
 * receiver elsewhere, read the data while it is not closed. {@code state} only moves along its table; {@code complaint}
 * is set before the state is CLOSED and read after.
 */
public final class Offer {
    /** OPEN ⇄ READING, either → CLOSED; OPEN → WITHDRAWN by the sender. */
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
     * Makes an offer.
     *
     * @param messageId by which another engine asks for it; 0 within the engine
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

    /** Returns whether the receiver has the data, or will not have it. */
    public boolean isOver() {
        State now = state.get();
        return now == State.CLOSED || now == State.WITHDRAWN;
    }

    /**
     * Keeps the sender from leaving while the data is read; false if it has left. Followed by {@link #close}, or by
     * {@link #endReading} if more is to be read later.
     */
    public boolean beginReading() {
        return state.compareAndSet(State.OPEN, State.READING);
    }

    /** The sender may leave again. */
    void endReading() {
        state.compareAndSet(State.READING, State.OPEN);
        sender.waiter().signal().raise();
    }

    /**
     * The receiver has the data, or does not want it. Called once; without effect if the sender has left.
     *
     * @param why it does not want it, for the sender; null if it has it
     */
    public void close(@Nullable String why) {
        complaint = why;
        // Whoever reads the last piece may end to do so just now: it is open again then, and neither closed nor read
        // any more.
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
     * @throws IllegalArgumentException if the receiver did not want it
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

    /** Takes the offer back if the receiver has not got it; after this nobody reads the data. */
    public void withdraw() {
        while (!state.compareAndSet(State.OPEN, State.WITHDRAWN) && !isOver()) {
            sender.waiter().awaitFirmly(() -> state.get() != State.READING);
        }
    }
}
