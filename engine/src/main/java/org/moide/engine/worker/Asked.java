package org.moide.engine.worker;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.moide.balance.worker.WorkerMessage;

/** The requests of an engine's workers that have no answer yet. Any thread. */
final class Asked {
    private final Map<Long, PendingAnswer<?>> pending = new ConcurrentHashMap<>();
    private final AtomicLong numbers = new AtomicLong();

    /** Adds a request, and returns the number that its answer will carry. */
    public long add(PendingAnswer<?> asks) {
        long number = numbers.getAndIncrement();
        pending.put(number, asks);
        return number;
    }

    /**
     * Passes an answer to the handler that asked.
     *
     * @param tooLate called before the handler gets the answer, if the worker that answered had already passed a cut (a
     *     snapshot that is taken while workers run) which the handler's worker has not passed yet. The cut is then
     *     inconsistent
     * @return false if no handler waits for the answer
     */
    public boolean come(WorkerMessage.Answer answer, Runnable tooLate) {
        PendingAnswer<?> waiting = pending.remove(answer.ask());
        if (waiting == null) {
            return false;
        }
        if (answer.cut() > waiting.cut()) {
            tooLate.run();
        }
        waiting.come(answer);
        return true;
    }
}
