package org.moide.coordinator.run.assembly;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionService;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.port.FaultHandler;
import org.moide.commlib.system.Loop;
import org.moide.coordinator.run.state.AssembledEngine;
import org.moide.coordinator.selection.Assignment;
import org.moide.coordinator.selection.Candidate;
import org.moide.coordinator.selection.FreeProcessors;
import org.moide.coordinator.selection.NoHostsException;

/**
 * Starts the engines of a run on all hosts in parallel, and ends them. Used by the thread that executes the run;
 * {@link #add} may be called on any thread; this object guards {@code sites} and {@code used}.
 */
final class Assembly implements AutoCloseable {
    /** The name by which reports of faults call the threads that start and end engines. */
    private static final String ROLE = "coordinator-helper";

    private final ExecutorService helpers;
    private final FaultHandler faults;
    private final IdentityHashMap<Candidate, EngineSite> sites = new IdentityHashMap<>();
    private final Set<EngineSite> used = new LinkedHashSet<>();
    private final List<Begun> begun = new CopyOnWriteArrayList<>(); // any thread may search it for a late engine

    private final CompletionService<AssembledEngine> completed;

    private record Begun(Assignment assignment, Future<AssembledEngine> engine) {}

    /**
     * Creates the object without engines.
     *
     * @param helpers the executor whose threads wait while engines start or end
     */
    Assembly(ExecutorService helpers, FaultHandler faults) {
        this.helpers = helpers;
        this.faults = faults;
        this.completed = new ExecutorCompletionService<>(helpers);
    }

    /** Sets the place at which engines on this host are started. */
    synchronized void offer(Candidate candidate, EngineSite site) {
        sites.put(candidate, site);
    }

    /**
     * Begins to start all engines, in other threads.
     *
     * @param free the numbers of processors that other runs leave on each host
     */
    void begin(List<Assignment> assignments, FreeProcessors free) {
        Map<String, Integer> threadsOnMachine = new HashMap<>();
        for (Assignment assignment : assignments) {
            threadsOnMachine.merge(assignment.candidate().machine(), assignment.threads(), Integer::sum);
        }
        Map<String, Integer> before = new HashMap<>();
        for (Assignment assignment : assignments) {
            EngineSite site = siteOf(assignment);
            String machine = assignment.candidate().machine();
            int others = free.taken(machine);
            int all = others + threadsOnMachine.getOrDefault(machine, assignment.threads());
            int sum = before.merge(machine, assignment.threads(), Integer::sum);
            ThreadsThere there = new ThreadsThere(all, others + sum - assignment.threads());
            begun.add(new Begun(assignment, completed.submit(() -> site.assemble(assignment, there))));
        }
    }

    /**
     * Waits for all engines that {@link #begin} has begun to start.
     *
     * @param patience how long to wait for the next engine once at least one is ready; null to wait for all engines
     * @return the engines in the order of the assignments. An engine that could not be started contains the reason; an
     *     engine that is not ready yet is marked as late, see {@link #late}
     */
    List<AssembledEngine> await(@Nullable Duration patience) throws InterruptedException {
        Map<Integer, AssembledEngine> done = new HashMap<>();
        boolean whole = false;
        try {
            Future<AssembledEngine> next = begun.isEmpty() ? null : completed.take();
            while (next != null) {
                AssembledEngine engine = made(next);
                done.put(engine.number(), engine);
                if (done.size() == begun.size()) {
                    break;
                }
                boolean anyMade = done.values().stream().anyMatch(AssembledEngine::isMade);
                next = patience != null && anyMade
                        ? completed.poll(patience.toNanos(), TimeUnit.NANOSECONDS)
                        : completed.take();
            }
            whole = true;
        } finally {
            if (!whole) {
                abandon();
            }
        }
        return begun.stream()
                .map(one -> done.getOrDefault(one.assignment().engine(), AssembledEngine.late(one.assignment())))
                .toList();
    }

    /**
     * Waits until a late engine is ready or has failed. May be called on any thread.
     *
     * @return the engine; if it could not be started, it contains the reason
     */
    AssembledEngine late(int engine) throws InterruptedException {
        return made(begun.stream()
                .filter(one -> one.assignment().engine() == engine)
                .findFirst()
                .orElseThrow()
                .engine());
    }

    /** Stops waiting for the engines that are still being started. They may start nevertheless. */
    private void abandon() {
        begun.forEach(one -> one.engine().cancel(true));
    }

    /**
     * Starts one more engine while the run goes on. Blocks until the engine can be reached. May be called on any
     * thread.
     *
     * @param threadsOnMachine the number of compute threads of all runs on that machine, including the new engine's
     * @throws NoHostsException if the engine cannot be started; the message says why
     */
    AssembledEngine add(Assignment assignment, int threadsOnMachine) {
        return siteOf(assignment).assemble(assignment, ThreadsThere.late(threadsOnMachine));
    }

    private synchronized EngineSite siteOf(Assignment assignment) {
        EngineSite site = Objects.requireNonNull(sites.get(assignment.candidate()), "a site");
        used.add(site);
        return site;
    }

    private AssembledEngine made(Future<AssembledEngine> future) throws InterruptedException {
        try {
            return future.get();
        } catch (CancellationException over) {
            throw new NoHostsException("the run ends");
        } catch (ExecutionException thrown) {
            if (thrown.getCause() instanceof NoHostsException unusable) {
                return AssembledEngine.failed(assignmentOf(future), String.valueOf(unusable.getMessage()));
            }
            throw thrown.getCause() instanceof RuntimeException failure
                    ? failure
                    : new IllegalStateException(thrown.getCause());
        }
    }

    private Assignment assignmentOf(Future<AssembledEngine> future) {
        return begun.stream()
                .filter(one -> one.engine() == future)
                .findFirst()
                .orElseThrow()
                .assignment();
    }

    private synchronized List<EngineSite> used() {
        return List.copyOf(used);
    }

    /** Waits until all engines have cleaned up, which they do in parallel, and have sent their last output. */
    void awaitLastWords() {
        used().forEach(EngineSite::awaitLastWords);
    }

    /** Ends all engines in parallel. If no threads can be created for that, ends one after the other. */
    @Override
    public void close() {
        abandon();
        List<Future<?>> closing = new ArrayList<>();
        for (EngineSite site : used()) {
            try {
                closing.add(helpers.submit(site::close));
            } catch (RejectedExecutionException | OutOfMemoryError noThread) {
                Loop.piece(ROLE, faults, site::close);
            }
        }
        for (Future<?> one : closing) {
            try {
                one.get();
            } catch (ExecutionException thrown) {
                Throwable why = thrown.getCause();
                Loop.tell(ROLE, why == null ? thrown : why, faults);
            } catch (InterruptedException hurried) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }
}
