package org.moide.commlib.sim;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The limited capacity of processes: each sends and takes one message after the other, so a process that exchanges
 * messages with many others becomes the bottleneck. Counts what each has sent. Used by the thread that runs events.
 *
 * @param <N> identifies nodes
 */
public final class HostLoad<N> {
    private static final Sent NOTHING = new Sent(0, 0);

    private final EventQueue queue;
    private final long handlingNanos;
    private final Latency line;
    private final Map<N, Long> sendsUntil = new HashMap<>();
    private final Map<N, Long> takesUntil = new HashMap<>();
    private final Map<N, Sent> sent = new HashMap<>();

    /**
     * The messages that a node has sent.
     *
     * @param bytes of arguments, answers and data, without protocol overhead
     */
    public record Sent(long messages, long bytes) {
        private Sent and(Sent more) {
            return new Sent(messages + more.messages, bytes + more.bytes);
        }
    }

    /**
     * Creates a load without messages.
     *
     * @param handling the time that each message takes at its sender, and again at its receiver
     * @param bytesPerSecond the bandwidth of each node
     */
    public HostLoad(EventQueue queue, Duration handling, double bytesPerSecond) {
        this.queue = queue;
        this.handlingNanos = handling.toNanos();
        this.line = new Latency(0, 0, bytesPerSecond);
    }

    /**
     * Returns how long a message takes that is sent now.
     *
     * @param onTheWayNanos how long it would take between idle nodes
     */
    long nanos(N from, N to, long bytes, long onTheWayNanos) {
        long now = queue.nanoTime();
        sent.merge(from, new Sent(1, bytes), Sent::and);
        long left = Math.max(now, sendsUntil.getOrDefault(from, now)) + handlingNanos + line.onTheLine(bytes);
        sendsUntil.put(from, left);
        long taken = Math.max(left + onTheWayNanos, takesUntil.getOrDefault(to, now)) + handlingNanos;
        takesUntil.put(to, taken);
        return taken - now;
    }

    /** Returns the messages that a node has sent so far. */
    public Sent of(N node) {
        return sent.getOrDefault(node, NOTHING);
    }

    /** Returns the messages that all nodes have sent so far. */
    public Sent ofAll() {
        return sent.values().stream().reduce(NOTHING, Sent::and);
    }

    /**
     * Returns the messages of the node that has sent the most bytes. The node {@code but} does not count, if it is not
     * null.
     */
    public Sent most(@Nullable N but) {
        Sent most = NOTHING;
        for (Map.Entry<N, Sent> one : sent.entrySet()) {
            if (one.getKey() != but && one.getValue().bytes() > most.bytes()) {
                most = one.getValue();
            }
        }
        return most;
    }
}
