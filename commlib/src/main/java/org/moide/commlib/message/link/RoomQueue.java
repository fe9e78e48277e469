package org.moide.commlib.message.link;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import org.moide.commlib.local.Release;
import org.moide.commlib.message.Endpoint;
import org.moide.commlib.port.Signal;

/**
 * The threads that wait for room in a link, and are woken by whoever finds some: the thread that the other end has rung
 * for, or one that looks.
 *
 * <p>Why no wake-up is lost: who waits is in the queue before it looks a last time; the other end makes room before it
 * rings; who is woken by that looks at the queue. Any thread.
 */
final class RoomQueue {
    /** The pause after which a thread looks again, in case the other end is none of ours and never rings. */
    private static final long LOOK_AGAIN_NANOS = 10_000_000;

    private final BooleanSupplier hasRoom;
    private final Queue<Signal> waiting = new ConcurrentLinkedQueue<>();

    /** @param hasRoom does not block, and any thread may ask; also true when nothing will ever have room */
    RoomQueue(BooleanSupplier hasRoom) {
        this.hasRoom = hasRoom;
    }

    /**
     * Waits until there is room; may return for no reason.
     *
     * @param release when waiting is in vain
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

    /** A thread looks at the link. */
    void looked() {
        if (!waiting.isEmpty() && hasRoom.getAsBoolean()) {
            waiting.forEach(Signal::raise);
        }
    }
}
