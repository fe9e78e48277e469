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
 * Tasks that are to be encoded before they go to another engine. A compute thread encodes them between two tasks. If
 * all compute threads are in tasks that take long, while another engine waits for these, a thread of its own encodes
 * them.
 *
 * <p>Concurrency: any thread; {@code jobs} is concurrent, {@code helper} is guarded by this object.
 */
final class Encoding {
    /**
     * The time for which the helper leaves a job to compute threads: longer than most tasks take, and shorter than
     * anybody notices.
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
     * @param role the helper thread's name
     * @param encoder does a job, on the helper's thread
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

    /** Returns the next job, which the caller will do; null if there is none. */
    LoanOutput.@Nullable EncodeTasks poll() {
        return jobs.poll();
    }

    /** Ends the helper after the job that it is at. */
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
