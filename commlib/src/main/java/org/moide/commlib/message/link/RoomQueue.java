package org.moide.commlib.message.link;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import org.moide.commlib.local.Release;
import org.moide.commlib.message.Endpoint;
import org.moide.commlib.port.Signal;

/**
 * The threads that wait for room in a link. A thread that finds room wakes them: the reading thread after the peer has
 * rung, or a thread that polls.
 *
 * <p>No wake-up is lost: a waiting thread is in the queue before its last check; the peer makes room before it rings;
 * the thread that the ring wakes checks the queue. Any thread may call it.
 */
final class RoomQueue {
    /**
     * The pause after which a waiting thread checks again, in case the peer is not a correct engine and never wakes
     * this one.
     */
    private static final long LOOK_AGAIN_NANOS = 10_000_000;

    private final BooleanSupplier hasRoom;
    private final Queue<Signal> waiting = new ConcurrentLinkedQueue<>();

    /**
     * Creates an empty queue.
     *
     * @param hasRoom does not block, any thread may call it; also returns true when there will never be room
     */
    RoomQueue(BooleanSupplier hasRoom) {
        this.hasRoom = hasRoom;
    }

    /**
     * Waits until there is room in the link; may return earlier.
     *
     * @param release the condition under which it throws
     */
    void await(Endpoint endpoint, Release release, Object call) {
        Signal signal = endpoint.waiter().signal();
        waiting.add(signal);
        try {
            endpoint.waiter().awaitFor(() -> hasRoom.getAsBoolean() || release.holds(), LOOK_AGAIN_NANOS, call);
        } finally {
            waiting.remove(signal);
        }
        release.check(call);
    }

    /** Wakes the threads that wait in this queue if the link has room now. Called by a thread that polls the link. */
    void looked() {
        if (!waiting.isEmpty() && hasRoom.getAsBoolean()) {
            waiting.forEach(Signal::raise);
        }
    }
}
