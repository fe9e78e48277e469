package org.moide.coordinator.run.assembly;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.CommException;
import org.moide.commlib.port.ObjectSpace;
import org.moide.commlib.port.Signal;
import org.moide.commlib.registration.NodeReference;
import org.moide.coordinator.copies.CopyTree;
import org.moide.coordinator.run.session.RunPorts;
import org.moide.engine.host.EngineDaemon;
import org.moide.engine.loading.JarReference;

/**
 * Ships the application's files to the daemons that lack them. If there are many daemons and the files are large,
 * daemons copy them from each other as {@link CopyTree} decides; otherwise all copy from here. A daemon says which
 * files it lacks, and checks the SHA-256 of each file. Thread-safe.
 */
public final class JarShipping implements AutoCloseable {
    /**
     * The number of bytes below which files are always sent from this process, since that is faster than having them
     * sent by a daemon.
     */
    static final long LEAST_BYTES = 1 << 20;

    /**
     * The slowest speed that is assumed between daemons, in bytes per second: that of a line of 10 Mbit/s. It gives the
     * time limit of the call that copies all files from one daemon to another.
     */
    private static final long SLOW_LINE_BYTES_PER_SECOND = 1 << 20;

    private final ShippedApplication shipped;
    private final RunPorts ports;
    private final long leastBytes;
    private final Signal changed;
    private final Object lock = new Object();
    // All fields below are guarded by lock.
    private final CopyTree tree;
    private final Map<String, NodeReference> daemons = new HashMap<>(); // the daemons by their names in the tree
    private final Set<String> known = new HashSet<>(); // node IDs of the daemons in the tree
    private int begun;

    /**
     * Creates the object.
     *
     * @param shipped the files to ship
     * @param hosts the number of hosts that can copy files from each other; 0 if they cannot
     */
    public JarShipping(ShippedApplication shipped, int hosts, RunPorts ports) {
        this(shipped, new CopyTree(hosts, CopyTree.FEWEST_HOSTS), LEAST_BYTES, ports);
    }

    JarShipping(ShippedApplication shipped, CopyTree tree, long leastBytes, RunPorts ports) {
        this.shipped = shipped;
        this.tree = tree;
        this.leastBytes = leastBytes;
        this.ports = ports;
        this.changed = ports.around().signals().create();
    }

    List<JarReference> jars() {
        return shipped.jars();
    }

    /** Returns the size of all files together in bytes. */
    long bytes() {
        return shipped.bytes();
    }

    /**
     * Sends a daemon the files that it lacks. Returns when the daemon has all files.
     *
     * @param most the time limit of each call
     * @throws CommException if the daemon cannot be reached from here
     * @throws InterruptedException if interrupted while it waits for copies to other daemons
     */
    void sendTo(NodeReference daemon, Duration most, String runId) throws InterruptedException {
        EngineDaemon proxy = proxy(daemon, most);
        List<String> missing = shipped.missingAt(proxy);
        if (!missing.isEmpty() && shipped.bytes(missing) < leastBytes) {
            shipped.send(proxy, runId, missing);
            missing = List.of();
        }
        while (!missing.isEmpty()) {
            missing = sendMissing(daemon, proxy, missing, most, runId);
        }
        has(daemon);
    }

    /** Sends a daemon some of the files that it lacks. Returns the files that it still lacks. */
    private List<String> sendMissing(
            NodeReference daemon, EngineDaemon proxy, List<String> missing, Duration most, String runId)
            throws InterruptedException {
        String name = nameFor(daemon);
        Way way = begin(name);
        List<String> left = missing;
        try {
            if (way.giver() == null) {
                shipped.send(proxy, runId, missing);
                left = List.of();
            } else {
                give(way.giver(), most, runId, missing, daemon);
                left = shipped.missingAt(proxy); // asks the receiver, since the giver may be wrong
            }
            return left;
        } finally {
            end(name, left.isEmpty());
        }
    }

    /**
     * Makes the daemon {@code giver} send files to the daemon {@code to}. If that fails, this process will send them.
     */
    private void give(NodeReference giver, Duration most, String runId, List<String> missing, NodeReference to) {
        Duration all = most.plusSeconds(shipped.bytes(missing) / SLOW_LINE_BYTES_PER_SECOND);
        try {
            proxy(giver, all).giveJars(runId, missing, to);
        } catch (CommException notGiven) {
            System.getLogger(JarShipping.class.getPackageName())
                    .log(System.Logger.Level.DEBUG, "not given by " + giver + ", so it comes from here", notGiven);
        }
    }

    /**
     * The origin of a copy.
     *
     * @param giver the daemon that sends it; null for this process
     */
    private record Way(@Nullable NodeReference giver) {}

    private Way begin(String name) throws InterruptedException {
        Way[] found = new Way[1];
        changed.await(
                () -> {
                    found[0] = found[0] == null ? way(name) : found[0]; // the condition may be evaluated several times
                    return found[0] != null;
                },
                Long.MAX_VALUE);
        return found[0];
    }

    private @Nullable Way way(String name) {
        synchronized (lock) {
            CopyTree.Way way = tree.begin(name);
            if (way == null) {
                return null;
            }
            return new Way(way.host() == null ? null : daemons.get(way.host()));
        }
    }

    private void end(String name, boolean done) {
        synchronized (lock) {
            if (done) {
                tree.done(name);
            } else {
                tree.failed(name);
            }
        }
        changed.raise();
    }

    /**
     * Returns a new name for a daemon in the {@link CopyTree}. It is new for each copy, since a daemon may get files
     * for several engines at the same time.
     */
    private String nameFor(NodeReference daemon) {
        synchronized (lock) {
            String name = daemon.nodeId() + " " + begun;
            begun++;
            daemons.put(name, daemon);
            known.add(daemon.nodeId());
            return name;
        }
    }

    private void has(NodeReference daemon) {
        synchronized (lock) {
            if (known.add(daemon.nodeId())) {
                String name = daemon.nodeId();
                daemons.put(name, daemon);
                tree.has(name);
            }
        }
        changed.raise();
    }

    private EngineDaemon proxy(NodeReference daemon, Duration most) {
        ObjectSpace space = ports.space();
        return space.proxy(daemon, EngineDaemon.class, EngineDaemon.NAME, most);
    }

    @Override
    public void close() {
        shipped.close();
    }
}
