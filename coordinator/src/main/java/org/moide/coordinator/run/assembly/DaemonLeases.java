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
 * The leases that this process has with daemons. A lease is an open connection to a daemon. As long as it is open, the
 * daemon keeps the JVMs of this process's engines from one run to the next. Thread-safe; this object guards all fields
 * and is not held while a lease is opened.
 */
public final class DaemonLeases implements AutoCloseable {
    private final String holder;
    private final Map<NodeReference, Lifeline> open = new HashMap<>();
    private boolean closed;

    private DaemonLeases(String holder) {
        this.holder = holder;
    }

    /** Returns an object that opens no leases, for a process with one run. */
    public static DaemonLeases none() {
        return new DaemonLeases("");
    }

    /**
     * Returns an object that opens leases, for a process with many runs.
     *
     * @param holder the name by which daemons know this process
     */
    static DaemonLeases of(String holder) {
        return new DaemonLeases(holder);
    }

    /**
     * Returns those options for the order to start an engine which make the daemon keep the engine's JVM after the run.
     * Opens a lease if there is none. Returns no options if the daemon cannot be reached.
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

    /** Drops a broken lease. The next run opens a new one. */
    private synchronized void forget(NodeReference daemon) {
        open.remove(daemon);
    }

    /** Closes all leases, so that the daemons end the JVMs that they keep for this process. */
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
