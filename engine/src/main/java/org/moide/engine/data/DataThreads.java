package org.moide.engine.data;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ThreadFactory;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.RemoteCallException;
import org.moide.commlib.port.Signal;
import org.moide.commlib.port.Surroundings;
import org.moide.commlib.system.Loop;
import org.moide.engine.control.Backoff;

/**
 * A pool of threads for blocking jobs, which begin in the order in which they were added. Threads start when they are
 * needed. An interrupted job runs again, so jobs must be repeatable.
 *
 * <p>Concurrency: any thread; {@code jobs} guards all mutable fields. The signal is raised without that lock.
 */
final class DataThreads implements AutoCloseable {
    /**
     * The greatest number of extra threads that replace stuck ones. A thread is stuck while it is in a call whose
     * result is not needed any more; the call ends at its deadline at the latest.
     */
    private static final int MOST_INSTEAD = 12;

    @FunctionalInterface
    interface Job {
        void run() throws InterruptedException;
    }

    private final String role;
    private final int most;
    private final Consumer<RemoteCallException> whenUnreachable;
    private final Signal changed;
    private final ThreadFactory threads;
    private final Deque<Job> jobs = new ArrayDeque<>();
    private int started;
    private int instead; // the number of stuck threads
    private boolean closed;

    /**
     * Creates a pool without threads; they start when they are needed.
     *
     * @param role the prefix of the threads' names
     * @param most the limit on the number of threads at a time, without extra ones
     * @param whenUnreachable called on one of the threads with the exception of a job; the pool then closes
     */
    DataThreads(String role, int most, Consumer<RemoteCallException> whenUnreachable, Surroundings around) {
        this.role = role;
        this.most = most;
        this.whenUnreachable = whenUnreachable;
        this.changed = around.signals().create();
        this.threads = around.threads();
    }

    void add(Job job) {
        int index = -1;
        synchronized (jobs) {
            if (closed) {
                return;
            }
            jobs.add(job);
            if (started < most + Math.min(instead, MOST_INSTEAD)) {
                index = started++;
            }
        }
        if (index >= 0) {
            Thread thread = threads.newThread(Loop.lasting(this::work));
            thread.setName(role + "-" + index);
            try {
                thread.start();
            } catch (Error noThread) {
                synchronized (jobs) {
                    started--;
                }
                throw noThread;
            }
        }
        changed.raise();
    }

    /**
     * Notes that one of the threads is stuck: it waits for a result that is not needed any more. One extra thread may
     * run until {@link #isBack}.
     */
    void isStuck() {
        synchronized (jobs) {
            instead++;
        }
        changed.raise();
    }

    /**
     * Notes that a thread that was stuck ({@link #isStuck}) has ended its job, so that one extra thread less may run.
     */
    void isBack() {
        synchronized (jobs) {
            instead--;
        }
    }

    /**
     * Repeats a call until it is answered, as {@link Backoff#untilAnswered} does. Called by one of the pool's threads.
     */
    <V> V answered(Supplier<V> call, Backoff tries, BooleanSupplier over) throws InterruptedException {
        return tries.untilAnswered(call, changed, () -> isClosed() || over.getAsBoolean());
    }

    /**
     * Lets the calling thread, which is one of the pool's threads, wait for this time. Returns at once when the pool
     * closes.
     */
    void rest(long nanos) throws InterruptedException {
        changed.await(this::isClosed, nanos);
    }

    boolean isClosed() {
        synchronized (jobs) {
            return closed;
        }
    }

    /** Ends the threads, without waiting for them. A second call has no effect. */
    @Override
    public void close() {
        synchronized (jobs) {
            closed = true;
            jobs.clear();
        }
        changed.raise();
    }

    private void work() {
        Job job = null;
        while (!isClosed()) {
            try {
                if (job == null) {
                    changed.await(this::hasWork, Long.MAX_VALUE);
                    job = next();
                }
                if (job != null) {
                    job.run();
                    job = null;
                }
            } catch (InterruptedException stray) {
                // An interrupt is ignored here. The method close sets closed; an application in this process may
                // interrupt any thread.
            } catch (RemoteCallException unreachable) {
                if (!isClosed()) {
                    whenUnreachable.accept(unreachable);
                    close();
                }
            }
        }
    }

    private boolean hasWork() {
        synchronized (jobs) {
            return closed || !jobs.isEmpty();
        }
    }

    private @Nullable Job next() {
        synchronized (jobs) {
            return jobs.poll();
        }
    }
}
