package org.moide.hosts.network;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadFactory;
import org.moide.commlib.port.FaultHandler;
import org.moide.commlib.port.ObjectSpace;
import org.moide.commlib.rmi.RmiSpace;
import org.moide.commlib.rmi.RmiSpaceOptions;
import org.moide.commlib.system.SystemTicker;
import org.moide.coordinator.plan.NetworkSettings;
import org.moide.coordinator.run.assembly.HostNetwork;
import org.moide.coordinator.run.assembly.HostSurvey;
import org.moide.engine.control.Timing;

/**
 * The network through which a run reaches engine daemons. It calls daemons directly, or through tunnels that this
 * user's ssh opens.
 */
public final class DaemonNetwork implements HostNetwork {
    @Override
    public Access access(NetworkSettings network, boolean near) {
        String bind = near && network.bind() == null ? RmiSpaceOptions.LOOPBACK : Spaces.bindAddress(network);
        return new Access(network, bind, Spaces.sharedSecret(network, bind));
    }

    @Override
    public RmiSpace open(Access access, FaultHandler faults) {
        return Spaces.open("coordinator", access.network(), access.bind(), access.secret(), faults, new SystemTicker());
    }

    @Override
    public HostSurvey survey(
            ObjectSpace space, ThreadFactory threads, Timing timing, Map<String, Double> powers, Set<String> own) {
        return new DaemonSurvey(space, threads, timing, powers, own);
    }
}
