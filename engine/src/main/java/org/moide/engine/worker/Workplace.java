package org.moide.engine.worker;

import org.jspecify.annotations.Nullable;
import org.moide.balance.worker.WorkerImage;
import org.moide.balance.worker.strategy.WorkerRule;
import org.moide.commlib.port.Ticker;
import org.moide.commlib.trace.ThreadTrace;

/** The engine's services for a thread that handles workers' tasks. Any thread. */
interface Workplace {
    /** Returns the engine's process number. */
    int number();

    /** Returns the current number of engines. */
    int count();

    /** Returns how often a task is tried if its handler throws. */
    int tries();

    Ticker ticker();

    /** Returns the trace of the thread with this number. */
    ThreadTrace trace(int thread);

    WorkerPorts.Notes notes();

    ApplicationView outside();

    /** Returns a new record for the tasks of a further thread; null if the workload is not recorded. */
    @Nullable
    WorkerRow row();

    /** Returns whether the run or epoch is over. Exceptions are no failures then. */
    boolean isOver();

    /** Registers a request, and returns the number that its answer will carry. */
    long asks(PendingAnswer<?> pending);

    /** Waits for an answer, while a spare thread handles tasks instead of this thread. */
    void awaitAnswer(PendingAnswer<?> answer);

    /** Counts handled tasks and the time for them. */
    void handled(int tasks, long nanos);

    /** Notes that a worker has moved to another engine. The move began at {@code sinceNanos}. */
    void left(WorkerImage image, long sinceNanos);

    /**
     * Takes the result of a worker that has ended.
     *
     * @param cut the number of the last cut that the worker had passed; a cut is a snapshot that is taken while workers
     *     run
     */
    void result(byte[] encoded, int cut);

    /**
     * Checks that hosts are known if a new worker's rule depends on them.
     *
     * @throws IllegalStateException if they are not known
     */
    void requireKnown(WorkerRule rule);

    /** Returns the engine on which a new worker begins. */
    int placeFor(WorkerRule rule);

    /** Sends all batches. May block. */
    void flush();

    /** Sends the batches that are urgent ({@link Outbound#isUrgent}). May block. */
    void flushUrgent();
}
