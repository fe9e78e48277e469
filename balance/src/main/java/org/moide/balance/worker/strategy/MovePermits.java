package org.moide.balance.worker.strategy;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import org.moide.commlib.port.FixedOrder;

/**
 * The processes to which one process's workers may move by their directives (ALDY, §3.4.2), as far as this process
 * knows the places of other workers.
 *
 * <p>By the directive WM a worker moves to the named processes, or to all. By the directive WN it moves only to a
 * process with a neighbour of it, or to one without workers. A worker with needs moves only to processes that fulfil
 * them. Processes that are not present are ignored; if none of the processes that a directive names is present, the
 * directive is ignored.
 */
public final class MovePermits {
    private final int self;
    private final List<Integer> processes;
    private final Whereabouts whereabouts;
    private final IntPredicate isEmpty;
    private final Map<WorkerRule, List<MovableWorker.Target>> withoutNeighbours = new HashMap<>();

    /**
     * Creates the permits as of one moment.
     *
     * @param self the process whose workers move
     * @param processes the present processes, by number
     * @param whereabouts the places of neighbours, and the fitness of processes
     * @param isEmpty whether a process is known to have no worker
     */
    public MovePermits(int self, List<Integer> processes, Whereabouts whereabouts, IntPredicate isEmpty) {
        this.self = self;
        this.processes = List.copyOf(processes);
        this.whereabouts = whereabouts;
        this.isEmpty = isEmpty;
    }

    /** Returns the other processes to which a worker may move by its directives, in the order of their numbers. */
    public List<MovableWorker.Target> targets(long worker, WorkerRule rule) {
        if (!rule.moves()) {
            return List.of();
        }
        if (!rule.hasNeighbours()) {
            return withoutNeighbours.computeIfAbsent(rule, same -> targets(processes, Set.of(), same));
        }
        Set<Integer> beside = besideNeighbours(worker, rule);
        Set<Integer> allowed = new TreeSet<>(beside);
        processes.stream().filter(isEmpty::test).forEach(allowed::add);
        return targets(allowed, beside, rule);
    }

    public boolean mayMove(long worker, WorkerRule rule, int process) {
        return targets(worker, rule).stream().anyMatch(target -> target.process() == process);
    }

    /** Returns the other processes on which there is a neighbour of a worker. */
    public Set<Integer> besideNeighbours(long worker, WorkerRule rule) {
        Set<Integer> beside = new TreeSet<>();
        for (long neighbour : rule.neighbours()) {
            int process = whereabouts.processOf(neighbour);
            if (isThere(process) && neighbour != worker) {
                beside.add(process);
            }
        }
        for (long group : rule.neighbourGroups()) {
            processes.stream()
                    .filter(process -> !beside.contains(process) && whereabouts.holdsMember(process, group, worker))
                    .forEach(beside::add);
        }
        beside.remove(self);
        return beside;
    }

    /**
     * Returns the processes on which a worker begins, by number; at least one. Of the processes on which it may begin
     * (the directive WP), these are the ones for which it has the greatest weight.
     */
    public static List<Integer> startProcesses(WorkerRule rule, List<Integer> processes, WorkerRule.Fitness fitness) {
        return preferred(rule, named(rule.startOn(), fit(rule, processes, fitness)));
    }

    /**
     * Returns the processes to which a worker may move (the directive WM) if it is movable, by number; at least one.
     */
    public static List<Integer> moveProcesses(WorkerRule rule, List<Integer> processes, WorkerRule.Fitness fitness) {
        return named(rule.moveTo(), fit(rule, processes, fitness));
    }

    private List<MovableWorker.Target> targets(Collection<Integer> allowed, Set<Integer> beside, WorkerRule rule) {
        boolean anywhere = rule.moveTo().isEmpty() && rule.needs() == null;
        Set<Integer> named =
                anywhere ? Set.of() : FixedOrder.copyOf(moveProcesses(rule, processes, whereabouts.fitness()));
        List<MovableWorker.Target> targets = new ArrayList<>();
        for (int process : allowed) {
            if (process != self && (anywhere || named.contains(process))) {
                targets.add(new MovableWorker.Target(process, rule.weight(process), beside.contains(process)));
            }
        }
        return List.copyOf(targets);
    }

    /** Returns the processes in {@code named} that are also in {@code fit}; all of {@code fit} if there are none. */
    private static List<Integer> named(List<Integer> named, List<Integer> fit) {
        List<Integer> both = fit.stream().filter(named::contains).toList();
        return both.isEmpty() ? fit : both;
    }

    private static List<Integer> preferred(WorkerRule rule, List<Integer> allowed) {
        if (rule.weights().isEmpty()) {
            return allowed;
        }
        double greatest = allowed.stream().mapToDouble(rule::weight).max().orElse(1);
        return allowed.stream()
                .filter(process -> rule.weight(process) >= greatest)
                .toList();
    }

    /** Returns the processes that fulfil a worker's needs; all processes if none does. */
    private static List<Integer> fit(WorkerRule rule, List<Integer> all, WorkerRule.Fitness fitness) {
        WorkerRule.Needs needs = rule.needs();
        List<Integer> fit = needs == null
                ? all
                : all.stream().filter(process -> fitness.has(needs, process)).toList();
        return fit.isEmpty() ? all : fit;
    }

    private boolean isThere(int process) {
        return processes.contains(process);
    }
}
