package org.moide.commlib.sim;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Wires with faults: random ones of a {@link NetworkModel}, and cuts and slow nodes that a test sets. Used by the
 * thread that runs events.
 *
 * @param <N> identifies nodes
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

    /** Cuts the link between two nodes in one direction: no message from {@code from} reaches {@code to}. */
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

    /** Slows a node: everything that it sends or gets takes this many times as long. */
    public final void slow(N node, int times) {
        slow.put(node, times);
    }

    public final int slowness(N node) {
        return slow.getOrDefault(node, 1);
    }

    /**
     * Sets a load, which limits the capacity of nodes: from now on each node sends and takes one message after the
     * other. The load also counts what each node sends.
     */
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
