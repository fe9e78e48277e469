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
 * Makes the engines of a run, on all hosts at once, and ends them again. Used by the thread that owns the run, except
 * for {@link #add}; this object guards {@code sites} and {@code used}.
 */
final class Assembly implements AutoCloseable {
    /** The role of the helper threads, under which their faults are reported. */
    private static final String ROLE = "coordinator-helper";

    private final ExecutorService helpers;
    private final FaultHandler faults;
    private final IdentityHashMap<Candidate, EngineSite> sites = new IdentityHashMap<>();
    private final Set<EngineSite> used = new LinkedHashSet<>();
    private final List<Begun> begun = new CopyOnWriteArrayList<>(); // any thread looks for what is late

    private final CompletionService<AssembledEngine> completed;

    /** An engine that is being made. */
    private record Begun(Assignment assignment, Future<AssembledEngine> engine) {}

    /** @param helpers threads that wait while engines are made or ended */
    Assembly(ExecutorService helpers, FaultHandler faults) {
        this.helpers = helpers;
        this.faults = faults;
        this.completed = new ExecutorCompletionService<>(helpers);
    }

    /** Names the place where an engine for this candidate would be made. */
    synchronized void offer(Candidate candidate, EngineSite site) {
        sites.put(candidate, site);
    }

    /**
     * Begins to make all engines.
     *
     * @param free knows what threads other runs have
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
     * Waits for all engines that were begun.
     *
     * @param patience how long to wait for other engines once one is ready; null if all are needed
     * @return the engines in the order of the assignments; one that could not be made says why, and some may be
     *     late: see {@link #late}
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
     * Waits for an engine that was late. Any thread.
     *
     * @return the engine; one that could not be made says why
     */
    AssembledEngine late(int engine) throws InterruptedException {
        return made(begun.stream()
                .filter(one -> one.assignment().engine() == engine)
                .findFirst()
                .orElseThrow()
                .engine());
    }

    /** Stops waiting for engines that are still being made. */
    private void abandon() {
        begun.forEach(one -> one.engine().cancel(true));
    }

    /**
     * Makes one more engine, while the run goes on. Blocks until it can be reached; any thread.
     *
     * @param threadsOnMachine the compute threads of all runs on that machine, those of the new engine included
     * @throws NoHostsException if it cannot be made; the message says why
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

    /** Waits until engines, which all clear away at the same time, have said the last word of their run. */
    void awaitLastWords() {
        used().forEach(EngineSite::awaitLastWords);
    }

    /** Ends all engines at once; one after the other if there are no threads for that. */
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
