package org.moide.commlib.sim;

import org.jspecify.annotations.Nullable;

/**
 * Messages between simulated nodes: each is an event at the time when it arrives. What they take, and what goes wrong with them,
 * is its {@link Wires}'. Used by whoever lets events happen.
 *
 * @param <N> what tells nodes apart
 */
public final class Network<N> {
    private final EventQueue queue;
    private final Wires<N> wires;
    private long messages;
    private long bytes;

    public Network(EventQueue queue, Wires<N> wires) {
        this.queue = queue;
        this.wires = wires;
    }

    /**
     * Sends a message, which may be lost.
     *
     * @param what a few words, for errors and the digest
     * @return its arrival, the last one if it arrives more often; null if it does not
     */
    public @Nullable Event send(N from, N to, long length, String what, Runnable arrival) {
        messages++;
        bytes += length;
        if (wires.isCut(from, to)) {
            tellLost(from, to, what);
            return null;
        }
        int copies = wires.copies(from, to);
        if (copies == 0) {
            tellLost(from, to, what);
        }
        Event last = null;
        for (int copy = 0; copy < copies; copy++) {
            last = queue.after(wires.nanos(from, to, length), what, () -> arrive(from, to, what, arrival));
        }
        return last;
    }

    private void arrive(N from, N to, String what, Runnable arrival) {
        if (wires.isCut(from, to)) {
            tellLost(from, to, what);
        } else {
            arrival.run();
        }
    }

    private void tellLost(N from, N to, String what) {
        queue.tell(() -> from + " to " + to + ": " + what + " does not get through");
    }

    /** The number of messages that were sent. */
    public long messages() {
        return messages;
    }

    /** The bytes that they had together. */
    public long bytes() {
        return bytes;
    }
}
