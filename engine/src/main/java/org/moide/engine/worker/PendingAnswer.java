package org.moide.engine.worker;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;
import org.moide.balance.worker.Slot;
import org.moide.balance.worker.WorkerMessage;
import org.moide.commlib.RemoteFailureException;
import org.moide.engine.Answer;

/**
 * An answer that may have come.
 *
 * <p><b>Threads.</b> {@code come} and {@code counted} are written with this locked, by the thread that brings the answer
 * and the handler that asked; all else belongs to that handler.
 */
final class PendingAnswer<A extends Serializable> implements Answer<A> {
    private final Slot asker;
    private final long asked;
    private final Class<A> type;
    private final Bodies bodies;
    private final Waiting waiting;
    private @Nullable Waits counted; // ended by who brings the answer
    private volatile WorkerMessage.@Nullable Answer come;
    private @Nullable A value;
    private boolean looked;

    /** How a handler waits. */
    @FunctionalInterface
    public interface Waiting {
        /** Returns when it has come. */
        void await(PendingAnswer<?> answer);
    }

    /** Counts handlers that wait. Called with the answer's lock held: it takes none but the slot's. */
    public interface Waits {
        /** The handler of this worker waits from now on. By its thread. */
        void begins(Slot asker);

        /** It does not any more. By who brings the answer, before the handler sees it. */
        void ends(Slot asker);
    }

    public PendingAnswer(Slot asker, long asked, Class<A> type, Bodies bodies, Waiting waiting) {
        this.asker = asker;
        this.asked = asked;
        this.type = type;
        this.bodies = bodies;
        this.waiting = waiting;
    }

    /** The worker that was asked. */
    public long asked() {
        return asked;
    }

    /** The last cut that the worker has passed whose handler asked. Any thread. */
    int cut() {
        return asker.cut();
    }

    public void come(WorkerMessage.Answer answer) {
        synchronized (this) {
            if (counted != null) { // first, since the handler goes on as soon as it sees the answer
                counted.ends(asker);
                counted = null;
            }
            come = answer;
        }
    }

    /** The handler is about to wait, and is counted as one that does; false if it need not. */
    public synchronized boolean beginsToWait(Waits waits) {
        if (come != null) {
            return false;
        }
        waits.begins(asker);
        counted = waits;
        return true;
    }

    /**
     * Once it has come: that it failed must not go unseen.
     *
     * @throws RemoteFailureException if it did, and the handler has not looked
     */
    public void requireGood() {
        WorkerMessage.Answer answer = come;
        if (!looked && answer != null && answer.failed()) {
            throw failure(answer);
        }
    }

    private RemoteFailureException failure(WorkerMessage.Answer answer) {
        return new RemoteFailureException(
                "worker " + asked + " was asked, and its answer failed: " + Bodies.text(answer.bytes()), null);
    }

    @Override
    public boolean isThere() {
        return come != null;
    }

    @Override
    public A get() {
        A known = value;
        if (known != null) {
            return known;
        }
        WorkerMessage.Answer answer = come;
        if (answer == null) {
            waiting.await(this);
            answer = come;
        }
        if (answer == null) {
            throw new IllegalStateException("the answer of worker " + asked + ": expected it to have come");
        }
        looked = true;
        if (answer.failed()) {
            throw failure(answer);
        }
        Object decoded = bodies.decode(answer.bytes());
        if (!type.isInstance(decoded)) {
            throw new IllegalArgumentException("the answer of worker " + asked + ": expected " + type.getTypeName()
                    + ", found " + decoded.getClass().getTypeName());
        }
        A made = type.cast(decoded);
        value = made;
        return made;
    }
}
