package org.moide.coordinator.run.assembly;

import java.util.Set;
import org.moide.commlib.port.FaultHandler;
import org.moide.commlib.port.ObjectSpace;
import org.moide.commlib.rmi.RmiSpaceOptions;
import org.moide.commlib.security.ClusterSecret;
import org.moide.coordinator.network.Spaces;
import org.moide.coordinator.plan.NetworkSettings;
import org.moide.coordinator.plan.Placement;
import org.moide.coordinator.plan.RunPlan;

/** How a run's coordinator is reached by engines on hosts. */
final class HostsSpace {
    private static final Set<String> LOOPBACK_NAMES = Set.of("localhost", "::1");

    private HostsSpace() {}

    /**
     * Opens the space of a run that has daemons.
     *
     * @param faults the run's
     */
    static ObjectSpace open(RunPlan plan, LocalSpaces spaces, FaultHandler faults) {
        Placement placement = plan.placement();
        NetworkSettings network = plan.network().toReach(placement.daemons());
        String bind = bindAddress(placement, network);
        ClusterSecret secret = Spaces.sharedSecret(network, bind);
        return spaces.openForHosts(network, bind, secret, faults);
    }

    /** Loopback as long as all daemons are there. */
    private static String bindAddress(Placement placement, NetworkSettings network) {
        boolean near = placement.daemons().stream()
                .allMatch(daemon ->
                        LOOPBACK_NAMES.contains(daemon.host()) || daemon.host().startsWith("127."));
        return near && network.bind() == null ? RmiSpaceOptions.LOOPBACK : Spaces.bindAddress(network);
    }
}
