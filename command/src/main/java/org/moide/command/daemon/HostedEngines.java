package org.moide.command.daemon;

import java.util.HexFormat;
import org.moide.commlib.security.ClusterSecret;
import org.moide.coordinator.plan.EngineDaemonPlan;
import org.moide.engine.host.ChildMain;
import org.moide.engine.host.DaemonSettings;
import org.moide.engine.host.JavaCommand;
import org.moide.engine.host.PortRange;

final class HostedEngines {
    private HostedEngines() {}

    /** Converts a daemon's plan to the settings of its engines. */
    static DaemonSettings settings(EngineDaemonPlan plan, String hostName, ClusterSecret secret, String bind) {
        return new DaemonSettings(
                hostName,
                plan.labels(),
                HexFormat.of().parseHex(secret.toText()),
                new PortRange(plan.firstEnginePort(), plan.lastEnginePort()),
                bind,
                plan.network().advertise(),
                plan.network().plain(),
                JavaCommand.likeThis(ChildMain.class.getName()),
                plan.tunnel());
    }
}
