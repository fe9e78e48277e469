package org.moide.hosts.ssh;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/**
 * A pool of threads that do the same work for several hosts at once. One thread calls {@link #each}; any thread may
 * call {@link #end}.
 */
final class AtOnce {
    /**
     * The number of hosts for which work is done at the same time. Each needs an ssh process and maybe a copy in
     * transit; more of them would only compete for the same network.
     */
    static final int MOST = 16;

    /** How many seconds {@link #end} waits for the interrupted threads. Each of them first ends its ssh process. */
    private static final long ENDING_SECONDS = 3;

    private final ExecutorService threads;

    AtOnce(ThreadFactory factory) {
        this.threads = Executors.newFixedThreadPool(MOST, factory);
    }

    /** The work that has to be done for each host. */
    interface Work<T, R> {
        R at(T host) throws HostTroubleException, IOException, InterruptedException;
    }

    /**
     * The results and failures of the work for all hosts.
     *
     * @param results the results of the hosts where the work succeeded, in the hosts' order
     * @param troubles a line for each other host, which begins with the host's name and says what failed
     */
    record Outcome<R>(List<R> results, List<String> troubles) {}

    /**
     * Does the work for each host, and blocks until the work for all hosts has ended. If it ended for one host with an
     * unexpected exception, throws that exception.
     */
    <T, R> Outcome<R> each(List<T> hosts, Work<T, R> work) throws InterruptedException {
        List<Callable<R>> calls = new ArrayList<>();
        for (T host : hosts) {
            calls.add(() -> work.at(host));
        }
        List<R> results = new ArrayList<>();
        List<String> troubles = new ArrayList<>();
        for (Future<R> done : threads.invokeAll(calls)) {
            try {
                results.add(done.get());
            } catch (ExecutionException failed) {
                Throwable cause = failed.getCause();
                if (cause instanceof HostTroubleException || cause instanceof IOException) {
                    troubles.add(String.valueOf(cause.getMessage()));
                } else if (cause instanceof InterruptedException) {
                    throw new InterruptedException("told to end");
                } else if (cause instanceof RuntimeException fault) {
                    throw fault;
                } else {
                    throw new IllegalStateException(cause);
                }
            }
        }
        return new Outcome<>(results, troubles);
    }

    /** Interrupts the threads that work for hosts. Returns when they have ended, or after {@link #ENDING_SECONDS}. */
    void end() {
        threads.shutdownNow();
        try {
            threads.awaitTermination(ENDING_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
    }
}
