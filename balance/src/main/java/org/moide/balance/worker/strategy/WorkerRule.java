package org.moide.balance.worker.strategy;

import java.io.Serializable;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The rule of where a worker may begin and where it may move: its directives (ALDY, §3.4.2).
 *
 * @param startOn processes on which it may begin (WP); empty for any
 * @param moves whether it may move at all (WM)
 * @param moveTo processes to which it may move; empty for any
 * @param neighbours workers that are its neighbours (WN): with neighbours it moves only to a process that has one of them, or
 *     that has no worker
 * @param neighbourGroups groups whose members are its neighbours
 * @param after workers that must have ended before it begins (WD)
 * @param weights by process: how much rather it is there than where that has weight 1; below 1 it avoids it
 * @param needs what its process must have; null for nothing. It holds before {@code startOn} and {@code moveTo}
 */
public record WorkerRule(
        List<Integer> startOn,
        boolean moves,
        List<Integer> moveTo,
        List<Long> neighbours,
        List<Long> neighbourGroups,
        List<Long> after,
        Map<Integer, Double> weights,
        @Nullable Needs needs)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    /** The rule by which a worker may begin anywhere, and stays there. */
    public static final WorkerRule STAYS =
            new WorkerRule(List.of(), false, List.of(), List.of(), List.of(), List.of(), Map.of());

    /** The rule by which a worker may begin and move anywhere. */
    public static final WorkerRule MOVES =
            new WorkerRule(List.of(), true, List.of(), List.of(), List.of(), List.of(), Map.of());

    /** The needs of a worker of its process: equal if they are the same, and of no meaning here. */
    public interface Needs extends Serializable {}

    /** Tells which processes have what workers need. Immutable; any thread. */
    @FunctionalInterface
    public interface Fitness {
        /** The fitness of processes of which nothing is known. */
        Fitness ALL = (needs, process) -> true;

        /** Returns whether a process has these needs; must be quick. */
        boolean has(Needs needs, int process);
    }

    /** The largest weight: more would be no preference but a directive. */
    private static final double MOST_WEIGHT = 1e6;

    public WorkerRule {
        startOn = List.copyOf(startOn);
        moveTo = List.copyOf(moveTo);
        neighbours = List.copyOf(neighbours);
        neighbourGroups = List.copyOf(neighbourGroups);
        after = List.copyOf(after);
        weights = Map.copyOf(weights);
        startOn.forEach(process -> requireNotBelowZero("a process to start on", process));
        moveTo.forEach(process -> requireNotBelowZero("a process to move to", process));
        neighbours.forEach(worker -> requireNotBelowZero("a neighbour", worker));
        neighbourGroups.forEach(group -> requireNotBelowZero("a group of neighbours", group));
        after.forEach(worker -> requireNotBelowZero("a worker to begin after", worker));
        weights.forEach((process, weight) -> {
            requireNotBelowZero("a process with a weight", process);
            if (!(weight > 0 && weight <= MOST_WEIGHT)) {
                throw new IllegalArgumentException(
                        "weight for process " + process + ": expected above 0 and at most a million, found " + weight);
            }
        });
        if (!moves && !moveTo.isEmpty()) {
            throw new IllegalArgumentException("expected a worker that may move if it may move to processes " + moveTo
                    + ", found one that stays where it begins");
        }
    }

    /** Makes the rule of a worker for which any process will do that is named, or that is there. */
    public WorkerRule(
            List<Integer> startOn,
            boolean moves,
            List<Integer> moveTo,
            List<Long> neighbours,
            List<Long> neighbourGroups,
            List<Long> after,
            Map<Integer, Double> weights) {
        this(startOn, moves, moveTo, neighbours, neighbourGroups, after, weights, null);
    }

    /** Returns whether the worker has neighbours, some of which may not be there. */
    boolean hasNeighbours() {
        return !neighbours.isEmpty() || !neighbourGroups.isEmpty();
    }

    double weight(int process) {
        return weights.getOrDefault(process, 1.0);
    }

    private static void requireNotBelowZero(String what, long number) {
        if (number < 0) {
            throw new IllegalArgumentException("expected " + what + " from 0 on, found " + number);
        }
    }
}
