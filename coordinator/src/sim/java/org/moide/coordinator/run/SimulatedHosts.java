package org.moide.coordinator.run;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.moide.balance.strategy.Location;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.coordinator.plan.Elasticity;
import org.moide.coordinator.plan.Permission;
import org.moide.coordinator.plan.Placement;
import org.moide.coordinator.reconfigure.Recruitment;
import org.moide.coordinator.reconfigure.automation.HostSight;
import org.moide.coordinator.selection.Constraints;
import org.moide.monitor.HostUse;

/**
 * The hosts of a simulated run, each with a daemon, and the load by other programs on them. Used by one simulated
 * thread at a time.
 */
final class SimulatedHosts {
    /** The number of hosts without an engine at the beginning of the run. */
    private static final int SPARE = 2;

    private final int count;
    private final int threadsOfEach;
    private final boolean sites;
    private final Map<String, Integer> others = new HashMap<>();
    private final Map<Integer, String> hosts = new HashMap<>(); // host names by seat

    SimulatedHosts(int engines, int threadsOfEach, boolean sites) {
        this.sites = sites;
        this.count = engines + SPARE;
        this.threadsOfEach = threadsOfEach;
    }

    /** Returns the host of an engine for which no host was chosen. Its name follows from the engine's number. */
    static String hostOf(int seat) {
        return "host-" + seat;
    }

    static String daemonOf(String host) {
        return new DaemonAddress(host, DaemonAddress.DEFAULT_PORT, 0).toString();
    }

    /** Returns a host's location: one of two racks of one of two sites, or unknown if this run has no topology. */
    Location locationOf(String host) {
        int number = names().indexOf(host);
        return sites && number >= 0
                ? new Location(List.of("site " + number % 2, "rack " + number / 2 % 2, host))
                : Location.UNKNOWN;
    }

    List<String> names() {
        return IntStream.range(0, count).mapToObj(SimulatedHosts::hostOf).toList();
    }

    /** Returns a placement in which the run may change all its engines by itself. */
    Placement placement() {
        return new Placement(
                true,
                1,
                addresses(),
                0,
                new Elasticity(1, count, Permission.GIVEN, Elasticity.IDLE_WORKLOAD),
                Constraints.NONE);
    }

    private List<DaemonAddress> addresses() {
        return IntStream.range(0, count)
                .mapToObj(host -> new DaemonAddress(hostOf(host), DaemonAddress.DEFAULT_PORT, 0))
                .toList();
    }

    /** Returns the host on which a requested engine is started. */
    String choose(Recruitment wanted) {
        return wanted.hosts().isEmpty()
                ? hostOf(wanted.seat())
                : wanted.hosts().get(0).host();
    }

    void seated(int seat, String host) {
        hosts.put(seat, host);
    }

    String of(int seat) {
        return hosts.getOrDefault(seat, hostOf(seat));
    }

    /** Sets the number of other programs' threads on a host. */
    void busy(String host, int threads) {
        others.put(host, threads);
    }

    /** Returns a report of each host that answers. */
    List<HostSight> look() {
        return addresses().stream().map(this::sight).toList();
    }

    private HostSight sight(DaemonAddress daemon) {
        String host = daemon.host();
        int ours = hosts.containsValue(host) ? threadsOfEach : 0;
        int load = others.getOrDefault(host, 0) + ours;
        return new HostSight(
                daemon.toString(),
                daemon,
                host,
                host,
                threadsOfEach,
                threadsOfEach,
                threadsOfEach,
                load,
                ours,
                threadsOfEach,
                0,
                HostUse.UNKNOWN);
    }
}
