package org.moide.engine;

import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Where a worker may begin and where it may move (ALDY, §3.4.2). Immutable; made from {@link #NONE}.
 *
 * <p>Engines are given by their numbers, or by what they must have: {@link #onHosts}, {@link #onLabels},
 * {@link #needsMemory}. Those that are not there, because the run has fewer or they have left, do not count; if none of
 * a directive's engines is there any more, that directive does not count. Of engines that must have something and are
 * given by numbers too, only those count that are both; if there are none any more, those that have it.
 *
 * @param startOn engines on which it may begin (worker-process assignment, WP); empty for any
 * @param moves whether it may move at all (worker-process migration, WM)
 * @param moveTo engines to which it may move; empty for any
 * @param neighbours workers with which it is better on one engine (WN): with neighbours it moves only to an engine that has one
 *     of them, or that has no worker
 * @param neighbourGroups groups of such
 * @param after workers that must have ended before it begins (WD)
 * @param weights by engine: how much rather it is there than elsewhere, where that has weight 1; below 1 it avoids it
 * @param onHosts names of hosts, with {@code *} for anything, of which its engine's host has one; empty for any
 * @param onLabels labels, with {@code *} for anything, of which its engine's host carries all
 * @param memoryBytes so much memory its engine's JVM must have for objects; 0 for any
 */
public record Directives(
        List<Integer> startOn,
        boolean moves,
        List<Integer> moveTo,
        List<Long> neighbours,
        List<Long> neighbourGroups,
        List<Long> after,
        Map<Integer, Double> weights,
        List<String> onHosts,
        List<String> onLabels,
        long memoryBytes)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    /** More names or labels than this are no choice that somebody made. */
    private static final int MOST_PATTERNS = 256;

    /** No host's name and no label is longer. */
    private static final int MOST_CHARACTERS = 255;

    /** It may begin anywhere, and stays there. */
    public static final Directives NONE = new Directives(
            List.of(), false, List.of(), List.of(), List.of(), List.of(), Map.of(), List.of(), List.of(), 0);

    public Directives {
        startOn = List.copyOf(startOn);
        moveTo = List.copyOf(moveTo);
        neighbours = List.copyOf(neighbours);
        neighbourGroups = List.copyOf(neighbourGroups);
        after = List.copyOf(after);
        weights = Map.copyOf(weights);
        onHosts = checked("a host's name such as node1 or gpu*", onHosts);
        onLabels = checked("a label such as gpu or rack=*", onLabels);
        if (memoryBytes < 0) {
            throw new IllegalArgumentException("memory: expected a number of bytes from 0 on, found " + memoryBytes);
        }
        weights.forEach((engine, weight) -> {
            if (!(weight > 0 && weight <= 1e6)) {
                throw new IllegalArgumentException(
                        "weight for engine " + engine + ": expected above 0 and at most a million, found " + weight);
            }
        });
    }

    /** It begins on one of these engines. */
    public Directives startOn(int... engines) {
        return with(draft -> draft.startOn = boxed(engines));
    }

    /** It may move to any engine. */
    public Directives moveAnywhere() {
        return moveTo(new int[0]);
    }

    /** It may move to these engines, and to no other. */
    public Directives moveTo(int... engines) {
        return with(draft -> {
            draft.moves = true;
            draft.moveTo = boxed(engines);
        });
    }

    /** These workers are its neighbours. */
    public Directives neighbours(long... workers) {
        return with(draft -> draft.neighbours = boxed(workers));
    }

    /** The workers of these groups are its neighbours. */
    public Directives neighbourGroups(long... groups) {
        return with(draft -> draft.neighbourGroups = boxed(groups));
    }

    /** It begins when these workers have ended. */
    public Directives after(long... workers) {
        return with(draft -> draft.after = boxed(workers));
    }

    /** It would be on this engine so many times rather than on one of weight 1; below 1 it avoids it. */
    public Directives weight(int engine, double weight) {
        return with(draft -> {
            draft.weights = new TreeMap<>(weights);
            draft.weights.put(engine, weight);
        });
    }

    /**
     * It begins on and moves to engines on hosts with one of these names, and is on no others.
     *
     * @param names in which {@code *} stands for anything; whole or up to the first dot, in small or large letters
     */
    public Directives onHosts(String... names) {
        return with(draft -> draft.onHosts = List.of(names));
    }

    /**
     * It begins on and moves to engines on hosts that carry all of these labels ({@code moide engine --label}), and is on no
     * others.
     *
     * @param labels in which {@code *} stands for anything: {@code rack=*}
     */
    public Directives onLabels(String... labels) {
        return with(draft -> draft.onLabels = List.of(labels));
    }

    /**
     * It begins on and moves to engines whose JVM has so much memory for objects, and is on no others.
     *
     * @param bytes of {@link Runtime#maxMemory}, which is {@code -Xmx} or somewhat less, however much of it is in use
     */
    public Directives needsMemory(long bytes) {
        return with(draft -> draft.memoryBytes = bytes);
    }

    private Directives with(Consumer<Draft> change) {
        Draft draft = new Draft(this);
        change.accept(draft);
        return draft.directives();
    }

    /** These directives, of which some are about to change. One thread. */
    private static final class Draft {
        private List<Integer> startOn;
        private boolean moves;
        private List<Integer> moveTo;
        private List<Long> neighbours;
        private List<Long> neighbourGroups;
        private List<Long> after;
        private Map<Integer, Double> weights;
        private List<String> onHosts;
        private List<String> onLabels;
        private long memoryBytes;

        Draft(Directives from) {
            startOn = from.startOn;
            moves = from.moves;
            moveTo = from.moveTo;
            neighbours = from.neighbours;
            neighbourGroups = from.neighbourGroups;
            after = from.after;
            weights = from.weights;
            onHosts = from.onHosts;
            onLabels = from.onLabels;
            memoryBytes = from.memoryBytes;
        }

        Directives directives() {
            return new Directives(
                    startOn,
                    moves,
                    moveTo,
                    neighbours,
                    neighbourGroups,
                    after,
                    weights,
                    onHosts,
                    onLabels,
                    memoryBytes);
        }
    }

    private static List<String> checked(String what, List<String> patterns) {
        if (patterns.size() > MOST_PATTERNS) {
            throw new IllegalArgumentException(
                    what + ": expected at most " + MOST_PATTERNS + ", found " + patterns.size());
        }
        for (String pattern : patterns) {
            if (pattern.isBlank() || pattern.length() > MOST_CHARACTERS) {
                throw new IllegalArgumentException("expected " + what + ", of 1 to " + MOST_CHARACTERS
                        + " characters, found " + (pattern.isBlank() ? "'" + pattern + "'" : pattern.length()));
            }
        }
        return List.copyOf(patterns);
    }

    private static List<Integer> boxed(int... values) {
        return Arrays.stream(values).boxed().toList();
    }

    private static List<Long> boxed(long... values) {
        return Arrays.stream(values).boxed().toList();
    }
}
