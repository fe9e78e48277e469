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
 * The answers that one handler is to get, and for which of them it waits. Belongs to its thread; {@link #awaited} is
 * asked by others.
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

    /** @param row where its thread records what it handles; null if nothing is recorded */
    HandlerAnswers(Workplace engine, WorkerTable table, Bodies bodies, @Nullable WorkerRow row, ThreadTrace trace) {
        this.engine = engine;
        this.table = table;
        this.row = row;
        this.bodies = bodies;
        this.trace = trace;
    }

    /** One more, of a worker that is about to be asked. */
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

    /** Where the worker is that was asked, as far as it is known; below 0 if it is not, or nobody wants to know. */
    private int engineOf(PendingAnswer<?> answer) {
        WorkerPlace place = trace.isOn() ? table.placeOf(answer.asked()) : null;
        return place == null ? -1 : place.process();
    }

    /** For how long its handlers have waited, all together. */
    long waitedNanos() {
        return waitedNanos;
    }

    /**
     * The handler has ended: waits until all that it has asked is answered.
     *
     * @throws org.moide.commlib.RemoteFailureException if an answer failed at which it has not looked
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

    /** The handler threw: what it has asked does not matter any more. */
    void forget() {
        pending.clear();
    }

    /** The one for which it waits; null if it does not. Any thread. */
    @Nullable
    PendingAnswer<?> awaited() {
        return awaited;
    }
}
