package org.moide.commlib.local;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.moide.commlib.NotDeliveredException;
import org.moide.commlib.port.ObjectSpace;
import org.moide.commlib.registration.NodeReference;

/**
 * The object space of a run that has only this JVM: a proxy is the object itself. It opens no port, so no other
 * process can reach this one.
 */
public final class LocalSpace implements ObjectSpace {
    private final NodeReference self;
    private final Map<String, Object> objects = new ConcurrentHashMap<>();

    /** Creates an empty space; {@code nodeId} names this process in messages. */
    public LocalSpace(String nodeId) {
        self = new NodeReference(nodeId, List.of(), 0);
    }

    @Override
    public NodeReference self() {
        return self;
    }

    @Override
    public <T> void export(Class<T> type, String name, T object) {
        objects.put(name, type.cast(object));
    }

    @Override
    public void withdraw(String name) {
        objects.remove(name);
    }

    /** {@inheritDoc} Here the object must have been exported before. */
    @Override
    public <T> T proxy(NodeReference node, Class<T> type, String name, Duration deadline) {
        Object object = objects.get(name);
        if (!node.equals(self) || object == null) {
            throw unreachable(node + ", object '" + name + "'");
        }
        return type.cast(object);
    }

    @Override
    public NodeReference find(String address, int port, Duration deadline) {
        throw unreachable(address + ":" + port);
    }

    /** {@inheritDoc} Here both ends are in this process, so it never closes by itself. */
    @Override
    public Lifeline openLifeline(NodeReference node, String owner, Duration deadline, Runnable whenClosed) {
        if (!node.equals(self)) {
            throw unreachable(node.toString());
        }
        return new Lifeline() {
            private volatile boolean open = true;

            @Override
            public boolean isOpen() {
                return open;
            }

            @Override
            public void close() {
                open = false;
            }
        };
    }

    @Override
    public void acceptLifelines(LifelineListener listener) {
        // No other process can reach this one, so no lifeline will ever be opened.
    }

    @Override
    public void close() {
        objects.clear();
    }

    private NotDeliveredException unreachable(String what) {
        return new NotDeliveredException(
                "expected an object of this process (" + self.nodeId() + "), found " + what
                        + ": this run was started without other processes",
                null);
    }
}
