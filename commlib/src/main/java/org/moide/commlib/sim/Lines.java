package org.moide.commlib.sim;

import java.util.HashMap;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * Wires on which nothing goes wrong. What a node sends waits until what it has sent before is off its line. What it sends in
 * {@link #bulk} waits for that too, but no message waits for it: as bytes that have a connection of their own do, in a network
 * that gives each connection its turn.
 *
 * @param <N> what tells nodes apart
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
        line.bulkFreeNanos = Math.max(line.bulkFreeNanos, now) + lineNanos; // what comes in bulk gives way
        return line.freeNanos - now + latency.onTheWay(chance);
    }

    /** Returns wires over the same lines, for long messages that may wait. */
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
