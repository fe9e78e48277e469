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
 * The network by which runs reach engine daemons. Only a run with engines on named hosts needs it. It is implemented
 * above the coordinator, which knows nothing of ssh and tunnels. Any thread.
 */
public interface HostNetwork {
    /**
     * The way in which this process takes part.
     *
     * @param bind the address to listen on
     * @param secret the secret of the cluster
     */
    record Access(NetworkSettings network, String bind, ClusterSecret secret) {}

    /**
     * Finds the address and the secret for a process that calls daemons.
     *
     * @param near whether all of them are on this host
     * @throws org.moide.coordinator.plan.PlanException if the address is not valid, or a secret is needed and there
     *     is none
     */
    Access access(NetworkSettings network, boolean near);

    /**
     * Opens the space in which a run's coordinator, its daemons and its engines meet.
     *
     * @param faults told of errors on its threads
     * @throws org.moide.coordinator.plan.PlanException if the address does not belong to this host
     */
    RmiSpace open(Access access, FaultHandler faults);

    /**
     * Prepares to ask daemons.
     *
     * @param powers the powers that the user gave for some hosts, by daemon or host name
     * @param own the IDs of the runs that do not count among those of others; may change meanwhile
     */
    HostSurvey survey(
            ObjectSpace space, ThreadFactory threads, Timing timing, Map<String, Double> powers, Set<String> own);
}
