package org.moide.commlib.sim;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The load that processes can bear at once: each sends and takes one message after the other, so whoever has to do with
 * very many others is what they wait for. Counts what each has sent. Used by whoever lets events happen.
 *
 * @param <N> what tells nodes apart
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
     * @param bytes of arguments, answers and data; what carries them is not counted
     */
    public record Sent(long messages, long bytes) {
        private Sent and(Sent more) {
            return new Sent(messages + more.messages, bytes + more.bytes);
        }
    }

    /**
     * Makes one in which nothing was sent.
     *
     * @param handling what each message takes of its sender's time, and of its receiver's
     * @param bytesPerSecond what a node can send
     */
    public HostLoad(EventQueue queue, Duration handling, double bytesPerSecond) {
        this.queue = queue;
        this.handlingNanos = handling.toNanos();
        this.line = new Latency(0, 0, bytesPerSecond);
    }

    /** The time that a message takes that is sent now and would take so long between hosts with nothing else to do. */
    long nanos(N from, N to, long bytes, long onTheWayNanos) {
        long now = queue.nanoTime();
        sent.merge(from, new Sent(1, bytes), Sent::and);
        long left = Math.max(now, sendsUntil.getOrDefault(from, now)) + handlingNanos + line.onTheLine(bytes);
        sendsUntil.put(from, left);
        long taken = Math.max(left + onTheWayNanos, takesUntil.getOrDefault(to, now)) + handlingNanos;
        takesUntil.put(to, taken);
        return taken - now;
    }

    /** The messages that this node has sent so far. */
    public Sent of(N node) {
        return sent.getOrDefault(node, NOTHING);
    }

    /** The messages that all have sent so far. */
    public Sent ofAll() {
        return sent.values().stream().reduce(NOTHING, Sent::and);
    }

    /** The messages of the node that has sent the most bytes, of all but this one. */
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
