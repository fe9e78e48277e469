package org.moide.balance.worker.strategy;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Where the workers of one process may move by their directives (ALDY, §3.4.2), as far as it is known there where others are.
 *
 * <p>With WM a worker moves to the processes that are named, or to all. With WN it moves only to a process that holds a neighbour
 * of it, or that has no worker. Processes that are not there do not count; if none of a directive's processes is there, that
 * directive does not count.
 */
public final class MovePermits {
    private final int self;
    private final int processes;
    private final Whereabouts whereabouts;
    private final IntPredicate isEmpty;
    private final Map<WorkerRule, List<MovableWorker.Target>> withoutNeighbours = new HashMap<>();

    /**
     * For one moment.
     *
     * @param self the process whose workers these are
     * @param processes how many there are
     * @param whereabouts where neighbours are
     * @param isEmpty whether it is known that a process has no worker
     */
    public MovePermits(int self, int processes, Whereabouts whereabouts, IntPredicate isEmpty) {
        this.self = self;
        this.processes = processes;
        this.whereabouts = whereabouts;
        this.isEmpty = isEmpty;
    }

    /** The processes other than this one to which a worker may move, by their numbers. */
    public List<MovableWorker.Target> targets(long worker, WorkerRule rule) {
        if (!rule.moves()) {
            return List.of();
        }
        if (!rule.hasNeighbours()) {
            return withoutNeighbours.computeIfAbsent(rule, same -> targets(all(), Set.of(), same));
        }
        Set<Integer> beside = besideNeighbours(worker, rule);
        Set<Integer> allowed = new TreeSet<>(beside);
        all().stream().filter(isEmpty::test).forEach(allowed::add);
        return targets(allowed, beside, rule);
    }

    /** Whether a worker of this process may move to that one. */
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
            all().stream()
                    .filter(process -> !beside.contains(process) && whereabouts.holdsMember(process, group, worker))
                    .forEach(beside::add);
        }
        beside.remove(self);
        return beside;
    }

    /** The processes on which a worker may begin (WP), by their numbers: never none. */
    public static List<Integer> startProcesses(WorkerRule rule, int processes) {
        return present(rule.startOn(), processes);
    }

    /**
     * Checks directives where they are given: later they are meant to outlive processes that leave.
     *
     * @param workers whose they are, for errors: {@code worker 7}
     * @throws IllegalArgumentException if a directive excludes every process
     */
    public static void requireProcesses(String workers, WorkerRule rule, int processes) {
        requireOneThere(workers, "to begin on", rule.startOn(), processes);
        requireOneThere(workers, "to move to", rule.moveTo(), processes);
    }

    private static void requireOneThere(String workers, String what, List<Integer> named, int processes) {
        if (!named.isEmpty() && named.stream().noneMatch(process -> process < processes)) {
            throw new IllegalArgumentException(workers + ": expected a process " + what + " that is there, from 0 to "
                    + (processes - 1) + ", found only " + named);
        }
    }

    private List<MovableWorker.Target> targets(Collection<Integer> allowed, Set<Integer> beside, WorkerRule rule) {
        Set<Integer> named = rule.moveTo().isEmpty() ? Set.of() : Set.copyOf(present(rule.moveTo(), processes));
        List<MovableWorker.Target> targets = new ArrayList<>();
        for (int process : allowed) {
            if (process != self && (named.isEmpty() || named.contains(process))) {
                targets.add(new MovableWorker.Target(process, rule.weight(process), beside.contains(process)));
            }
        }
        return List.copyOf(targets);
    }

    private static List<Integer> present(List<Integer> named, int processes) {
        List<Integer> present = named.stream()
                .filter(process -> process < processes)
                .distinct()
                .sorted()
                .toList();
        return present.isEmpty() ? IntStream.range(0, processes).boxed().toList() : present;
    }

    private List<Integer> all() {
        return IntStream.range(0, processes).boxed().toList();
    }

    private boolean isThere(int process) {
        return process >= 0 && process < processes;
    }
}
