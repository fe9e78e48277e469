package org.moide.commlib.gate;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.NotDeliveredException;
import org.moide.commlib.RefusedException;
import org.moide.commlib.handshake.AdmittedConnection;
import org.moide.commlib.handshake.CallerHandshake;
import org.moide.commlib.handshake.HandshakeTerms;
import org.moide.commlib.handshake.Purpose;
import org.moide.commlib.handshake.Refusal;
import org.moide.commlib.registration.NodeReference;

/**
 * The caller's side of the gate: tries every address of a process, proves that it knows the secret, and lets the
 * process prove the same. Any thread may call it; a call blocks until its deadline at most.
 */
public final class GateCaller implements AutoCloseable {
    /**
     * The greatest number of attempts at one address. A gate with too many waiting connections drops the oldest, which
     * may be this one. A new attempt is safe, since no call has been sent.
     */
    private static final int ATTEMPTS = 8;

    /**
     * The greatest number of attempts at a port of this machine whose queue of waiting connections is full. Any other
     * port of this machine accepts a connection at once, even if its process is stopped. The system does not report
     * when the queue has room again; in a flood, a second or two are enough.
     */
    private static final int CROWDED_ATTEMPTS = 20;

    private static final Duration CROWDED = Duration.ofMillis(100);
    /** The longest time for the name lookup or the handshake of one address, if other addresses remain to be tried. */
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private final HandshakeTerms terms;
    private final DeadlineWatch watch;
    private final Gate gate;
    private final NameLookup lookup = new NameLookup(InetAddress::getAllByName);
    private final Routes routes;

    /**
     * Creates the object by which a process opens connections to others.
     *
     * @param gate the process's own gate, which watches the lifelines that this caller opens
     * @param routes the ways to reach other processes
     */
    public GateCaller(HandshakeTerms terms, DeadlineWatch watch, Gate gate, Routes routes) {
        this.routes = routes;
        this.terms = terms;
        this.watch = watch;
        this.gate = gate;
    }

    /**
     * Tells the routes, for instance tunnels, at which port this process listens, before other processes know the port.
     */
    public void listens(int port) throws IOException {
        routes.opened(port);
    }

    /** Closes the routes, for instance tunnels: no process can be reached after that. May block for some seconds. */
    @Override
    public void close() {
        routes.close();
    }

    /**
     * Opens a connection for calls to {@code node}.
     *
     * @param ring whether a ring (a ring buffer in shared memory) may carry the connection; false after a ring could
     *     not be made
     * @param deadlineNanos of the ticker
     * @throws NotDeliveredException naming every address tried, with its error
     * @throws RefusedException if the process refuses this one: wrong secret, another version
     */
    public LimitedSocket call(NodeReference node, boolean ring, long deadlineNanos) {
        return dial(node, new Wish(Purpose.CALL, terms.nodeId(), ring), deadlineNanos);
    }

    /**
     * Opens a connection for data to the object that takes such connections under {@code name} in the process
     * {@code node}.
     *
     * @param ring as for {@link #call}
     * @throws NotDeliveredException as {@link #call}
     * @throws RefusedException as {@link #call}
     */
    public LimitedSocket data(NodeReference node, String name, boolean ring, long deadlineNanos) {
        return dial(node, new Wish(Purpose.DATA, name, ring), deadlineNanos);
    }

    /**
     * Asks the process that listens at a port for its description, by which objects in it can be called.
     *
     * @throws NotDeliveredException as {@link #call}
     * @throws RefusedException as {@link #call}
     */
    public byte[] find(String address, int port, long deadlineNanos) {
        LimitedSocket passage =
                dial(List.of(address), port, null, new Wish(Purpose.FIND, terms.nodeId(), false), deadlineNanos);
        passage.guard().release();
        return passage.payload();
    }

    /**
     * Checks that a process can be reached now.
     *
     * @throws NotDeliveredException as {@link #call}
     * @throws RefusedException as {@link #call}
     */
    public void ping(NodeReference node, long deadlineNanos) {
        dial(node, new Wish(Purpose.FIND, terms.nodeId(), false), deadlineNanos)
                .guard()
                .release();
    }

    /**
     * Opens a lifeline to a process: an idle connection that closes when one of the two processes ends.
     *
     * @param whenClosed runs when the lifeline ends
     * @throws NotDeliveredException as {@link #call}
     * @throws RefusedException as {@link #call}
     */
    public OpenLifeline lifeline(NodeReference node, String owner, long deadlineNanos, Runnable whenClosed) {
        LimitedSocket passage = dial(node, new Wish(Purpose.LIFELINE, owner, false), deadlineNanos);
        if (!passage.guard().disarm()) {
            throw new NotDeliveredException(
                    "no lifeline to " + node + " by the deadline", new SocketTimeoutException("deadline passed"));
        }
        passage.guard().leave();
        return new OpenLifeline(gate, gate.watch(passage.line().wire().getChannel(), whenClosed));
    }

    /**
     * The request for a connection: its purpose, the name that the caller gives, and whether a ring (a ring buffer in
     * shared memory) may carry it.
     */
    private record Wish(Purpose purpose, String subject, boolean ring) {}

    private LimitedSocket dial(NodeReference node, Wish wish, long deadlineNanos) {
        return dial(node.addresses(), node.port(), node.nodeId(), wish, deadlineNanos);
    }

