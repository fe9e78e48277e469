package org.moide.commlib.sim;

import java.util.HashMap;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * Wires on which nothing goes wrong. What a node sends waits until what it has sent before is off its line.
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
    }

    public Lines(EventQueue queue, Latency latency) {
        this.queue = queue;
        this.latency = latency;
        this.chance = queue.random("network");
    }

    @Override
    public long nanos(N from, N to, long bytes) {
        Line line = lines.computeIfAbsent(from, any -> new Line());
        long now = queue.nanoTime();
        line.freeNanos = Math.max(line.freeNanos, now) + latency.onTheLine(bytes);
        return line.freeNanos - now + latency.onTheWay(chance);
    }
}
