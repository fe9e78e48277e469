package org.moide.hosts.network;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.CommException;
import org.moide.commlib.port.ObjectSpace;
import org.moide.commlib.registration.NodeReference;
import org.moide.commlib.system.SystemWallClock;
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.coordinator.run.assembly.HostSurvey;
import org.moide.coordinator.selection.Candidate;
import org.moide.coordinator.selection.HostAnswer;
import org.moide.coordinator.selection.HostedRun;
import org.moide.engine.control.Timing;
import org.moide.engine.host.EngineDaemon;
import org.moide.engine.host.RunTerm;
import org.moide.monitor.HostReport;
import org.moide.monitor.cluster.HostNews;

/** Asks many engine daemons at once about their hosts. */
public final class DaemonSurvey implements HostSurvey {
    private static final int MOST_AT_ONCE = 64;

    private final ObjectSpace space;
    private final ThreadFactory threads;
    private final Duration within;
    private final Duration withinWithSsh;
    private final Map<String, Double> powers;
    private final Set<String> own;
    private final InstantSource clock = new SystemWallClock();

    /**
     * Stores the settings; connects to nothing yet.
     *
     * @param timing the time limits of one call to a daemon. Connecting takes at most 1 s, and a daemon measures its
     *     power in less than 1 s
     * @param powers the power that the user stated for some hosts, by daemon or host name
     * @param own the IDs of the runs that the answers must not mention; the set may change later
     */
    public DaemonSurvey(
            ObjectSpace space, ThreadFactory threads, Timing timing, Map<String, Double> powers, Set<String> own) {
        this.space = space;
        this.threads = threads;
        this.within = timing.call();
        this.withinWithSsh = timing.starting();
        this.powers = Map.copyOf(powers);
        this.own = own;
    }

    /** Creates a survey whose answers mention all runs on the hosts. */
    public DaemonSurvey(ObjectSpace space, ThreadFactory threads, Timing timing, Map<String, Double> powers) {
        this(space, threads, timing, powers, Set.of());
    }

    @Override
    public List<Answer> ask(List<DaemonAddress> daemons) throws InterruptedException {
        return all(daemons, this::ask);
    }

    @Override
    public List<Look> look(List<DaemonAddress> daemons) throws InterruptedException {
        return all(daemons, this::look).stream().flatMap(List::stream).toList();
    }

    private <T> List<T> all(List<DaemonAddress> daemons, Function<DaemonAddress, T> question)
            throws InterruptedException {
        ExecutorService executor =
                Executors.newFixedThreadPool(Math.max(1, Math.min(MOST_AT_ONCE, daemons.size())), threads);
        try {
            List<Future<T>> futures = new ArrayList<>();
            for (DaemonAddress daemon : daemons) {
                futures.add(executor.submit(() -> question.apply(daemon)));
            }
            List<T> answers = new ArrayList<>();
            for (Future<T> future : futures) {
                answers.add(future.get());
            }
            return answers;
        } catch (ExecutionException defect) {
            throw new IllegalStateException(defect.getCause());
        } finally {
            executor.shutdownNow();
        }
    }

    /**
     * Asks each daemon for its host, like {@link #ask}, and also for the load of the host in the last {@code seconds}.
     */
    public List<HostAnswer> askHistory(List<DaemonAddress> daemons, int seconds) throws InterruptedException {
        return all(daemons, address -> {
            Answer answer = ask(address);
            NodeReference node = answer.daemon();
            try {
                return node == null
                        ? answer.host()
                        : answer.host().having(daemon(node).history(seconds));
            } catch (CommException noAnswer) {
                return answer.host(); // the daemon is up, although it gave no history
            }
        });
    }

    /**
     * A daemon's answer to {@link #news}.
     *
     * @param news the host's state, as a monitor gets it; null if the daemon did not answer
     * @param problem the reason why there is no answer; empty if there is one
     */
    public record Word(DaemonAddress asked, @Nullable HostNews news, String problem) {}

    /**
     * Asks each daemon for the state of its host, which daemons also report to cluster monitors. Returns the answers in
     * the order of {@code daemons}. Blocks until every daemon has answered or its time limit has passed.
     */
    public List<Word> news(List<DaemonAddress> daemons) throws InterruptedException {
        return all(daemons, address -> {
            try {
                EngineDaemon daemon = daemon(find(address));
                return new Word(address, daemon.news(), "");
            } catch (CommException noAnswer) {
                return new Word(address, null, String.valueOf(noAnswer.getMessage()));
            }
        });
    }

    /** Finds the network node of a daemon. Allows more time for a daemon behind ssh, because ssh must log in first. */
    private NodeReference find(DaemonAddress address) {
        return space.find(address.host(), address.port(), address.isThroughSsh() ? withinWithSsh : within);
    }

    private Answer ask(DaemonAddress address) {
        String asked = address.toString();
        try {
            NodeReference node = find(address);
            EngineDaemon daemon = daemon(node);
            HostAnswer host = HostAnswer.usable(asked, candidate(address, daemon.report(), daemon));
            return new Answer(host.withSoftware(space.version(node)), node);
        } catch (CommException noAnswer) {
            return new Answer(HostAnswer.unusable(asked, String.valueOf(noAnswer.getMessage())), null);
        }
    }

    private Candidate candidate(DaemonAddress address, HostReport report, EngineDaemon daemon) {
        Instant now = clock.instant();
        List<HostedRun> others = daemon.runs().stream()
                .filter(run -> !run.engines().isEmpty()
                        && !own.contains(RunTerm.of(run.runId()).run()))
                .map(run -> HostedRun.of(run, now))
                .toList();
        return Candidate.of(address.toString(), report, powers, address.slots()).with(others);
    }

    /** Asks one daemon for its report. Returns a list of one report, or an empty list if the daemon does not answer. */
    private List<Look> look(DaemonAddress address) {
        try {
            EngineDaemon daemon = daemon(find(address));
            HostReport report = daemon.report();
            return List.of(new Look(address, candidate(address, report, daemon), report));
        } catch (CommException noAnswer) {
            return List.of(); // A host whose daemon does not answer is no place for an engine
        }
    }

    private EngineDaemon daemon(NodeReference node) {
        return space.proxy(node, EngineDaemon.class, EngineDaemon.NAME, within);
    }
}
