package org.moide.coordinator.run.assembly;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadFactory;
import org.moide.commlib.port.FaultHandler;
import org.moide.commlib.port.ObjectSpace;
import org.moide.commlib.rmi.RmiSpace;
import org.moide.commlib.security.ClusterSecret;
import org.moide.coordinator.plan.NetworkSettings;
import org.moide.engine.control.Timing;

/**
 * The network through which runs reach engine daemons. Only a run with engines on named hosts needs it. The
 * implementation is in a module above the coordinator, which knows nothing of ssh and tunnels. Thread-safe.
 */
public interface HostNetwork {
    /**
     * The settings with which this process takes part in the network.
     *
     * @param bind the address to listen on
     * @param secret the cluster's secret
     */
    record Access(NetworkSettings network, String bind, ClusterSecret secret) {}

    /**
     * Determines the address and the secret with which this process calls daemons.
     *
     * @param near whether all daemons are on this host
     * @throws org.moide.coordinator.plan.PlanException if the address is invalid, or the required secret does not exist
     */
    Access access(NetworkSettings network, boolean near);

    /**
     * Opens the object space through which a run's coordinator, daemons and engines call each other.
     *
     * @param faults receives errors on its threads
     * @throws org.moide.coordinator.plan.PlanException if the address does not belong to this host
     */
    RmiSpace open(Access access, FaultHandler faults);

    /**
     * Creates an object that asks daemons about their hosts.
     *
     * @param powers the powers that the user set for some hosts, by daemon or host name
     * @param own the IDs of runs that must not be reported as other runs; the set may change later
     */
    HostSurvey survey(
            ObjectSpace space, ThreadFactory threads, Timing timing, Map<String, Double> powers, Set<String> own);
}
