package org.moide.commlib.sim;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Wires on which things go wrong: as a {@link NetworkModel} says, and as a test cuts and slows them. Used by whoever lets events
 * happen.
 *
 * @param <N> what tells nodes apart
 */
public class FaultyWires<N> implements Wires<N> {
    private final RandomGenerator chance;
    private final Set<Way<N>> cut = new LinkedHashSet<>();
    private final Map<N, Integer> slow = new LinkedHashMap<>();
    private NetworkModel model = NetworkModel.healthy();
    private @Nullable HostLoad<N> load;

    private record Way<N>(N from, N to) {}

    public FaultyWires(EventQueue queue) {
        this.chance = queue.random("network");
    }

    public final void model(NetworkModel changed) {
        model = changed;
    }

    public final NetworkModel model() {
        return model;
    }

    public final boolean happens(double probability) {
        return probability > 0 && chance.nextDouble() < probability;
    }

    /** Cuts one from the other: nothing gets there. */
    public final void cut(N from, N to) {
        cut.add(new Way<>(from, to));
    }

    public final void mend(N from, N to) {
        cut.remove(new Way<>(from, to));
    }

    public final void mendAll() {
        cut.clear();
    }

    @Override
    public boolean isCut(N from, N to) {
        return cut.contains(new Way<>(from, to));
    }

    /** Slows a node: all that it sends or gets takes so many times as long. */
    public final void slow(N node, int times) {
        slow.put(node, times);
    }

    public final int slowness(N node) {
        return slow.getOrDefault(node, 1);
    }

    /** Loads the wires: from now on nodes send and take one message after the other, and what each sends is counted. */
    public final void load(HostLoad<N> counted) {
        load = counted;
    }

    @Override
    public final long nanos(N from, N to, long bytes) {
        HostLoad<N> counted = load;
        long lineBytes = counted == null ? bytes : 0;
        long onTheWay = model.latencyNanos(lineBytes, chance) * Math.max(slowness(from), slowness(to));
        return counted == null ? onTheWay : counted.nanos(from, to, bytes, onTheWay);
    }
}
