package org.moide.commlib.rmi;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.port.DataConnection;
import org.moide.commlib.port.HostMemory;
import org.moide.commlib.port.ObjectSpace;
import org.moide.commlib.registration.NodeReference;

/**
 * The part that one run has of a {@link SharedSpace}. Closing it withdraws the names that it still exports or accepts,
 * and closes no connection.
 */
public final class SpacePart implements ObjectSpace {
    private final RmiSpace space;
    private final Set<LifelineListener> listeners;
    private final Runnable whenClosed;
    private final Set<String> exported = ConcurrentHashMap.newKeySet();
    private final Set<String> accepted = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile @Nullable LifelineListener listener;

    SpacePart(RmiSpace space, Set<LifelineListener> listeners, Runnable whenClosed) {
        this.space = space;
        this.listeners = listeners;
        this.whenClosed = whenClosed;
    }

    /** Sets the number of compute threads like {@link RmiSpace#computeThreads}, for all parts. */
    public void computeThreads(int onThisMachine) {
        space.computeThreads(onThisMachine);
    }

    @Override
    public HostMemory memory() {
        return space.memory();
    }

    @Override
    public NodeReference self() {
        return space.self();
    }

    @Override
    public <T> void export(Class<T> type, String name, T object) {
        exported.add(name);
        space.export(type, name, object);
        if (closed.get()) {
            withdraw(name);
        }
    }

    @Override
    public void withdraw(String name) {
        if (exported.remove(name)) {
            space.withdraw(name);
        }
    }

    @Override
    public String version(NodeReference node) {
        return space.version(node);
    }

    @Override
    public <T> T proxy(NodeReference node, Class<T> type, String name, Duration deadline) {
        return space.proxy(node, type, name, deadline);
    }

    @Override
    public NodeReference find(String address, int port, Duration deadline) {
        return space.find(address, port, deadline);
    }

    @Override
    public void ping(NodeReference node, Duration deadline) {
        space.ping(node, deadline);
    }

    @Override
    public Map<NodeReference, Duration> unanswered() {
        return space.unanswered();
    }

    @Override
    public Lifeline openLifeline(NodeReference node, String owner, Duration deadline, Runnable whenLost) {
        return space.openLifeline(node, owner, deadline, whenLost);
    }

    @Override
    public void acceptLifelines(LifelineListener told) {
        listener = told;
        listeners.add(told);
        if (closed.get()) {
            listeners.remove(told);
        }
    }

    @Override
    public DataConnection connect(NodeReference node, String name, Duration deadline) {
        return space.connect(node, name, deadline);
    }

    @Override
    public void acceptConnections(String name, Consumer<DataConnection.Arriving> acceptor) {
        accepted.add(name);
        space.acceptConnections(name, acceptor);
        if (closed.get()) {
            declineConnections(name);
        }
    }

    @Override
    public void declineConnections(String name) {
        if (accepted.remove(name)) {
            space.declineConnections(name);
        }
    }

    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        exported.forEach(this::withdraw);
        accepted.forEach(this::declineConnections);
        LifelineListener told = listener;
        if (told != null) {
            listeners.remove(told);
        }
        whenClosed.run();
    }

    @Override
    public String toString() {
        return "a part of " + space;
    }
}
