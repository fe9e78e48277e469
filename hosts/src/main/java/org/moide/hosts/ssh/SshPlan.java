package org.moide.hosts.ssh;

import java.util.List;
import org.moide.coordinator.plan.HostList;
import org.moide.coordinator.plan.NetworkSettings;

/**
 * The checked options of {@code moide up}.
 *
 * @param hosts the hosts on which to start daemons
 * @param network how the daemons are reached, and which file has the secret that they get
 */
public record SshPlan(SshSettings settings, List<HostList.NamedHost> hosts, NetworkSettings network) {
    public SshPlan {
        hosts = List.copyOf(hosts);
    }
}
