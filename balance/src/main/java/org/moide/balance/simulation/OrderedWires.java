package org.moide.balance.simulation;

import java.util.HashMap;
import java.util.Map;
import org.moide.commlib.sim.EventQueue;
import org.moide.commlib.sim.Wires;

/** A network that keeps the order of messages between two nodes, as a connection does. */
final class OrderedWires implements Wires<Integer> {
    private final EventQueue queue;
    private final Wires<Integer> wires;
    private final Map<Long, Long> lastNanos = new HashMap<>();

    OrderedWires(EventQueue queue, Wires<Integer> wires) {
        this.queue = queue;
        this.wires = wires;
    }

    @Override
    public long nanos(Integer from, Integer to, long bytes) {
        long now = queue.nanoTime();
        long arrives = now + wires.nanos(from, to, bytes);
        long pair = ((long) from << Integer.SIZE) | to;
        Long before = lastNanos.get(pair);
        long inOrder = before == null ? arrives : Math.max(arrives, before + 1);
        lastNanos.put(pair, inOrder);
        return inOrder - now;
    }
}
