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
 * The requests of the handler that a thread is running: all answers that it has asked for, and the one for which it
 * waits now. Used by that thread; other threads call only {@link #awaited}.
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

    /**
     * Creates the answers for the handlers of one thread, with no open request.
     *
     * @param row the record of the tasks that the thread handles; null if the workload is not recorded
     */
    HandlerAnswers(Workplace engine, WorkerTable table, Bodies bodies, @Nullable WorkerRow row, ThreadTrace trace) {
        this.engine = engine;
        this.table = table;
        this.row = row;
        this.bodies = bodies;
        this.trace = trace;
    }

    /** Adds the place of an answer. The caller then sends the request. */
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
     * Returns the number of the engine where the worker that was asked is, as far as this engine knows. Returns a
     * number below 0 if it does not know, or if nothing is traced.
     */
    private int engineOf(PendingAnswer<?> answer) {
        WorkerPlace place = trace.isOn() ? table.placeOf(answer.asked()) : null;
        return place == null ? -1 : place.process();
    }

    /** Returns the time that this thread's handlers have waited for answers, in total. */
    long waitedNanos() {
        return waitedNanos;
    }

    /**
     * Waits for the remaining answers of a handler that has returned.
     *
     * @throws org.moide.commlib.RemoteFailureException if an answer failed and the handler has not read it
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
