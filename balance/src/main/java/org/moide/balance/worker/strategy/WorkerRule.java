package org.moide.balance.worker.strategy;

import java.io.Serializable;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.port.FixedOrder;

/**
 * The directives of a worker, which say where it may begin and move (ALDY, §3.4.2).
 *
 * @param startOn the processes on which it may begin (WP); empty for any
 * @param moves whether it may move at all (WM)
 * @param moveTo the processes to which it may move; empty for any
 * @param neighbours its neighbouring workers (WN); a worker with neighbours moves only to a process that has one of
 *     them, or that has no worker
 * @param neighbourGroups groups whose members are its neighbours
 * @param after workers that must end before it begins (WD)
 * @param weights its preference for each process, 1 by default; it avoids a process for which the preference is below 1
 * @param needs the requirements on its process, which take precedence over {@code startOn} and {@code moveTo}; null for
 *     none
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

    /** The rule of a worker that begins anywhere and does not move. */
    public static final WorkerRule STAYS =
            new WorkerRule(List.of(), false, List.of(), List.of(), List.of(), List.of(), Map.of());

    /** The rule of a worker that begins and moves anywhere. */
    public static final WorkerRule MOVES =
            new WorkerRule(List.of(), true, List.of(), List.of(), List.of(), List.of(), Map.of());

    /**
     * A worker's requirements on its process. Two with the same meaning must be equal; only the {@link Fitness} knows
     * what they mean.
     */
    public interface Needs extends Serializable {}

    /** A test whether a process fulfils a worker's needs. Immutable, for any thread. */
    @FunctionalInterface
    public interface Fitness {
        /** The fitness by which every process fulfils all needs. */
        Fitness ALL = (needs, process) -> true;

        /** Returns whether the process fulfils the needs; must be quick. */
        boolean has(Needs needs, int process);
    }

    /** The largest weight. A larger one would be a command, for which there are directives, and not a preference. */
    private static final double MOST_WEIGHT = 1e6;

    public WorkerRule {
        startOn = List.copyOf(startOn);
        moveTo = List.copyOf(moveTo);
        neighbours = List.copyOf(neighbours);
        neighbourGroups = List.copyOf(neighbourGroups);
        after = List.copyOf(after);
        weights = FixedOrder.copyOf(weights);
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

    /** Makes a rule without needs. */
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

    /** Returns whether the rule names neighbours, even if none of them exists. */
    boolean hasNeighbours() {
        return !neighbours.isEmpty() || !neighbourGroups.isEmpty();
    }

    /** Returns the worker's preference for a process; 1 is the ordinary one. */
    public double weight(int process) {
        return weights.getOrDefault(process, 1.0);
    }

    private static void requireNotBelowZero(String what, long number) {
        if (number < 0) {
            throw new IllegalArgumentException("expected " + what + " from 0 on, found " + number);
        }
    }
}
