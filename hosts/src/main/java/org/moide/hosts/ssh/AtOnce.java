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

/** Workers that do something at several hosts at once. One thread calls; {@link #end} is for any. */
final class AtOnce {
    /**
     * Most hosts at once. Each takes a process of ssh, and maybe a copy on its way: more would only wait for the same
     * network.
     */
    static final int MOST = 16;

    /** Seconds for the end of threads that are interrupted: each ends its ssh and is gone. */
    private static final long ENDING_SECONDS = 3;

    private final ExecutorService threads;

    AtOnce(ThreadFactory factory) {
        this.threads = Executors.newFixedThreadPool(MOST, factory);
    }

    /** Work that is done at one host. */
    interface Work<T, R> {
        R at(T host) throws HostTroubleException, IOException, InterruptedException;
    }

    /**
     * Outcome of the work at all hosts.
     *
     * @param results the results of the hosts where it was done, in order
     * @param troubles the troubles of the others, each a line that begins with the host
     */
    record Outcome<R>(List<R> results, List<String> troubles) {}

    /** Performs the work at each host. A fault of ours at one is thrown when all are through. */
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

    /** Interrupts the threads that are at hosts; returns when they have left, or after some seconds. */
    void end() {
        threads.shutdownNow();
        try {
            threads.awaitTermination(ENDING_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
    }
}
