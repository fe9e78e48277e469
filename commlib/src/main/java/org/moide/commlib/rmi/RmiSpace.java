package org.moide.commlib.rmi;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.SocketTimeoutException;
import java.nio.channels.ServerSocketChannel;
import java.rmi.RemoteException;
import java.rmi.server.RemoteObject;
import java.rmi.server.UnicastRemoteObject;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.NotDeliveredException;
import org.moide.commlib.gate.DeadlineWatch;
import org.moide.commlib.gate.Gate;
import org.moide.commlib.gate.GateCaller;
import org.moide.commlib.gate.GateCounters;
import org.moide.commlib.gate.GateHost;
import org.moide.commlib.gate.LimitedSocket;
import org.moide.commlib.handshake.AdmittedConnection;
import org.moide.commlib.handshake.HandshakeTerms;
import org.moide.commlib.handshake.Purpose;
import org.moide.commlib.port.DataConnection;
import org.moide.commlib.port.HostMemory;
import org.moide.commlib.port.ObjectSpace;
import org.moide.commlib.port.Unanswered;
import org.moide.commlib.registration.NodeReference;
import org.moide.commlib.security.Encryption;
import org.moide.commlib.security.GateException;
import org.moide.commlib.security.SerialFilters;

/**
 * Distributed objects over RMI. A process exports one remote object, its switchboard, behind its gate. There is no
 * registry, no stub is sent, and RMI's distributed garbage collection is not used.
 *
 * <p><b>Bounds.</b> Threads: that of the gate, that of the deadline watch, RMI's accepting thread, and one for each
 * connection that other processes have open to this one: at most {@code limits.connectionsPerPeer} for each process,
 * {@code limits.sessions} in all. So a process with n peers has at most 2 · n · connectionsPerPeer sockets for calls,
 * plus a socket for each lifeline.
 *
 * <p><b>Deadlines.</b> A call ends by its deadline whatever the peer does: the watch closes the socket of a late call.
 * Interrupting the calling thread does not end a call.
 *
 * <p>A JVM with an open space does not end by itself: RMI keeps it alive until {@link #close}.
 */
public final class RmiSpace implements ObjectSpace {
    private final RmiSpaceOptions options;
    private final NodeReference self;
    private final ExportedObjects objects;
    private final GatedServerSocket accepted;
    private final DataSockets dataSockets;
    private final Gate gate;
    private final DeadlineWatch watch;
    private final GateCaller caller;
    private final Carrying carrying;
    private final Claims claims = new Claims();
    private final Map<NodeReference, PeerConnections> peers = new ConcurrentHashMap<>();
    private final Unanswered unanswered;
    private final AtomicBoolean closed = new AtomicBoolean();
    private final byte[] switchboardId;
    private volatile LifelineListener lifelineListener = new NoListener();

    private RmiSpace(RmiSpaceOptions options, Encryption encryption, ServerSocketChannel listening) throws IOException {
        this.options = options;
        this.unanswered = new Unanswered(options.ticker());
        int port = listening.socket().getLocalPort();
        this.self = new NodeReference(
                Addresses.nodeId(options.role(), options.randomness()), Addresses.reachable(options), port);
        @SuppressWarnings("ThreadLocalUsage") // a static one would be shared by all spaces of a JVM
        ThreadLocal<MeteredSocket> serving = new ThreadLocal<>();
        this.objects = new ExportedObjects(self.nodeId(), serving::get);
        this.watch = new DeadlineWatch(options.role() + "-deadlines", options.ticker(), options.faults(), this::sweep);
        this.carrying = new Carrying(
                options.carriers(), watch, options.ticker(), options.limits().handshake());
        this.accepted = new GatedServerSocket(
                port,
                options.limits().sessions(),
                options.limits().requestBytes(),
                carrying,
                options.faults(),
                claims,
                serving);
        this.dataSockets = new DataSockets(carrying);
        HandshakeTerms terms = new HandshakeTerms(
                self.nodeId(),
                options.version(),
                options.ownVersionOnly(),
                options.secret(),
                encryption,
                options.carriers().mark(),
                options.limits(),
                options.ticker(),
                options.randomness(),
                options.faults());
        this.gate = new Gate(terms, new Host(), listening, watch, options.role() + "-gate");
        this.caller = options.caller(terms, watch, gate);
        try {
            caller.listens(port);
            this.switchboardId = export(port);
        } catch (IOException | RuntimeException e) {
            gate.close();
            watch.close();
            throw e;
        }
    }

