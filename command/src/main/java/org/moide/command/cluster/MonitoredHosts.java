package org.moide.command.cluster;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.moide.commlib.CommException;
import org.moide.commlib.port.ObjectSpace;
import org.moide.commlib.system.SystemWallClock;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.coordinator.selection.Candidate;
import org.moide.coordinator.selection.HostAnswer;
import org.moide.coordinator.selection.HostedRun;
import org.moide.coordinator.selection.NoHostsException;
import org.moide.engine.host.RunOwner;
import org.moide.monitor.cluster.ClusterMonitor;
import org.moide.monitor.cluster.HostNews;
import org.moide.monitor.cluster.HostSeen;
import org.moide.monitor.cluster.MonitoredCluster;

/** Calls to cluster monitors, which return the hosts that they know. */
public final class MonitoredHosts {
    /** The timeout of a call. A monitor of ten thousand hosts answers in parts, each well within this. */
    private static final Duration CALL = Duration.ofSeconds(5);

    private MonitoredHosts() {}

    /**
     * Asks the monitors in order until one answers, and returns its hosts. Blocks until then.
     *
     * @param looks the number of seconds of each host's recent load to return, at most a minute
     * @throws NoHostsException if no monitor answered; the message says why
     */
    public static List<HostAnswer> ask(ObjectSpace space, List<DaemonAddress> monitors, int looks) {
        List<String> problems = new ArrayList<>();
        for (DaemonAddress at : monitors) {
            try {
                ClusterMonitor monitor = space.proxy(
                        space.find(at.host(), at.port(), CALL), ClusterMonitor.class, ClusterMonitor.NAME, CALL);
                return MonitoredCluster.all(monitor, looks).stream()
                        .map(MonitoredHosts::answer)
                        .toList();
            } catch (CommException noAnswer) {
                problems.add(at + ": " + noAnswer.getMessage());
            }
        }
        throw new NoHostsException("no cluster monitor answers: " + String.join("; ", problems));
    }

    /** Returns the hosts that a monitor in this process knows. */
    static List<HostAnswer> answers(MonitoredCluster cluster, int looks) {
        return cluster.all(looks).stream().map(MonitoredHosts::answer).toList();
    }

    /** Converts a monitor's information about a host to the form of a daemon's own answer. */
    public static HostAnswer answer(HostSeen seen) {
        HostNews news = seen.news();
        return switch (seen.state()) {
            case DOWN -> HostAnswer.unusable(news.place(), named(news) + seen.reason());
            case NONSENSE -> HostAnswer.nonsense(news.place(), named(news) + seen.reason());
            case UP ->
                HostAnswer.usable(news.place(), candidate(news))
                        .withSoftware(news.software())
                        .having(seen.history().stream()
                                .map(HostNews.Moment::look)
                                .toList());
        };
    }

    private static String named(HostNews news) {
        return news.host().isBlank() || news.host().equals(news.place()) ? "" : news.host() + ": ";
    }

    private static Candidate candidate(HostNews news) {
        return new Candidate(
                        news.place(),
                        news.host(),
                        news.machine(),
                        news.processors(),
                        news.power(),
                        news.workload(),
                        news.memoryBytes(),
                        0,
                        news.labels(),
                        news.nodes())
                .with(runs(news));
    }

    private static List<HostedRun> runs(HostNews news) {
        Instant said = HostedRun.since(news.ageNanos(), new SystemWallClock().instant());
        return news.runs().stream()
                .map(run -> new HostedRun(
                        run.id(),
                        run.engines(),
                        run.threads(),
                        RunOwner.of(run.owner()),
                        HostedRun.since(run.heldNanos(), said)))
                .toList();
    }
}
