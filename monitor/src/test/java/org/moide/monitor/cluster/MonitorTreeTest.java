package org.moide.monitor.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests monitors that report to each other in any shape, also in loops, while reports are lost and hosts end. */
class MonitorTreeTest {
    private static final int MONITORS = 7;
    private static final int HOSTS = 30;

    private final long[] now = {1_000_000_000L};
    private final List<MonitoredCluster> monitors = new ArrayList<>();
    private final List<MonitoredCluster.Passing> passing = new ArrayList<>();

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldShowEveryMonitorAboveWhoIsThereAndWhoIsNot(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < MONITORS; i++) {
            MonitoredCluster made = new MonitoredCluster("monitor-" + i, 10_000_000_000L, () -> now[0]);
            monitors.add(made);
            passing.add(made.new Passing());
        }
        // Each monitor reports to some earlier ones, and one of the first to the last, which makes a loop.
        List<List<Integer>> above = new ArrayList<>();
        for (int i = 0; i < MONITORS; i++) {
            above.add(i == 0 ? List.of(1 + random.nextInt(MONITORS - 1)) : List.of(random.nextInt(i)));
        }
        Set<Integer> gone = new HashSet<>();
        for (int second = 1; second <= 120; second++) {
            now[0] += 1_000_000_000L;
            for (int host = 0; host < HOSTS; host++) {
                if (second == 40 && random.nextInt(3) == 0) {
                    gone.add(host);
                }
                // A third of the hosts report to two monitors.
                for (int way = 0; way <= (host % 3 == 0 ? 1 : 0) && !gone.contains(host); way++) {
                    int to = (host + way * 3) % MONITORS;
                    if (random.nextInt(4) > 0) {
                        monitors.get(to).report(new HostsReport("d", List.of(Words.of("h" + host, second))));
                    }
                }
            }
            for (int i = 0; i < MONITORS; i++) {
                List<HostNews> news = passing.get(i).news();
                for (int to : above.get(i)) {
                    if (!news.isEmpty() && random.nextInt(4) > 0) {
                        monitors.get(to).report(new HostsReport("monitor-" + i, news));
                    }
                }
            }
            monitors.forEach(MonitoredCluster::tick);
        }

        List<HostSeen> seen = monitors.get(0).all(60);

        assertThat(seen).as("seed %d", seed).hasSize(HOSTS);
        for (HostSeen host : seen) {
            int number = Integer.parseInt(host.news().host().substring(1));
            HostSeen.State expected = gone.contains(number) ? HostSeen.State.DOWN : HostSeen.State.UP;
            assertThat(host.state())
                    .as("seed %d, host %d, %s", seed, number, host.reason())
                    .isEqualTo(expected);
            assertThat(host.history()).as("seed %d, host %d", seed, number).hasSizeLessThanOrEqualTo(60);
            if (gone.contains(number)) {
                assertThat(host.silentSeconds())
                        .as("seed %d, host %d", seed, number)
                        .isBetween(79.0, 92.0);
            }
        }
    }
}
