package org.moide.engine.worker;

import org.jspecify.annotations.Nullable;
import org.moide.balance.worker.WorkerImage;
import org.moide.balance.worker.strategy.WorkerRule;
import org.moide.commlib.port.Ticker;
import org.moide.commlib.trace.ThreadTrace;

/** What a thread that handles workers' tasks needs of its engine. Any thread. */
interface Workplace {
    /** The engine's number. */
    int number();

    /** How many engines there are. */
    int count();

    /** How often a task is tried whose handler throws. */
    int tries();

    Ticker ticker();

    /** Where a thread of this number says what it does. */
    ThreadTrace trace(int thread);

    /** Where a thread notes what it handles. */
    WorkerPorts.Notes notes();

    ApplicationView outside();

    /** Where a further thread records what it handles; null if nothing is recorded. */
    @Nullable
    WorkerRow row();

    /** Whether the run, or this epoch, is over: what is thrown from then on is no failure. */
    boolean isOver();

    /** The number of a new request; its answer goes to this. */
    long asks(PendingAnswer<?> pending);

    /** Waits for an answer, while another thread handles tasks in place of this one. */
    void awaitAnswer(PendingAnswer<?> answer);

    /** So many tasks have been handled. */
    void handled(int tasks, long nanos);

    /** A worker has gone to another engine; that began at {@code sinceNanos}. */
    void left(WorkerImage image, long sinceNanos);

    /** The result of a worker that has ended. */
    void result(byte[] encoded, int cut);

    /**
     * Checks that it is known which engines have what a new worker needs.
     *
     * @throws IllegalStateException if it is not
     */
    void requireKnown(WorkerRule rule);

    /** Where a new worker begins. */
    int placeFor(WorkerRule rule);

    /** Sends all that is there to be sent. */
    void flush();

    /** Sends what has become large. */
    void flushUrgent();
}
