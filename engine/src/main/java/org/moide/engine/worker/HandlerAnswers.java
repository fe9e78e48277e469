package org.moide.engine.worker;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.balance.worker.Slot;
import org.moide.balance.worker.WorkerPlace;
import org.moide.balance.worker.WorkerTable;
import org.moide.commlib.trace.ThreadTrace;

/**
 * The answers that one handler has asked for, and the one for which it waits. Belongs to the handler's thread; other
 * threads call only {@link #awaited}.
 */
final class HandlerAnswers {
    private final Workplace engine;
    private final WorkerTable table;
    private final Bodies bodies;
    private final @Nullable WorkerRow row;
    private final ThreadTrace trace;
    private final List<PendingAnswer<?>> pending = new ArrayList<>();
    private volatile @Nullable PendingAnswer<?> awaited;
    private long waitedNanos;

    /** @param row the row in which its thread records what it handles; null if nothing is recorded */
    HandlerAnswers(Workplace engine, WorkerTable table, Bodies bodies, @Nullable WorkerRow row, ThreadTrace trace) {
        this.engine = engine;
        this.table = table;
        this.row = row;
        this.bodies = bodies;
        this.trace = trace;
    }

    /** Adds the answer of a worker that is about to be asked. */
    <A extends Serializable> PendingAnswer<A> add(Slot asker, long worker, Class<A> type) {
        PendingAnswer<A> answer = new PendingAnswer<>(asker, worker, type, bodies, this::await);
        pending.add(answer);
        return answer;
    }

    private void await(PendingAnswer<?> answer) {
        long start = engine.ticker().nanoTime();
        awaited = answer;
        trace.begins("answer");
        try {
            engine.awaitAnswer(answer);
        } finally {
            awaited = null;
            long waited = engine.ticker().nanoTime() - start;
            waitedNanos += waited;
            trace.waited(engineOf(answer), waited);
            trace.ends();
            if (row != null) {
                row.waited(waited);
            }
        }
    }

    /**
     * Returns the engine of the worker that was asked, as far as it is known; below 0 if it is not known or the trace
     * is off.
     */
    private int engineOf(PendingAnswer<?> answer) {
        WorkerPlace place = trace.isOn() ? table.placeOf(answer.asked()) : null;
        return place == null ? -1 : place.process();
    }

    /** Returns for how long this thread's handlers have waited, all together. */
    long waitedNanos() {
        return waitedNanos;
    }

    /**
     * Waits, after the handler has ended, until everything that it has asked is answered.
     *
     * @throws org.moide.commlib.RemoteFailureException if an answer failed and the handler has not looked at it
     */
    void awaitAll() {
        if (pending.isEmpty()) {
            return;
        }
        for (PendingAnswer<?> answer : pending) {
            if (!answer.isThere()) {
                await(answer);
            }
        }
        pending.forEach(PendingAnswer::requireGood);
        pending.clear();
    }

    /** Forgets all requests of a handler that threw. */
    void forget() {
        pending.clear();
    }

    /** Returns the answer for which the handler waits; null if it does not wait. Any thread. */
    @Nullable
    PendingAnswer<?> awaited() {
        return awaited;
    }
}
