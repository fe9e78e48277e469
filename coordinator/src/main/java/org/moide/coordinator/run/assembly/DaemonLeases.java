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
 * The lifelines by which daemons keep engines' JVMs from run to run for this process, until it ends. Any thread; this
 * object guards everything and is not held while a lifeline is opened.
 */
public final class DaemonLeases implements AutoCloseable {
    private final String holder;
    private final Map<NodeReference, Lifeline> open = new HashMap<>();
    private boolean closed;

    private DaemonLeases(String holder) {
        this.holder = holder;
    }

    /** Returns the leases of a process with one run, for which daemons keep nothing. */
    public static DaemonLeases none() {
        return new DaemonLeases("");
    }

    /** Returns the leases of a process with many runs. */
    static DaemonLeases of(String holder) {
        return new DaemonLeases(holder);
    }

    /**
     * Returns the options of an order by which a daemon keeps the engine's JVM. None if the daemon will not keep it,
     * since it cannot be reached.
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
            return false; // the order itself says what is wrong
        }
    }

    /** Forgets a lease; the next run opens another. */
    private synchronized void forget(NodeReference daemon) {
        open.remove(daemon);
    }

    /** Gives up all leases. */
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
