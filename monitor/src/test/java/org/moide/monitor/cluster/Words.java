package org.moide.monitor.cluster;

import java.util.List;
import org.moide.monitor.cluster.HostNews.Moment;

/** Makes news of hosts for tests. */
final class Words {
    private Words() {}

    /** Returns plausible news that the daemon of a host sends at this second of its uptime. */
    static HostNews of(String host, long second) {
        return of("engine-daemon on " + host, host, second, 8, 8.5, 1.25);
    }

    static HostNews of(String node, String host, long second, int processors, double power, double workload) {
        return new HostNews(
                node,
                List.of("10.0.0." + Math.floorMod(host.hashCode(), 250), host),
                7100,
                second * 1_000_000_000L,
                host,
                "machine of " + host,
                processors,
                16L << 30,
                power,
                workload,
                List.of("rack=7"),
                new Moment(1, 2, 1, 0.9, 8L << 30, 1000, 2000, 0.1, 0, 0),
                List.of(new HostNews.RunThere("4k2", 1, 4, "anna@laptop", 1)),
                "",
                0,
                List.of(),
                List.of(),
                "");
    }

    static HostNews through(HostNews news, String... monitors) {
        HostNews passed = news;
        for (String monitor : monitors) {
            passed = passed.passedOn(monitor, 0);
        }
        return passed;
    }
}
