package org.moide.balance.worker.strategy;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntPredicate;

/**
 * The permits of one process's workers to move by their directives (ALDY, §3.4.2), as far as it is known there where
 * others are.
 *
 * <p>With WM a worker moves to the processes that are named, or to all. With WN it moves only to a process that holds a neighbour
 * of it, or that has no worker. A worker with needs moves only to the processes that have these. Processes that are not there do
 * not count; if none of a directive's processes is there, that directive does not count.
 */
public final class MovePermits {
    private final int self;
    private final List<Integer> processes;
    private final Whereabouts whereabouts;
    private final IntPredicate isEmpty;
    private final Map<WorkerRule, List<MovableWorker.Target>> withoutNeighbours = new HashMap<>();

    /**
     * Makes the permits of one moment.
     *
     * @param self the process whose workers these are
     * @param processes those that are there, by their numbers
     * @param whereabouts where neighbours are, and which processes have what workers need
     * @param isEmpty whether it is known that a process has no worker
     */
    public MovePermits(int self, List<Integer> processes, Whereabouts whereabouts, IntPredicate isEmpty) {
        this.self = self;
        this.processes = List.copyOf(processes);
        this.whereabouts = whereabouts;
        this.isEmpty = isEmpty;
    }

    /** The processes other than this one to which a worker may move, by their numbers. */
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

    /** Returns whether a worker of this process may move to that one. */
    public boolean mayMove(long worker, WorkerRule rule, int process) {
        return targets(worker, rule).stream().anyMatch(target -> target.process() == process);
    }

    /** The processes other than this one that hold a neighbour of a worker. */
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

    /** The processes on which a worker may begin (WP), by their numbers: never none. */
    public static List<Integer> startProcesses(WorkerRule rule, List<Integer> processes, WorkerRule.Fitness fitness) {
        return named(rule.startOn(), fit(rule, processes, fitness));
    }

    /** The processes to which a worker may move (WM) if it may move at all, by their numbers: never none. */
    public static List<Integer> moveProcesses(WorkerRule rule, List<Integer> processes, WorkerRule.Fitness fitness) {
        return named(rule.moveTo(), fit(rule, processes, fitness));
    }

    private List<MovableWorker.Target> targets(Collection<Integer> allowed, Set<Integer> beside, WorkerRule rule) {
        boolean anywhere = rule.moveTo().isEmpty() && rule.needs() == null;
        Set<Integer> named = anywhere ? Set.of() : Set.copyOf(moveProcesses(rule, processes, whereabouts.fitness()));
        List<MovableWorker.Target> targets = new ArrayList<>();
        for (int process : allowed) {
            if (process != self && (anywhere || named.contains(process))) {
                targets.add(new MovableWorker.Target(process, rule.weight(process), beside.contains(process)));
            }
        }
        return List.copyOf(targets);
    }

    /** Picks those of the fitting processes that are named; all that fit, if none of them is. */
    private static List<Integer> named(List<Integer> named, List<Integer> fit) {
        List<Integer> both = fit.stream().filter(named::contains).toList();
        return both.isEmpty() ? fit : both;
    }

    /** The processes that have what a worker needs; all, if none has. */
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