    /**
     * Opens a space: this process listens, and other processes can call its objects.
     *
     * @throws GateException if it cannot listen; its message says why and what to do
     */
    public static RmiSpace open(RmiSpaceOptions options) {
        return open(options, options.plain() ? Encryption.none() : Encryption.tls(options.nodeFolder()));
    }

    static RmiSpace open(RmiSpaceOptions options, Encryption encryption) {
        RmiProcess.sayNothingOfThreads();
        if (options.beyondLoopback() || options.isTunnelled()) {
            // Peers will need the key soon and would have to wait for it. Within this machine, rings need no key.
            encryption.prepare();
        }
        ServerSocketChannel listening = Addresses.listen(options);
        try {
            RmiSpace space = new RmiSpace(options, encryption, listening);
            space.gate.start();
            return space;
        } catch (IOException e) {
            closeAfter(listening, e);
            throw new GateException("cannot open " + options + ": " + e, e);
        } catch (RuntimeException e) {
            closeAfter(listening, e);
            throw e;
        }
    }

    private static void closeAfter(ServerSocketChannel listening, Exception why) {
        try {
            listening.close();
        } catch (IOException e) {
            why.addSuppressed(e);
        }
    }

    /** Exports the switchboard, and returns its encoded identity. */
    private byte[] export(int port) throws IOException {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        // RMI loads the classes of arguments with the context class loader at the time of export.
        thread.setContextClassLoader(RmiSpace.class.getClassLoader());
        try {
            UnicastRemoteObject.exportObject(
                    objects, port, null, new OneServerSocket(accepted), SerialFilters.envelope());
            RemoteObject stub = (RemoteObject) Proxy.getInvocationHandler(UnicastRemoteObject.toStub(objects));
            return SwitchboardId.of(stub);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    /**
     * Sets how many compute threads of all engines share this machine's processors. If there are more threads than
     * processors, connections do not poll.
     */
    public void computeThreads(int onThisMachine) {
        options.carriers().computeThreads(onThisMachine);
    }

    @Override
    public HostMemory memory() {
        return options.carriers().memory();
    }

    @Override
    public NodeReference self() {
        return self;
    }

    /** Returns the counters of connections at this process's gate. */
    public GateCounters gateCounters() {
        return gate.counters();
    }

    /** Returns the number of connections for calls that other processes have open to this one. */
    int sessions() {
        return accepted.sessionCount();
    }

    @Override
    public <T> void export(Class<T> type, String name, T object) {
        objects.put(type, name, object);
    }

    @Override
    public void withdraw(String name) {
        objects.remove(name);
    }

    @Override
    public <T> T proxy(NodeReference node, Class<T> type, String name, Duration deadline) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, new RemoteProxy(this, node, type, name, deadline)));
    }

    @Override
    public String version(NodeReference node) {
        PeerConnections peer = peers.get(node);
        return peer == null ? "" : peer.version();
    }

    @Override
    public NodeReference find(String address, int port, Duration deadline) {
        checkOpen("find");
        byte[] reference = caller.find(address, port, options.ticker().nanoTime() + deadline.toNanos());
        try {
            return References.decode(reference);
        } catch (IOException e) {
            throw new NotDeliveredException("the process at " + address + ":" + port + " gave no reference", e);
        }
    }

    @Override
    public void ping(NodeReference node, Duration deadline) {
        checkOpen("ping");
        if (!node.nodeId().equals(self.nodeId())) {
            long deadlineNanos = options.ticker().nanoTime() + deadline.toNanos();
            unanswered.trying(node, () -> caller.ping(node, deadlineNanos));
        }
    }

    @Override
    public Map<NodeReference, Duration> unanswered() {
        return unanswered.now();
    }

    @Override
    public Lifeline openLifeline(NodeReference node, String owner, Duration deadline, Runnable whenClosed) {
        checkOpen("openLifeline");
        return caller.lifeline(node, owner, options.ticker().nanoTime() + deadline.toNanos(), whenClosed);
    }

    @Override
    public void acceptLifelines(LifelineListener listener) {
        this.lifelineListener = listener;
    }

    @Override
    public DataConnection connect(NodeReference node, String name, Duration deadline) {
        checkOpen("connect");
        long deadlineNanos = options.ticker().nanoTime() + deadline.toNanos();
        Carrying.Carried<DataConnection> carried = Objects.requireNonNull(unanswered.noting(
                node, () -> carrying.connect(node.toString(), ring -> caller.data(node, name, ring, deadlineNanos))));
        LimitedSocket passage = carried.passage();
        boolean connected = false;
        try {
            if (!passage.guard().disarm()) {
                throw new NotDeliveredException(
                        "no data connection to " + node + " by the deadline",
                        new SocketTimeoutException("deadline passed"));
            }
            passage.guard().leave();
            dataSockets.keep(passage.line().wire());
            connected = true;
            return carried.carrier();
        } finally {
            if (!connected) {
                passage.guard().release();
            }
        }
    }

    @Override
    public void acceptConnections(String name, Consumer<DataConnection.Arriving> acceptor) {
        dataSockets.accept(name, acceptor);
    }

    @Override
    public void declineConnections(String name) {
        dataSockets.decline(name);
    }

    /** Makes one call of a remote object's method, for its proxy. */
    @Nullable
    Object call(
            NodeReference node,
            String what,
            String object,
            long method,
            @Nullable Object[] arguments,
            long deadlineNanos,
            ClassLoader loader) {
        checkOpen(what);
        PeerConnections peer = peers.compute(node, (to, known) -> {
            PeerConnections found = known == null
                    ? new PeerConnections(to, caller, carrying, options.limits(), options.ticker(), loader, claims)
                    : known;
            found.enter();
            return found;
        });
        try {
            return unanswered.noting(node, () -> peer.call(what, object, method, arguments, deadlineNanos));
        } finally {
            peer.leave();
        }
    }

    long nanoTime() {
        return options.ticker().nanoTime();
    }

    ExportedObjects objects() {
        return objects;
    }

    private void checkOpen(String what) {
        if (closed.get()) {
            throw new NotDeliveredException(what + " was not sent: " + self.nodeId() + " has closed", null);
        }
    }

    private void sweep() {
        // Each peer is checked under the map's lock, so that none is dropped while a call enters it.
        for (NodeReference node : peers.keySet()) {
            peers.computeIfPresent(node, (to, peer) -> peer.sweep() ? null : peer);
        }
    }

    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        gate.close();
        try {
            UnicastRemoteObject.unexportObject(objects, true);
        } catch (RemoteException e) {
            options.faults().onFault(options.role() + "-close", e);
        }
        accepted.close();
        dataSockets.close();
        peers.values().forEach(PeerConnections::close);
        watch.close();
        caller.close();
    }

    @Override
    public String toString() {
        return self.toString();
    }

    /** This process in the role of the gate's owner: takes the connections that the gate admits. */
    private final class Host implements GateHost {
        @Override
        public byte[] payload(Purpose purpose) {
            return switch (purpose) {
                case FIND -> References.encode(self);
                case CALL -> switchboardId.clone();
                case DATA, LIFELINE -> new byte[0];
            };
        }

        @Override
        public void called(AdmittedConnection line, String caller) {
            accepted.admit(line, caller);
        }

        @Override
        public void connected(AdmittedConnection line, String name) {
            dataSockets.arrived(line, name);
        }

        @Override
        public boolean full() {
            return accepted.full() || dataSockets.count() >= options.limits().sessions();
        }

        @Override
        public void lifelineOpened(String owner) {
            lifelineListener.opened(owner);
        }

        @Override
        public void lifelineClosed(String owner) {
            lifelineListener.closed(owner);
        }
    }

    private static final class NoListener implements LifelineListener {
        @Override
        public void opened(String owner) {}

        @Override
        public void closed(String owner) {}
    }
}
