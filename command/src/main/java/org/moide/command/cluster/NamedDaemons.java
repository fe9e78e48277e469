package org.moide.command.cluster;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.moide.commlib.port.FaultHandler;
import org.moide.commlib.port.Signal;
import org.moide.commlib.system.DaemonThreads;
import org.moide.commlib.system.Loop;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.hosts.network.DaemonSurvey;
import org.moide.monitor.cluster.HostNews;
import org.moide.monitor.cluster.MonitoredCluster;

/**
 * A thread that asks named daemons for their hosts' state and passes it to the monitor. Daemons that report by
 * themselves are not asked. Names are resolved in each round, since their addresses may change.
 */
final class NamedDaemons implements AutoCloseable {
    private static final String NAME = "monitor-asks";

    private static final long PERIOD_NANOS = 3_000_000_000L;

    /** The greatest number of addresses that are asked. A monitor knows no more hosts than that. */
    private static final int MOST_ADDRESSES = 10_000;

    /** A resolver of host names. */
    interface Names {
        InetAddress[] addresses(String name) throws UnknownHostException;
    }

    /** A call to several daemons. */
    interface Survey {
        List<DaemonSurvey.Word> news(List<DaemonAddress> daemons) throws InterruptedException;
    }

    private final List<DaemonAddress> daemons;
    private final List<DaemonAddress> several;
    private final Names names;
    private final Survey survey;
    private final MonitoredCluster monitor;
    private final Map<DaemonAddress, HostNews> answers = new HashMap<>(); // each daemon's last answer
    private final Signal signal;
    private volatile boolean over;

    /**
     * Creates the object.
     *
     * @param daemons the addresses of one daemon each
     * @param several the host names with any number of daemons behind them
     */
    NamedDaemons(
            List<DaemonAddress> daemons,
            List<DaemonAddress> several,
            Names names,
            Survey survey,
            MonitoredCluster monitor,
            Signal.Factory signals) {
        this.daemons = daemons;
        this.several = several;
        this.names = names;
        this.survey = survey;
        this.monitor = monitor;
        this.signal = signals.create();
    }

    /** Starts the thread, if there are daemons to ask. */
    void start(FaultHandler faults) {
        if (!daemons.isEmpty() || !several.isEmpty()) {
            DaemonThreads.named(NAME, Loop.ofRounds(NAME, () -> over, this::round, faults), faults)
                    .start();
        }
    }

    private void round() throws InterruptedException {
        look();
        signal.sleep(() -> over, PERIOD_NANOS);
    }

    /** Asks each daemon once, except those that report by themselves. */
    void look() throws InterruptedException {
        List<DaemonAddress> mute = new ArrayList<>();
        for (DaemonAddress address : addresses()) {
            HostNews last = answers.get(address);
            if (last == null || !monitor.isHeardSince(last.node(), last.uptimeNanos())) {
                mute.add(address);
            }
        }
        for (DaemonSurvey.Word word : survey.news(mute)) {
            HostNews news = word.news();
            if (news == null) {
                answers.remove(word.asked());
                monitor.missing(word.asked().toString(), word.problem());
            } else {
                answers.put(word.asked(), news);
                monitor.answered(word.asked().toString(), news);
            }
        }
    }

    private Set<DaemonAddress> addresses() {
        Set<DaemonAddress> all = new LinkedHashSet<>(daemons);
        for (DaemonAddress name : several) {
            try {
                for (InetAddress found : names.addresses(name.host())) {
                    if (all.size() < MOST_ADDRESSES) {
                        all.add(new DaemonAddress(found.getHostAddress(), name.port(), 0));
                    }
                }
                monitor.answered(name.toString());
            } catch (UnknownHostException unknown) {
                monitor.missing(name.toString(), "no name server knows " + name.host());
            }
        }
        answers.keySet().retainAll(all);
        return all;
    }

    /** Ends the thread without waiting for it. */
    @Override
    public void close() {
        over = true;
        signal.raise();
    }
}