    private LimitedSocket dial(
            List<String> addresses, int port, @Nullable String nodeId, Wish wish, long deadlineNanos) {
        String whom = (nodeId == null ? "a MOIDE process" : nodeId) + " at port " + port;
        StringJoiner said = new StringJoiner("; ");
        Exception last = new ConnectException("no address");
        List<DialTarget> targets = resolve(addresses, port, deadlineNanos, said);
        for (int index = 0; index < targets.size(); index++) {
            DialTarget target = targets.get(index);
            int crowded = 0;
            for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
                long remaining = deadlineNanos - terms.ticker().nanoTime();
                if (remaining <= 0) {
                    said.add("no time left for " + target.shown());
                    break;
                }
                boolean more = index + 1 < targets.size();
                long until = patience(remaining, more);
                try {
                    return attempt(target, nodeId, wish, terms.ticker().nanoTime() + until, deadlineNanos);
                } catch (CallerHandshake.KeylessException e) {
                    attempt--;
                    awaitKey(deadlineNanos);
                } catch (CallerHandshake.RefusedException e) {
                    if (e.refusal() != Refusal.OTHER_NODE && e.refusal() != Refusal.FULL) {
                        throw new RefusedException(
                                whom + " (" + target.shown() + ") refused " + terms.nodeId() + ": " + e.getMessage(),
                                e);
                    }
                    last = e;
                    said.add(target.shown() + " " + e.getMessage());
                    break;
                } catch (IOException e) {
                    last = e;
                    if (attempt < ATTEMPTS && e instanceof CallerHandshake.DroppedException) {
                        continue;
                    }
                    if (e instanceof CrowdedException && ++crowded < CROWDED_ATTEMPTS) {
                        attempt--;
                        continue;
                    }
                    said.add(target.shown() + " " + describe(e));
                    break;
                }
            }
        }
        throw new NotDeliveredException("nothing reached " + whom + ": " + said, last);
    }

    private LimitedSocket attempt(
            DialTarget target, @Nullable String nodeId, Wish wish, long untilNanos, long deadlineNanos)
            throws IOException {
        Socket wire = target.socket(wish.purpose());
        DeadlineWatch.Guard guard = watch.guard(wire);
        boolean passed = false;
        try {
            guard.arm(untilNanos);
            long remaining = untilNanos - terms.ticker().nanoTime();
            connect(target, wire, wish.purpose(), remaining);
            CallerHandshake greeting = new CallerHandshake(
                    terms, nodeId, wish.purpose(), wish.subject(), wish.ring() && target.mayShareMemory());
            byte[] payload = greeting.run(wire);
            AdmittedConnection line = greeting.line(wire);
            if (!guard.disarm()) {
                throw new SocketTimeoutException("no answer in the handshake");
            }
            guard.arm(deadlineNanos);
            passed = true;
            return new LimitedSocket(line, guard, greeting.gateVersion(), payload);
        } catch (IOException e) {
            if (guard.expired()) {
                SocketTimeoutException late = new SocketTimeoutException("accepted the connection but did not answer");
                late.initCause(e);
                throw late;
            }
            throw e;
        } finally {
            if (!passed) {
                guard.release();
            }
        }
    }

    private void connect(DialTarget target, Socket wire, Purpose purpose, long nanos) throws IOException {
        if (!target.isThisMachine()) {
            target.connect(wire, purpose, nanos, terms.limits().connect());
            return;
        }
        try {
            target.connect(wire, purpose, nanos, CROWDED);
        } catch (SocketTimeoutException full) {
            throw new CrowdedException(full);
        }
    }

    /** A port of this machine has no room for one more waiting connection. */
    private static final class CrowdedException extends IOException {
        private static final long serialVersionUID = 1L;

        CrowdedException(SocketTimeoutException full) {
            super("has no room for one more connection: too many others wait there", full);
        }
    }

    /** Waits until this node's TLS key is made, before it connects: the gate's deadline would be too short for that. */
    private void awaitKey(long deadlineNanos) {
        try {
            terms.encryption().await(deadlineNanos - terms.ticker().nanoTime());
        } catch (IOException e) {
            throw new NotDeliveredException("nothing was sent: " + e.getMessage(), e);
        }
    }

    /**
     * Resolves the names to addresses, each name once, in order. All addresses are kept, since an address does not tell
     * which process answers there.
     */
    private List<DialTarget> resolve(List<String> names, int port, long deadlineNanos, StringJoiner said) {
        Set<DialTarget> targets = new LinkedHashSet<>();
        for (int index = 0; index < names.size(); index++) {
            long remaining = deadlineNanos - terms.ticker().nanoTime();
            boolean more = index + 1 < names.size();
            try {
                Routes.Way way = routes.to(names.get(index));
                if (way instanceof Routes.Past past) {
                    targets.add(new DialTarget.Past(names.get(index), port, past));
                } else if (way instanceof Routes.ByNetwork network) {
                    lookup.find(network.name(), patience(remaining, more))
                            .forEach(
                                    found -> targets.add(new DialTarget.OnNetwork(new InetSocketAddress(found, port))));
                }
            } catch (IOException e) {
                said.add(e.getMessage());
            } catch (InterruptedException e) {
                said.add("interrupted while the name service was asked for " + names.get(index));
                Thread.currentThread().interrupt();
                break;
            }
        }
        return List.copyOf(targets);
    }

    /**
     * Returns how much of the remaining time, in nanoseconds, the attempt at one address may take, if more addresses
     * follow.
     */
    private static long patience(long remaining, boolean more) {
        return more ? Math.min(remaining, PATIENCE.toNanos()) : remaining;
    }

    private static String describe(IOException e) {
        if (e instanceof SocketTimeoutException) {
            return e.getMessage() != null && e.getMessage().startsWith("accepted")
                    ? e.getMessage()
                    : "did not accept a connection in time";
        }
        if (e instanceof ConnectException) {
            return "nothing listens there (" + e.getMessage() + ")";
        }
        String message = e.getMessage();
        return message == null ? e.toString() : message;
    }
}
