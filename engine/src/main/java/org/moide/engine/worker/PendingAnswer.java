package org.moide.engine.worker;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;
import org.moide.balance.worker.Slot;
import org.moide.balance.worker.WorkerMessage;
import org.moide.commlib.RemoteFailureException;
import org.moide.engine.Answer;

/**
 * An answer that has arrived or will arrive.
 *
 * <p><b>Threads.</b> {@code come} and {@code counted} are written with this object's lock held, by the thread that
 * delivers the answer and by the handler that asked. Only that handler uses all other fields.
 */
final class PendingAnswer<A extends Serializable> implements Answer<A> {
    private final Slot asker;
    private final long asked;
    private final Class<A> type;
    private final Bodies bodies;
    private final Waiting waiting;
    private @Nullable Waits counted; // ended by the thread that delivers the answer
    private volatile WorkerMessage.@Nullable Answer come;
    private @Nullable A value;
    private boolean looked;

    @FunctionalInterface
    public interface Waiting {
        /** Blocks until the answer has arrived. */
        void await(PendingAnswer<?> answer);
    }

    /**
     * The receiver of notes that a handler begins or stops to wait, which counts the waiting handlers. Called with the
     * answer's lock held; an implementation takes no other lock than the slot's.
     */
    public interface Waits {
        /** Notes that the handler of this worker begins to wait. Called by the handler's thread. */
        void begins(Slot asker);

        /**
         * Notes that the handler stops waiting. Called by the thread that delivers the answer, before the handler sees
         * it.
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

    public long asked() {
        return asked;
    }

    /**
     * Returns the last cut that the asking worker has passed. A cut is a snapshot that is taken while workers run. Any
     * thread.
     */
    int cut() {
        return asker.cut();
    }

    public void come(WorkerMessage.Answer answer) {
        synchronized (this) {
            if (counted != null) { // called first, because the handler continues as soon as it sees the answer
                counted.ends(asker);
                counted = null;
            }
            come = answer;
        }
    }

    /**
     * Counts the handler as waiting.
     *
     * @return false if the answer has arrived, so that the handler need not wait
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
     * Checks that a failed answer was not ignored. Called after the answer has arrived.
     *
     * @throws RemoteFailureException if the answer failed and the handler has not read it
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
