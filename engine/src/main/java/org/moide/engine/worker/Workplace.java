package org.moide.engine.worker;

import org.jspecify.annotations.Nullable;
import org.moide.balance.worker.WorkerImage;
import org.moide.balance.worker.strategy.WorkerRule;
import org.moide.commlib.port.Ticker;
import org.moide.commlib.trace.ThreadTrace;

/** The services that a thread which handles workers' tasks needs of its engine. Any thread. */
interface Workplace {
    /** Returns the engine's number. */
    int number();

    /** Returns how many engines there are. */
    int count();

    /** Returns how often a task is tried whose handler throws. */
    int tries();

    Ticker ticker();

    /** Returns the trace in which the thread of this number says what it does. */
    ThreadTrace trace(int thread);

    /** Returns the place where a thread notes what it handles. */
    WorkerPorts.Notes notes();

    ApplicationView outside();

    /** Returns a new row in which a further thread records what it handles; null if nothing is recorded. */
    @Nullable
    WorkerRow row();

    /** Returns whether the run, or this epoch, is over: an exception from then on is no failure. */
    boolean isOver();

    /** Returns the number of a new request, whose answer goes to this. */
    long asks(PendingAnswer<?> pending);

    /** Waits for an answer, while another thread handles tasks in place of this one. */
    void awaitAnswer(PendingAnswer<?> answer);

    /** Counts tasks that have been handled, and the time that this took. */
    void handled(int tasks, long nanos);

    /** Notes that a worker has gone to another engine, which began at {@code sinceNanos}. */
    void left(WorkerImage image, long sinceNanos);

    /** Takes the result of a worker that has ended. */
    void result(byte[] encoded, int cut);

    /**
     * Checks that it is known which engines have what a new worker needs.
     *
     * @throws IllegalStateException if it is not
     */
    void requireKnown(WorkerRule rule);

    /** Returns the engine on which a new worker begins. */
    int placeFor(WorkerRule rule);

    /** Sends all messages that are there to be sent. */
    void flush();

    /** Sends the batches that are urgent ({@link Outbound#isUrgent}). */
    void flushUrgent();
}
