package org.moide.engine.worker;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;
import org.moide.balance.worker.WorkerMessage;
import org.moide.commlib.RemoteFailureException;
import org.moide.engine.Answer;

/**
 * An answer that may have come. {@code come} is written by the thread that brings it; all else belongs to the handler that asked.
 */
final class PendingAnswer<A extends Serializable> implements Answer<A> {
    private final long asked;
    private final Class<A> type;
    private final Bodies bodies;
    private final Waiting waiting;
    private volatile WorkerMessage.@Nullable Answer come;
    private @Nullable A value;

    /** How a handler waits. */
    @FunctionalInterface
    interface Waiting {
        /** Returns when it has come. */
        void await(PendingAnswer<?> answer);
    }

    PendingAnswer(long asked, Class<A> type, Bodies bodies, Waiting waiting) {
        this.asked = asked;
        this.type = type;
        this.bodies = bodies;
        this.waiting = waiting;
    }

    /** The worker that was asked. */
    long asked() {
        return asked;
    }

    void come(WorkerMessage.Answer answer) {
        come = answer;
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
        if (answer.failed()) {
            throw new RemoteFailureException(
                    "worker " + asked + " was asked, and its answer failed: " + Bodies.text(answer.bytes()), null);
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
