package org.moide.commlib.sim;

import org.jspecify.annotations.Nullable;

/**
 * Messages between simulated nodes: each is an event at its time of arrival. The {@link Wires} decide how long a
 * message takes and whether it is lost. Used by the thread that runs events.
 *
 * @param <N> identifies nodes
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
     * @return the event of its arrival; the last one if it arrives several times; null if it is lost
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

    /** Returns the number of messages sent. */
    public long messages() {
        return messages;
    }

    /** Returns the total length of the messages sent. */
    public long bytes() {
        return bytes;
    }
}
