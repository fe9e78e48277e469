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
 * <p><b>Threads.</b> {@code come} and {@code counted} are written with this locked, by the thread that brings the
 * answer and the handler that asked; everything else belongs to that handler.
 */
final class PendingAnswer<A extends Serializable> implements Answer<A> {
    private final Slot asker;
    private final long asked;
    private final Class<A> type;
    private final Bodies bodies;
    private final Waiting waiting;
    private @Nullable Waits counted; // ended by the thread that brings the answer
    private volatile WorkerMessage.@Nullable Answer come;
    private @Nullable A value;
    private boolean looked;

    /** The way in which a handler waits. */
    @FunctionalInterface
    public interface Waiting {
        /** Returns when the answer has come. */
        void await(PendingAnswer<?> answer);
    }

    /** A counter of handlers that wait. Called with the answer's lock held: it takes no other lock than the slot's. */
    public interface Waits {
        /** Notes that the handler of this worker waits from now on. The handler's thread calls it. */
        void begins(Slot asker);

        /**
         * Notes that the handler does not wait any more. The thread that brings the answer calls it, before the handler
         * sees the answer.
         */
        void ends(Slot asker);
    }

    public PendingAnswer(Slot asker, long asked, Class<A> type, Bodies bodies, Waiting waiting) {
        this.asker = asker;
        this.asked = asked;
        this.type = type;
        this.bodies = bodies;
        this.waiting = waiting;
    }

    /** Returns the worker that was asked. */
    public long asked() {
        return asked;
    }

    /** Returns the last cut that the asking worker has passed. Any thread may call it. */
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

    /**
     * Counts the handler as one that waits.
     *
     * @return false if the answer is there, so that the handler need not wait
     */
    public synchronized boolean beginsToWait(Waits waits) {
        if (come != null) {
            return false;
        }
        waits.begins(asker);
        counted = waits;
        return true;
    }

    /**
     * Checks, once the answer has come, that no failure has gone unseen.
     *
     * @throws RemoteFailureException if the answer failed and the handler has not looked at it
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
