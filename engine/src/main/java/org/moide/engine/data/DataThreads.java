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
 * Threads for jobs that block, which begin in the order in which they were added. The threads start as they are needed.
 * A job that is interrupted is done again, so a job can be repeated.
 *
 * <p>Concurrency: any thread; all fields that change are guarded by {@code jobs}. The signal is raised without it.
 */
final class DataThreads implements AutoCloseable {
    /**
     * The most threads that take over for threads which wait in vain. Calls for which nobody waits any more end by
     * their deadline; until then others do their threads' work.
     */
    private static final int MOST_INSTEAD = 12;

    /** A job of a thread. */
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
    private int instead; // the number of threads that wait in vain
    private boolean closed;

    /**
     * @param role the beginning of the threads' names
     * @param most the most threads
     * @param whenUnreachable told on one of them what a job has thrown, unless they are closed; they close then
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

    /** Allows one more thread, until {@link #isBack}, since one waits in vain. */
    void isStuck() {
        synchronized (jobs) {
            instead++;
        }
        changed.raise();
    }

    /** Notes that a thread that was stuck has ended its job. */
    void isBack() {
        synchronized (jobs) {
            instead--;
        }
    }

    /**
     * Makes a call again until it brings an answer, or tries have been made for too long. Called by one of these
     * threads.
     */
    <V> V answered(Supplier<V> call, Backoff tries, BooleanSupplier over) throws InterruptedException {
        return tries.untilAnswered(call, changed, () -> isClosed() || over.getAsBoolean());
    }

    /** Lets the calling thread, which is one of these, rest; returns at once when they close. */
    void rest(long nanos) throws InterruptedException {
        changed.await(this::isClosed, nanos);
    }

    boolean isClosed() {
        synchronized (jobs) {
            return closed;
        }
    }

    /** Ends the threads; does not wait for them. A second call has no effect. */
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
                // Closing is seen in any case; an application that shares the process may interrupt any thread.
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
