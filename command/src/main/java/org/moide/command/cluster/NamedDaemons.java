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
 * Asks the daemons that somebody has named how they are, those that do not report by themselves, and tells the monitor.
 * Names are looked up each time, since the addresses behind them change. One thread.
 */
final class NamedDaemons implements AutoCloseable {
    private static final String NAME = "monitor-asks";

    private static final long PERIOD_NANOS = 3_000_000_000L;

    /** Most addresses that are asked: as many as a monitor knows hosts. */
    private static final int MOST_ADDRESSES = 10_000;

    /** Looks up a name. */
    interface Names {
        InetAddress[] addresses(String name) throws UnknownHostException;
    }

    /** Asks daemons. */
    interface Survey {
        List<DaemonSurvey.Word> news(List<DaemonAddress> daemons) throws InterruptedException;
    }

    private final List<DaemonAddress> daemons;
    private final List<DaemonAddress> several;
    private final Names names;
    private final Survey survey;
    private final MonitoredCluster monitor;
    private final Map<DaemonAddress, HostNews> answers = new HashMap<>(); // the last of each that was asked
    private final Signal signal;
    private volatile boolean over;

    /**
     * Prepares the asking.
     *
     * @param daemons addresses, each of one daemon
     * @param several names behind which there may be several daemons, or none yet
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

    /** Begins, if there is anybody to ask. */
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

    /** Asks all that do not speak by themselves, once. */
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

    /** Ends the asking. Does not wait for its thread. */
    @Override
    public void close() {
        over = true;
        signal.raise();
    }
}
