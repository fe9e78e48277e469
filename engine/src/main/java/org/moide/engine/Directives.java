package org.moide.engine;

import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Where a worker may begin and where it may move (ALDY, §3.4.2). Immutable; made from {@link #NONE}.
 *
 * <p>Engines are given by their numbers. Those that are not there, because the run has fewer or they have left, do not count; if none
 * of a directive's engines is there any more, that directive does not count.
 *
 * @param startOn engines on which it may begin (worker-process assignment, WP); empty for any
 * @param moves whether it may move at all (worker-process migration, WM)
 * @param moveTo engines to which it may move; empty for any
 * @param neighbours workers with which it is better on one engine (WN): with neighbours it moves only to an engine that has one
 *     of them, or that has no worker
 * @param neighbourGroups groups of such
 * @param after workers that must have ended before it begins (WD)
 * @param weights by engine: how much rather it is there than elsewhere, where that has weight 1; below 1 it avoids it
 */
public record Directives(
        List<Integer> startOn,
        boolean moves,
        List<Integer> moveTo,
        List<Long> neighbours,
        List<Long> neighbourGroups,
        List<Long> after,
        Map<Integer, Double> weights)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    /** It may begin anywhere, and stays there. */
    public static final Directives NONE =
            new Directives(List.of(), false, List.of(), List.of(), List.of(), List.of(), Map.of());

    public Directives {
        startOn = List.copyOf(startOn);
        moveTo = List.copyOf(moveTo);
        neighbours = List.copyOf(neighbours);
        neighbourGroups = List.copyOf(neighbourGroups);
        after = List.copyOf(after);
        weights = Map.copyOf(weights);
        weights.forEach((engine, weight) -> {
            if (!(weight > 0 && weight <= 1e6)) {
                throw new IllegalArgumentException(
                        "weight for engine " + engine + ": expected above 0 and at most a million, found " + weight);
            }
        });
    }

    /** It begins on one of these engines. */
    public Directives startOn(int... engines) {
        return new Directives(boxed(engines), moves, moveTo, neighbours, neighbourGroups, after, weights);
    }

    /** It may move to any engine. */
    public Directives moveAnywhere() {
        return new Directives(startOn, true, List.of(), neighbours, neighbourGroups, after, weights);
    }

    /** It may move to these engines, and to no other. */
    public Directives moveTo(int... engines) {
        return new Directives(startOn, true, boxed(engines), neighbours, neighbourGroups, after, weights);
    }

    /** These workers are its neighbours. */
    public Directives neighbours(long... workers) {
        return new Directives(startOn, moves, moveTo, boxed(workers), neighbourGroups, after, weights);
    }

    /** The workers of these groups are its neighbours. */
    public Directives neighbourGroups(long... groups) {
        return new Directives(startOn, moves, moveTo, neighbours, boxed(groups), after, weights);
    }

    /** It begins when these workers have ended. */
    public Directives after(long... workers) {
        return new Directives(startOn, moves, moveTo, neighbours, neighbourGroups, boxed(workers), weights);
    }

    /** It would be on this engine so many times rather than on one of weight 1; below 1 it avoids it. */
    public Directives weight(int engine, double weight) {
        Map<Integer, Double> more = new TreeMap<>(weights);
        more.put(engine, weight);
        return new Directives(startOn, moves, moveTo, neighbours, neighbourGroups, after, more);
    }

    private static List<Integer> boxed(int... values) {
        return Arrays.stream(values).boxed().toList();
    }

    private static List<Long> boxed(long... values) {
        return Arrays.stream(values).boxed().toList();
    }
}
