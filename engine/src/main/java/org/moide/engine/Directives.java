package org.moide.engine;

import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.moide.commlib.port.FixedOrder;

/**
 * The rules for one worker: on which engines it may begin, to which engines it may move, near which workers it should
 * be, and after which workers it begins (ALDY, §3.4.2). Immutable; made from {@link #NONE}.
 *
 * <p>A directive names engines by their numbers, or by properties: {@link #onHosts}, {@link #onLabels}, {@link
 * #needsMemory}. Engines that the run does not have, or that have left, are ignored. A directive that names only such
 * engines has no effect. With both numbers and properties, engines must match both; if no engine matches both any more,
 * the properties decide.
 *
 * @param startOn the engines on which the worker may begin (worker-process assignment, WP); empty for any
 * @param moves whether the worker may move at all (worker-process migration, WM)
 * @param moveTo the engines to which the worker may move; empty for any
 * @param neighbours the workers that should be on the same engine as this worker (WN): a worker with neighbours moves
 *     only to an engine that has one of them, or that has no worker
 * @param neighbourGroups groups whose workers are all neighbours too
 * @param after the workers that must have ended before this worker begins (WD)
 * @param weights the engines' weights, by engine number. The worker prefers an engine with a weight above 1 and avoids
 *     one with a weight below 1; engines without an entry have weight 1. It begins on an engine of the greatest weight
 *     among those on which it may begin. When it may move, an engine of weight 2 counts as half as loaded for it
 * @param onHosts names of hosts, with {@code *} for anything; the host of the worker's engine must have one of them;
 *     empty for any
 * @param onLabels labels, with {@code *} for anything; the host of the worker's engine must carry all of them
 * @param memoryBytes the least maximum heap size of the worker's engine, in bytes; 0 for any
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

    /** The greatest number of entries in one of the lists {@code onHosts} and {@code onLabels}. */
    private static final int MOST_PATTERNS = 256;

    /**
     * The greatest length of a pattern for a host's name or a label, in characters. Names and labels are no longer than
     * that.
     */
    private static final int MOST_CHARACTERS = 255;

    /** Directives of a worker that may begin on any engine and never moves. */
    public static final Directives NONE = new Directives(
            List.of(), false, List.of(), List.of(), List.of(), List.of(), Map.of(), List.of(), List.of(), 0);

    public Directives {
        startOn = List.copyOf(startOn);
        moveTo = List.copyOf(moveTo);
        neighbours = List.copyOf(neighbours);
        neighbourGroups = List.copyOf(neighbourGroups);
        after = List.copyOf(after);
        weights = FixedOrder.copyOf(weights);
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

    /** Returns a copy for a worker that begins on one of these engines. */
    public Directives startOn(int... engines) {
        return with(draft -> draft.startOn = boxed(engines));
    }

    /** Returns a copy for a worker that may move to any engine. */
    public Directives moveAnywhere() {
        return moveTo(new int[0]);
    }

    /** Returns a copy for a worker that may move to these engines only. */
    public Directives moveTo(int... engines) {
        return with(draft -> {
            draft.moves = true;
            draft.moveTo = boxed(engines);
        });
    }

    /** Returns a copy for a worker that has these neighbours. */
    public Directives neighbours(long... workers) {
        return with(draft -> draft.neighbours = boxed(workers));
    }

    /** Returns a copy for a worker whose neighbours are all workers of these groups. */
    public Directives neighbourGroups(long... groups) {
        return with(draft -> draft.neighbourGroups = boxed(groups));
    }

    /** Returns a copy for a worker that begins after these workers have ended. */
    public Directives after(long... workers) {
        return with(draft -> draft.after = boxed(workers));
    }

    /**
     * Returns a copy with the weight of an engine. The worker begins on an engine of the greatest weight, and prefers
     * engines of higher weight when it moves; engines have weight 1 by default.
     *
     * @param weight above 0, at most a million
     * @throws IllegalArgumentException for another weight
     */
    public Directives weight(int engine, double weight) {
        return with(draft -> {
            draft.weights = new TreeMap<>(weights);
            draft.weights.put(engine, weight);
        });
    }

    /**
     * Returns a copy for a worker that is only placed on engines whose host has one of these names.
     *
     * @param names patterns in which {@code *} stands for any text; a pattern must match a host's whole name, or its
     *     part before the first dot; case is ignored
     */
    public Directives onHosts(String... names) {
        return with(draft -> draft.onHosts = List.of(names));
    }

    /**
     * Returns a copy for a worker that is only placed on engines whose host has all of these labels ({@code moide
     * engine --label}).
     *
     * @param labels patterns in which {@code *} stands for any text, such as {@code rack=*}
     */
    public Directives onLabels(String... labels) {
        return with(draft -> draft.onLabels = List.of(labels));
    }

    /**
     * Returns a copy for a worker that is only placed on engines whose JVM has at least this maximum heap size.
     *
     * @param bytes the heap size in bytes, compared with {@link Runtime#maxMemory}, which is {@code -Xmx} or slightly
     *     less; the memory in use does not matter
     */
    public Directives needsMemory(long bytes) {
        return with(draft -> draft.memoryBytes = bytes);
    }

    private Directives with(Consumer<Draft> change) {
        Draft draft = new Draft(this);
        change.accept(draft);
        return draft.directives();
    }

    /**
     * A mutable copy of the directives, in which one of them is changed before the next immutable copy is made. Used by
     * one thread.
     */
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
