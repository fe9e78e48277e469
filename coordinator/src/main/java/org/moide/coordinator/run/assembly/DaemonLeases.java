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
 * The leases of this process: open connections to daemons, which keep the JVMs of engines between runs as long as a
 * lease is open. Thread-safe; this object guards all fields and is not held while a lease is opened.
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
     * Returns the options that make a daemon keep the engine's JVM after the run, for the order to start the engine.
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

    /** Drops a broken lease, so that the next run opens another one. */
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
