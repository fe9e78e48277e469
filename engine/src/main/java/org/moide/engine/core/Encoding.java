package org.moide.engine.core;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.LoanOutput;
import org.moide.commlib.port.Signal;
import org.moide.commlib.port.Surroundings;
import org.moide.commlib.system.Loop;

/**
 * Queue of tasks that must be encoded before they are sent to another engine. Usually a compute thread of this engine
 * encodes them between two tasks. If all compute threads are in long tasks, a helper thread encodes them, so that the
 * other engine need not wait.
 *
 * <p>Concurrency: any thread; {@code jobs} is concurrent, {@code helper} is guarded by this object's lock.
 */
final class Encoding {
    /**
     * The time for which the helper thread leaves a job to the compute threads. It is longer than most tasks, so that a
     * compute thread usually takes the job, and short for the engine that waits.
     */
    private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private final String role;
    private final Consumer<LoanOutput.EncodeTasks> encoder;
    private final ThreadFactory threads;
    private final Signal changed;
    private final Queue<LoanOutput.EncodeTasks> jobs = new ConcurrentLinkedQueue<>();
    private @Nullable Thread helper;
    private volatile boolean closed;

    /**
     * Creates an empty queue. The helper thread starts with the first job.
     *
     * @param role the helper thread's name
     * @param encoder encodes the tasks of a job; called on the helper thread
     */
    Encoding(String role, Consumer<LoanOutput.EncodeTasks> encoder, Surroundings around) {
        this.role = role;
        this.encoder = encoder;
        this.threads = around.threads();
        this.changed = around.signals().create();
    }

    void add(LoanOutput.EncodeTasks job) {
        jobs.add(job);
        startHelper();
        changed.raise();
    }

    boolean isEmpty() {
        return jobs.isEmpty();
    }

    /** Removes and returns the next job; null if there is none. */
    LoanOutput.@Nullable EncodeTasks poll() {
        return jobs.poll();
    }

    /** Ends the helper after its current job. */
    void close() {
        closed = true;
        changed.raise();
    }

    private synchronized void startHelper() {
        if (helper == null && !closed) {
            Thread made = threads.newThread(Loop.lasting(this::help));
            made.setName(role);
            made.start();
            helper = made;
        }
    }

    private boolean isNext(LoanOutput.EncodeTasks job) {
        LoanOutput.EncodeTasks next = jobs.peek();
        return next != null && next.job() == job.job();
    }

    private void help() {
        try {
            while (!closed) {
                changed.await(() -> closed || !jobs.isEmpty(), Long.MAX_VALUE);
                LoanOutput.EncodeTasks first = jobs.peek();
                if (first != null) {
                    changed.await(() -> closed || !isNext(first), PATIENCE_NANOS);
                    if (!closed && jobs.remove(first)) {
                        encoder.accept(first);
                    }
                }
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }
}
