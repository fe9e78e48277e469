package org.moide.coordinator.run.assembly;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.moide.commlib.CommException;
import org.moide.commlib.port.ObjectSpace;
import org.moide.commlib.port.ObjectSpace.Lifeline;
import org.moide.commlib.registration.NodeReference;
import org.moide.engine.host.EngineDaemon;
import org.moide.engine.host.EngineOrder;

/**
 * The lifelines by which daemons keep engines' JVMs from run to run for this process, until it ends. Any thread; all is
 * guarded by this object, which is not held while a lifeline is opened.
 */
public final class DaemonLeases implements AutoCloseable {
    private final String holder;
    private final Map<NodeReference, Lifeline> open = new HashMap<>();
    private boolean closed;

    private DaemonLeases(String holder) {
        this.holder = holder;
    }

    /** Of a process with one run: daemons keep nothing for it. */
    public static DaemonLeases none() {
        return new DaemonLeases("");
    }

    /** Of a process with many runs, by a name that no other has. */
    static DaemonLeases of(String holder) {
        return new DaemonLeases(holder);
    }

    /** What an order says for a daemon to keep the engine's JVM: nothing if it will not, since it cannot be reached. */
    Map<String, String> options(ObjectSpace space, NodeReference daemon, Duration deadline) {
        return !holder.isEmpty() && isHeld(space, daemon, deadline) ? Map.of(EngineOrder.HOLDER, holder) : Map.of();
    }

    private boolean isHeld(ObjectSpace space, NodeReference daemon, Duration deadline) {
        synchronized (this) {
            if (closed || open.containsKey(daemon)) {
                return !closed;
            }
        }
        try {
            Lifeline opened = space.openLifeline(daemon, EngineDaemon.leaseOf(holder), deadline, () -> forget(daemon));
            Lifeline superfluous;
            synchronized (this) {
                superfluous = closed ? opened : open.put(daemon, opened);
            }
            if (superfluous != null) {
                superfluous.close();
            }
            return true;
        } catch (CommException unreachable) {
            return false; // the order itself says what is wrong
        }
    }

    /** The next run opens another. */
    private synchronized void forget(NodeReference daemon) {
        open.remove(daemon);
    }

    /** Gives all back. */
    @Override
    public void close() {
        List<Lifeline> all;
        synchronized (this) {
            closed = true;
            all = List.copyOf(open.values());
            open.clear();
        }
        all.forEach(Lifeline::close);
    }
}
