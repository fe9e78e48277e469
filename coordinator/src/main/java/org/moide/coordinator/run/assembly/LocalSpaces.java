package org.moide.coordinator.run.assembly;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.port.FaultHandler;
import org.moide.commlib.port.ObjectSpace;
import org.moide.commlib.rmi.RmiSpace;
import org.moide.commlib.rmi.RmiSpaceOptions;
import org.moide.commlib.rmi.SharedSpace;
import org.moide.commlib.security.ClusterSecret;
import org.moide.commlib.system.SystemRandomness;
import org.moide.commlib.system.SystemTicker;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.coordinator.plan.NetworkSettings;
import org.moide.coordinator.plan.RunPlan;

/**
 * Opens the object spaces through which runs call their engines. A run on this machine alone has a space on loopback,
 * with a secret that only this process and its children know. Other runs have a space as the network settings say. In a
 * process with many runs, runs share one space of each kind, so that connections to kept engines stay open.
 * Thread-safe.
 */
public final class LocalSpaces implements AutoCloseable {
    private static final int SECRET_BYTES = 32;
    private static final byte[] NO_SECRET = {};
    private static final Set<String> LOOPBACK_NAMES = Set.of("localhost", "::1");

    private final HostNetwork network;
    private final boolean keeps;
    private final FaultHandler log;
    private final SystemRandomness randomness = new SystemRandomness();
    private @Nullable Kept kept; // guarded by this, like the following fields
    private final Map<Where, Kept> forHosts = new HashMap<>();
    private final List<SharedSpace> opened = new ArrayList<>(); // broken ones included

    /**
     * Creates the object without spaces.
     *
     * @param network the network through which other hosts are reached
     * @param keeps whether the process has many runs, so that spaces are kept for all of them
     */
    LocalSpaces(HostNetwork network, boolean keeps, FaultHandler log) {
        this.network = network;
        this.keeps = keeps;
        this.log = log;
    }

    /** The space of a run, and the settings by which the run's engines on this machine are reached. */
    record Opened(ObjectSpace space, LocalChild.Reach reach) {}

    /**
     * A space that several runs share, until one of its threads dies. Then the runs that use the space are told, and
     * the next run gets a new space.
     */
    private static final class Kept implements FaultHandler {
        private final FaultHandler log;
        private final byte[] secret;
        private final Set<FaultHandler> runs = new CopyOnWriteArraySet<>();
        private volatile boolean broken;
        private @Nullable SharedSpace space; // set before other threads get this object

        Kept(FaultHandler log, byte[] secret) {
            this.log = log;
            this.secret = secret;
        }

        @Override
        public void onFault(String where, Throwable fault) {
            log.onFault(where, fault);
        }

        @Override
        public void onDeath(String thread, Throwable fault) {
            broken = true;
            runs.forEach(run -> run.onDeath(thread, fault));
        }
    }

    /** The settings in which two runs must agree to share a space. */
    private record Where(NetworkSettings network, String bind, String secretId) {}

    /**
     * Opens a space for a run that has daemons.
     *
     * @param faults receives errors in the run's part of the space
     * @throws org.moide.coordinator.plan.PlanException if the address does not belong to this host
     */
    synchronized Opened openForHosts(RunPlan plan, FaultHandler faults) {
        List<DaemonAddress> daemons = plan.placement().daemons();
        HostNetwork.Access access = network.access(plan.network().toReach(daemons), areNear(daemons));
        LocalChild.Reach reach = new LocalChild.Reach(
                HexFormat.of().parseHex(access.secret().toText()),
                access.bind(),
                access.network().advertise(),
                access.network().plain());
        if (!keeps) {
            return new Opened(network.open(access, faults), reach);
        }
        Where where = new Where(access.network(), access.bind(), access.secret().keyId());
        Kept all = forHosts.get(where);
        SharedSpace space = all == null || all.broken ? null : all.space;
        if (all == null || space == null) {
            all = new Kept(log, NO_SECRET);
            space = new SharedSpace(network.open(access, all));
            all.space = space;
            forHosts.put(where, all);
            opened.add(space);
        }
        return new Opened(part(all, space, faults), reach);
    }

    /** Returns whether all daemons are on this host, as far as their addresses show. */
    private static boolean areNear(List<DaemonAddress> daemons) {
        return daemons.stream()
                .allMatch(daemon ->
                        LOOPBACK_NAMES.contains(daemon.host()) || daemon.host().startsWith("127."));
    }

    private static ObjectSpace part(Kept of, SharedSpace space, FaultHandler faults) {
        of.runs.add(faults);
        return space.part(() -> of.runs.remove(faults));
    }

    /**
     * Opens a space for a run on this machine.
     *
     * @param faults receives errors in the run's part of the space
     */
    synchronized Opened open(FaultHandler faults) {
        if (!keeps) {
            byte[] secret = randomness.bytes(SECRET_BYTES);
            return new Opened(opened(secret, faults), LocalChild.Reach.onLoopback(secret));
        }
        Kept all = kept;
        SharedSpace space = all == null || all.broken ? null : all.space;
        if (all == null || space == null) {
            all = new Kept(log, randomness.bytes(SECRET_BYTES));
            space = new SharedSpace(opened(all.secret, all));
            all.space = space;
            kept = all;
            opened.add(space);
        }
        return new Opened(part(all, space, faults), LocalChild.Reach.onLoopback(all.secret));
    }

    private RmiSpace opened(byte[] secret, FaultHandler faults) {
        return RmiSpace.open(RmiSpaceOptions.onLoopback(
                "coordinator", ClusterSecret.of(secret), faults, new SystemTicker(), randomness.generator()));
    }

    /** Closes the spaces. All runs that used them have ended. */
    @Override
    public synchronized void close() {
        opened.forEach(SharedSpace::close);
        opened.clear();
        forHosts.clear();
        kept = null;
    }
}
