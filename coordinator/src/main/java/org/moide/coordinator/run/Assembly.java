package org.moide.coordinator.run;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;
import org.moide.coordinator.selection.Assignment;
import org.moide.coordinator.selection.Candidate;

/**
 * Makes the engines of a run, on all hosts at once, and ends them again. Used by the thread that owns the run.
 */
final class Assembly implements AutoCloseable {
    /** Starting JVMs is the hosts' work, not ours: each waits on a thread, and hundreds of hosts are the aim. */
    private static final int MOST_AT_ONCE = 64;

    private final ThreadFactory threads;
    private final Map<Candidate, EngineSite> sites = new IdentityHashMap<>();
    private final List<EngineSite> used = new ArrayList<>();

    Assembly(ThreadFactory threads) {
        this.threads = threads;
    }

    /** An engine for this candidate would be made there. */
    void offer(Candidate candidate, EngineSite site) {
        sites.put(candidate, site);
    }

    /**
     * Makes all engines.
     *
     * @return in the order of the assignments
     * @throws org.moide.coordinator.selection.NoHostsException if one cannot be made; the others are ended by
     *     {@link #close}
     */
    List<AssembledEngine> assemble(List<Assignment> assignments) throws InterruptedException {
        ExecutorService executor =
                Executors.newFixedThreadPool(Math.min(MOST_AT_ONCE, Math.max(1, assignments.size())), threads);
        try {
            List<Future<AssembledEngine>> futures = new ArrayList<>();
            for (Assignment assignment : assignments) {
                EngineSite site = Objects.requireNonNull(sites.get(assignment.candidate()), "a site");
                used.add(site);
                futures.add(executor.submit(() -> site.assemble(assignment)));
            }
            List<AssembledEngine> engines = new ArrayList<>();
            RuntimeException failure = null;
            for (Future<AssembledEngine> future : futures) {
                try {
                    engines.add(future.get());
                } catch (ExecutionException thrown) {
                    failure = first(failure, thrown.getCause());
                }
            }
            if (failure != null) {
                throw failure;
            }
            return engines;
        } finally {
            executor.shutdownNow();
        }
    }

    private static RuntimeException first(@Nullable RuntimeException before, @Nullable Throwable cause) {
        if (before != null) {
            return before;
        }
        return cause instanceof RuntimeException failure ? failure : new IllegalStateException(cause);
    }

    /** Ends all engines, at once. */
    @Override
    public void close() {
        List<Thread> closing = new ArrayList<>();
        for (EngineSite site : used) {
            Thread thread = threads.newThread(site::close);
            thread.start();
            closing.add(thread);
        }
        for (Thread thread : closing) {
            try {
                thread.join();
            } catch (InterruptedException hurried) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }
}
