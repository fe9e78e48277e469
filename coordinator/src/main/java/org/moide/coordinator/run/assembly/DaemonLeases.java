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
 * The leases, open connections with which daemons keep engines' JVMs between the runs of this process. Thread-safe;
 * this object guards all fields and is not held while a lease is opened.
 */
public final class DaemonLeases implements AutoCloseable {
    private final String holder;
    private final Map<NodeReference, Lifeline> open = new HashMap<>();
    private boolean closed;

    private DaemonLeases(String holder) {
        this.holder = holder;
    }

    /** Returns the object for a process with one run, for which daemons keep no JVMs. */
    public static DaemonLeases none() {
        return new DaemonLeases("");
    }

    /** Returns the object for a process with many runs. */
    static DaemonLeases of(String holder) {
        return new DaemonLeases(holder);
    }

    /**
     * Returns the options of an order that make a daemon keep the engine's JVM after the run. Returns none if the
     * daemon cannot be reached.
     */
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
            return false; // the order that follows reports the error
        }
    }

    /** Forgets a broken lease. The next run opens another one. */
    private synchronized void forget(NodeReference daemon) {
        open.remove(daemon);
    }

    /** Closes all leases. Daemons then end the JVMs. */
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
