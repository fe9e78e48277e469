package org.moide.commlib.sim;

import java.util.HashMap;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * Wires without faults. Each node has one line: a message waits until the node's earlier messages have been sent. Data
 * sent over {@link #bulk} also waits for messages, but messages do not wait for it, as if it had its own connection in
 * a network that shares its bandwidth fairly.
 *
 * @param <N> identifies nodes
 */
public final class Lines<N> implements Wires<N> {
    private final EventQueue queue;
    private final Latency latency;
    private final RandomGenerator chance;
    private final Map<N, Line> lines = new HashMap<>();

    private static final class Line {
        private long freeNanos;
        private long bulkFreeNanos;
    }

    public Lines(EventQueue queue, Latency latency) {
        this.queue = queue;
        this.latency = latency;
        this.chance = queue.random("network");
    }

    @Override
    public long nanos(N from, N to, long bytes) {
        Line line = line(from);
        long now = queue.nanoTime();
        long lineNanos = latency.onTheLine(bytes);
        line.freeNanos = Math.max(line.freeNanos, now) + lineNanos;
        line.bulkFreeNanos = Math.max(line.bulkFreeNanos, now) + lineNanos; // bulk data gives way to messages
        return line.freeNanos - now + latency.onTheWay(chance);
    }

    /**
     * Returns a view of the same network for long messages: they share each node's line, but wait for its other
     * messages.
     */
    public Wires<N> bulk() {
        return (from, to, bytes) -> {
            Line line = line(from);
            long now = queue.nanoTime();
            line.bulkFreeNanos = Math.max(line.bulkFreeNanos, now) + latency.onTheLine(bytes);
            return line.bulkFreeNanos - now + latency.onTheWay(chance);
        };
    }

    private Line line(N node) {
        return lines.computeIfAbsent(node, any -> new Line());
    }
}
