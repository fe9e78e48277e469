package org.moide.command.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.moide.commlib.contract.UnexpectedFaults;
import org.moide.commlib.port.FaultHandler;
import org.moide.commlib.port.Signal;
import org.moide.commlib.port.Surroundings;
import org.moide.commlib.rmi.RmiSpace;
import org.moide.commlib.rmi.RmiSpaceOptions;
import org.moide.commlib.security.ClusterSecret;
import org.moide.commlib.system.SpinThenParkSignal;
import org.moide.commlib.system.SystemTicker;
import org.moide.commlib.system.WaitPolicy;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.coordinator.selection.HostAnswer;
import org.moide.coordinator.selection.NoHostsException;
import org.moide.monitor.cluster.ClusterMonitor;
import org.moide.monitor.cluster.HostNews;
import org.moide.monitor.cluster.MonitoredCluster;
import org.moide.monitor.cluster.Reporter;

/**
 * Tests reports over real connections in one JVM: daemons report to a monitor, that monitor reports to another one, and
 * a command asks the latter.
 */
class ReportingTest {
    private static final FaultHandler FAULTS = UnexpectedFaults::fail;

    @TempDir
    Path folder;

    private final SystemTicker ticker = new SystemTicker();
    private final Signal.Factory signals = SpinThenParkSignal.factory(WaitPolicy.parkAtOnce());
    private final List<String> lines = Collections.synchronizedList(new ArrayList<>());
    private final AtomicLong second = new AtomicLong();

    private RmiSpace space(ClusterSecret secret, String role) {
        return RmiSpace.open(RmiSpaceOptions.onLoopback(role, secret, FAULTS, ticker, new SecureRandom())
                .withNodeFolder(folder));
    }

    private List<HostNews> words(String host, double power) {
        return List.of(new HostNews(
                "daemon on " + host,
                List.of("127.0.0.1"),
                7100,
                second.incrementAndGet(),
                host,
                "machine of " + host,
                4,
                1L << 30,
                power,
                1,
                List.of("gpu"),
                null,
                List.of(new HostNews.RunThere("4k2", 2, 8, "anna@laptop", 1)),
                "",
                0,
                List.of(),
                List.of(),
                ""));
    }

    @Test
    @SuppressWarnings("try") // reporters work while they are open
    void shouldShowAtTheTopWhatHostsSayBelow() {
        ClusterSecret secret = ClusterSecret.loadOrCreate(folder.resolve("secret"), new SecureRandom());
        try (RmiSpace top = space(secret, "top");
                RmiSpace middle = space(secret, "middle");
                RmiSpace hosts = space(secret, "hosts")) {
            DaemonAddress above = new DaemonAddress("127.0.0.1", top.self().port(), 0);
            assertThatThrownBy(() -> MonitoredHosts.ask(hosts, List.of(above), 0))
                    .isInstanceOf(NoHostsException.class)
                    .hasMessageContaining(above.toString());
            MonitoredCluster all = new MonitoredCluster(top.self().nodeId(), 10_000_000_000L, ticker);
            MonitoredCluster rack = new MonitoredCluster(middle.self().nodeId(), 10_000_000_000L, ticker);
            top.export(ClusterMonitor.class, ClusterMonitor.NAME, all);
            middle.export(ClusterMonitor.class, ClusterMonitor.NAME, rack);
            try (Reporter up = reporter(middle, top, rack.new Passing()::news);
                    Reporter one = reporter(hosts, middle, () -> words("h1", 4));
                    Reporter two = reporter(hosts, middle, () -> words("h2", Double.NaN))) {
                await().until(() ->
                        MonitoredHosts.ask(hosts, List.of(above), 60).size() == 2);
                List<HostAnswer> answers = MonitoredHosts.ask(hosts, List.of(above), 60);

                assertThat(answers).extracting(HostAnswer::state).containsExactly("in use", "nonsense");
                assertThat(answers.get(0).reason()).startsWith("run 4k2 of anna@laptop: 2 engines, 8 threads since ");
                assertThat(answers.get(1).reason())
                        .contains("h2: expected a power")
                        .contains("NaN");

                one.closeSaying(List.of(words("h1", 4).get(0).ending("told to end", second.incrementAndGet())));
                assertThat(rack.all(0).get(0).reason()).isEqualTo("told to end");
            }
        }
        assertThat(lines).isEmpty();
    }

    private Reporter reporter(RmiSpace from, RmiSpace to, Supplier<List<HostNews>> words) {
        return new Reporter(
                from,
                "127.0.0.1",
                to.self().port(),
                words,
                lines::add,
                new Surroundings(ticker, signals, Thread::new, FAULTS));
    }
}
