package org.moide.coordinator.run.assembly;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import org.moide.coordinator.run.state.AssembledEngine;
import org.moide.coordinator.selection.Assignment;
import org.moide.coordinator.selection.Candidate;
import org.moide.coordinator.selection.NoHostsException;

/**
 * Makes the engines of a run, on all hosts at once, and ends them again. Used by the thread that owns the run, but {@link
 * #add}; {@code sites} and {@code used} are guarded by this object.
 */
final class Assembly implements AutoCloseable {
    /** Starting JVMs is the hosts' work, not ours: for each a thread waits, and hundreds of hosts are the aim. */
    private static final int MOST_AT_ONCE = 64;

    private final ThreadFactory threads;
    private final IdentityHashMap<Candidate, EngineSite> sites = new IdentityHashMap<>();
    private final Set<EngineSite> used = new LinkedHashSet<>();

    Assembly(ThreadFactory threads) {
        this.threads = threads;
    }

    /** An engine for this candidate would be made there. */
    synchronized void offer(Candidate candidate, EngineSite site) {
        sites.put(candidate, site);
    }

    /**
     * Makes all engines.
     *
     * @return in the order of the assignments; those that could not be made say why
     */
    List<AssembledEngine> assemble(List<Assignment> assignments) throws InterruptedException {
        ExecutorService executor =
                Executors.newFixedThreadPool(Math.min(MOST_AT_ONCE, Math.max(1, assignments.size())), threads);
        try {
            Map<String, Integer> threadsOnMachine = new HashMap<>();
            for (Assignment assignment : assignments) {
                threadsOnMachine.merge(assignment.candidate().machine(), assignment.threads(), Integer::sum);
            }
            List<Future<AssembledEngine>> futures = new ArrayList<>();
            for (Assignment assignment : assignments) {
                EngineSite site = siteOf(assignment);
                int onMachine =
                        threadsOnMachine.getOrDefault(assignment.candidate().machine(), assignment.threads());
                futures.add(executor.submit(() -> site.assemble(assignment, onMachine)));
            }
            List<AssembledEngine> engines = new ArrayList<>();
            for (int i = 0; i < futures.size(); i++) {
                engines.add(made(assignments.get(i), futures.get(i)));
            }
            return engines;
        } finally {
            executor.shutdownNow();
        }
    }

    /**
     * Makes one engine more, while the run goes on. Blocks until it can be reached; any thread.
     *
     * @param threadsOnMachine compute threads of this run there, its own included
     *
     * @throws NoHostsException if it cannot be made, with why
     */
    AssembledEngine add(Assignment assignment, int threadsOnMachine) {
        return siteOf(assignment).assemble(assignment, threadsOnMachine);
    }

    private synchronized EngineSite siteOf(Assignment assignment) {
        EngineSite site = Objects.requireNonNull(sites.get(assignment.candidate()), "a site");
        used.add(site);
        return site;
    }

    private static AssembledEngine made(Assignment assignment, Future<AssembledEngine> future)
            throws InterruptedException {
        try {
            return future.get();
        } catch (ExecutionException thrown) {
            if (thrown.getCause() instanceof NoHostsException unusable) {
                return AssembledEngine.failed(assignment, String.valueOf(unusable.getMessage()));
            }
            throw thrown.getCause() instanceof RuntimeException failure
                    ? failure
                    : new IllegalStateException(thrown.getCause());
        }
    }

    private synchronized List<EngineSite> used() {
        return List.copyOf(used);
    }

    /** Waits for each engine's, which put themselves away at the same time. */
    void awaitLastWords() {
        used().forEach(EngineSite::awaitLastWords);
    }

    /** Ends all engines, at once. */
    @Override
    public void close() {
        List<Thread> closing = new ArrayList<>();
        for (EngineSite site : used()) {
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
