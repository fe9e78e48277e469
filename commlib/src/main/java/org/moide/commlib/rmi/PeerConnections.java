package org.moide.commlib.rmi;

import java.io.IOException;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.NotDeliveredException;
import org.moide.commlib.carrier.CarrierStreams;
import org.moide.commlib.gate.GateCaller;
import org.moide.commlib.gate.LimitedSocket;
import org.moide.commlib.handshake.GateLimits;
import org.moide.commlib.port.Ticker;
import org.moide.commlib.registration.NodeReference;

/**
 * The connections from this process to one other process: one for each simultaneous call, up to a limit; further calls
 * wait for one. Any thread may call it.
 */
final class PeerConnections {
    /** The idle time after which a connection is tested by a ping before a call, since the test costs a round trip. */
    private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final NodeReference node;
    private final GateCaller caller;
    private final Carrying carrying;
    private final GateLimits limits;
    private final Ticker ticker;
    private final ClassLoader loader;
    private final Claims claims;
    private final Semaphore turns;
    /** The idle connections, last used first, so that connections which are not needed grow old. */
    private final Deque<Idle> idle = new ConcurrentLinkedDeque<>();

    private final AtomicInteger calls = new AtomicInteger();
    private volatile String version = ""; // the peer's, as the last connection told
    private volatile boolean closed;

    PeerConnections(
            NodeReference node,
            GateCaller caller,
            Carrying carrying,
            GateLimits limits,
            Ticker ticker,
            ClassLoader loader,
            Claims claims) {
        this.claims = claims;
        this.node = node;
        this.caller = caller;
        this.carrying = carrying;
        this.limits = limits;
        this.ticker = ticker;
        this.loader = loader;
        this.turns = new Semaphore(limits.connectionsPerPeer(), true);
    }

    /** Marks a call as under way, so that {@link #sweep} does not drop this object; ended by {@link #leave}. */
    void enter() {
        calls.incrementAndGet();
    }

    /** Marks the call that began with {@link #enter} as ended. */
    void leave() {
        calls.decrementAndGet();
    }

    @Nullable
    Object call(String what, String object, long method, @Nullable Object[] arguments, long deadlineNanos) {
        awaitTurn(what, deadlineNanos);
        try {
            JrmpConnection connection = connection(deadlineNanos);
            try {
                return connection.call(what, object, method, arguments, deadlineNanos);
            } finally {
                if (connection.sound()) {
                    idle.push(new Idle(connection, ticker.nanoTime()));
                    if (closed) {
                        close();
                    }
                }
            }
        } finally {
            turns.release();
        }
    }

    private void awaitTurn(String what, long deadlineNanos) {
        if (turns.tryAcquire()) {
            return;
        }
        try {
            if (!turns.tryAcquire(Math.max(0, deadlineNanos - ticker.nanoTime()), TimeUnit.NANOSECONDS)) {
                throw new NotDeliveredException(
                        what + " had to wait for one of the " + limits.connectionsPerPeer() + " connections to " + node
                                + " until its deadline: calls there take too long",
                        new TimeoutException());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new NotDeliveredException(what + " was interrupted before it was sent to " + node, e);
        }
    }

    private JrmpConnection connection(long deadlineNanos) {
        for (Idle found = idle.poll(); found != null; found = idle.poll()) {
            if (ticker.nanoTime() - found.sinceNanos < FRESH_NANOS || found.connection.answersPing(deadlineNanos)) {
                return found.connection;
            }
            found.connection.close();
        }
        Carrying.Carried<CarrierStreams> carried =
                carrying.call(node.toString(), ring -> caller.call(node, ring, deadlineNanos));
        LimitedSocket passage = carried.passage();
        version = passage.version();
        try {
            return new JrmpConnection(
                    passage,
                    carried.carrier(),
                    SwitchboardId.decode(passage.payload()),
                    node.toString(),
                    limits.requestBytes(),
                    loader,
                    claims);
        } catch (IOException e) {
            passage.guard().release();
            throw new NotDeliveredException("the connection to " + node + " broke before the call was sent", e);
        }
    }

    /** Returns the peer's MOIDE version; empty before the first connection. */
    String version() {
        return version;
    }

    /**
     * Closes connections that were idle for {@code limits.idle()}. Returns true if no connection is left and none is
     * in use.
     */
    boolean sweep() {
        long now = ticker.nanoTime();
        // Connections are added and taken at the front, so the oldest ones are at the end.
        for (Idle oldest = idle.peekLast(); oldest != null; oldest = idle.peekLast()) {
            if (now - oldest.sinceNanos <= limits.idle().toNanos()) {
                break;
            }
            if (idle.removeLastOccurrence(oldest)) {
                oldest.connection.close();
            }
        }
        return idle.isEmpty() && calls.get() == 0;
    }

    /** Closes the idle connections at once, and the others when their call has ended. */
    void close() {
        closed = true;
        for (Idle found = idle.poll(); found != null; found = idle.poll()) {
            found.connection.close();
        }
    }

    private record Idle(JrmpConnection connection, long sinceNanos) {}
}
