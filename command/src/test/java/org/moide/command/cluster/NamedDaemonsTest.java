package org.moide.command.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.moide.commlib.port.Signal;
import org.moide.commlib.system.SpinThenParkSignal;
import org.moide.commlib.system.WaitPolicy;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.hosts.network.DaemonSurvey;
import org.moide.monitor.cluster.HostNews;
import org.moide.monitor.cluster.HostSeen;
import org.moide.monitor.cluster.HostsReport;
import org.moide.monitor.cluster.MonitoredCluster;

/** Tests that a monitor asks named daemons for their state, and stops when they report by themselves. */
class NamedDaemonsTest {
    private static final DaemonAddress FIRST = new DaemonAddress("n1", 7100, 0);
    private static final DaemonAddress SEVERAL = new DaemonAddress("all.example.org", 7101, 0);

    private final long[] now = {1_000_000_000L};
    private final MonitoredCluster monitor = new MonitoredCluster("monitor", 10_000_000_000L, () -> now[0]);
    private final Map<String, HostNews> daemons = new HashMap<>();
    private final List<List<DaemonAddress>> asked = new ArrayList<>();
    private byte[][] known = {{10, 0, 0, 1}, {10, 0, 0, 2}};

    private NamedDaemons named(List<DaemonAddress> one, List<DaemonAddress> several) {
        Signal.Factory signals = SpinThenParkSignal.factory(WaitPolicy.parkAtOnce());
        return new NamedDaemons(one, several, this::lookUp, this::ask, monitor, signals);
    }

    private InetAddress[] lookUp(String name) throws UnknownHostException {
        if (known.length == 0) {
            throw new UnknownHostException(name);
        }
        InetAddress[] found = new InetAddress[known.length];
        for (int i = 0; i < found.length; i++) {
            found[i] = InetAddress.getByAddress(name, known[i]);
        }
        return found;
    }

    private List<DaemonSurvey.Word> ask(List<DaemonAddress> places) {
        asked.add(places);
        return places.stream()
                .map(place -> new DaemonSurvey.Word(
                        place,
                        daemons.get(place.host()),
                        daemons.containsKey(place.host()) ? "" : "nothing listens there"))
                .toList();
    }

    private static HostNews news(String host, long uptime) {
        return new HostNews(
                "daemon on " + host,
                List.of(host),
                7100,
                uptime,
                host,
                "machine of " + host,
                4,
                1L << 30,
                4,
                1,
                List.of(),
                null,
                List.of(),
                "",
                0,
                List.of(),
                List.of(),
                "");
    }

    @Test
    void shouldAskAgainUntilTheDaemonSpeaksByItself() throws InterruptedException {
        NamedDaemons named = named(List.of(FIRST), List.of());
        named.look();
        assertThat(monitor.all(0)).singleElement().satisfies(host -> {
            assertThat(host.state()).isEqualTo(HostSeen.State.DOWN);
            assertThat(host.reason()).isEqualTo("nothing listens there");
            assertThat(MonitoredHosts.answer(host).state()).isEqualTo("down");
        });

        daemons.put("n1", news("n1", 5));
        now[0] += 3_000_000_000L;
        named.look();
        assertThat(monitor.all(0)).singleElement().extracting(HostSeen::state).isEqualTo(HostSeen.State.UP);
        daemons.put("n1", news("n1", 6));
        named.look();
        assertThat(asked).allMatch(places -> places.equals(List.of(FIRST))).hasSize(3);

        monitor.report(new HostsReport("n1", List.of(news("n1", 7))));
        named.look();
        assertThat(asked.get(3)).isEmpty();

        now[0] += 11_000_000_000L;
        named.look();
        assertThat(asked.get(4)).containsExactly(FIRST);
    }

    @Test
    void shouldAskAtEachAddressThatStandsBehindAName() throws InterruptedException {
        NamedDaemons named = named(List.of(), List.of(SEVERAL));
        daemons.put("10.0.0.1", news("n1", 5));
        daemons.put("10.0.0.3", news("n3", 5));

        named.look();
        assertThat(asked.get(0)).extracting(DaemonAddress::toString).containsExactly("10.0.0.1:7101", "10.0.0.2:7101");
        known = new byte[][] {{10, 0, 0, 1}, {10, 0, 0, 3}};
        now[0] += 3_000_000_000L;
        named.look();

        assertThat(monitor.all(0))
                .filteredOn(host -> host.state() == HostSeen.State.UP)
                .extracting(host -> host.news().host())
                .containsExactly("n1", "n3");
    }

    @Test
    void shouldSayThatANameIsUnknown() throws InterruptedException {
        known = new byte[0][];

        named(List.of(), List.of(SEVERAL)).look();

        assertThat(monitor.all(0)).singleElement().satisfies(host -> {
            assertThat(host.news().place()).isEqualTo("all.example.org:7101");
            assertThat(host.reason()).isEqualTo("no name server knows all.example.org");
        });
    }

    @Test
    void shouldAskAgainAfterAnErrorOfOneLook() {
        List<Throwable> faults = new CopyOnWriteArrayList<>();
        AtomicInteger looks = new AtomicInteger();
        try (NamedDaemons named = new NamedDaemons(
                List.of(FIRST),
                List.of(),
                this::lookUp,
                daemons -> {
                    if (looks.incrementAndGet() == 1) {
                        throw new OutOfMemoryError("unable to create native thread");
                    }
                    return List.of();
                },
                monitor,
                SpinThenParkSignal.factory(WaitPolicy.parkAtOnce()))) {
            named.start((where, fault) -> faults.add(fault));
            await().until(() -> looks.get() > 1);
        }
        assertThat(faults).hasExactlyElementsOfTypes(OutOfMemoryError.class);
    }
}
