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

/** Asks engine daemons, all at once, what their hosts are and do. */
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
     * Prepares to ask.
     *
     * @param timing an answer is a call: connecting takes 1 s at the most, measuring the power under a second
     * @param powers what the user said of some hosts' power, by daemon or host name
     * @param own the IDs of the runs that are not told of; may change meanwhile
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

    /** Prepares to ask for all runs that are there. */
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

    /** Asks daemons like {@link #ask}, and for what their hosts did in the last {@code seconds}. */
    public List<HostAnswer> askHistory(List<DaemonAddress> daemons, int seconds) throws InterruptedException {
        return all(daemons, address -> {
            Answer answer = ask(address);
            NodeReference node = answer.daemon();
            try {
                return node == null
                        ? answer.host()
                        : answer.host().having(daemon(node).history(seconds));
            } catch (CommException noAnswer) {
                return answer.host(); // it is there, as far as is known
            }
        });
    }

    /**
     * Answer of a daemon for a monitor.
     *
     * @param news null if it did not answer
     * @param problem why it did not; empty if it did
     */
    public record Word(DaemonAddress asked, @Nullable HostNews news, String problem) {}

    /**
     * Asks each daemon what it would tell a monitor now; returns the answers in their order. Blocks until all have
     * answered or cannot.
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

    /** Where a tunnel is to come first, its ssh logs in. */
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

    /** Looks at one host; returns one look, or none. */
    private List<Look> look(DaemonAddress address) {
        try {
            EngineDaemon daemon = daemon(find(address));
            HostReport report = daemon.report();
            return List.of(new Look(address, candidate(address, report, daemon), report));
        } catch (CommException noAnswer) {
            return List.of(); // it is not there, or not now: no place to go to
        }
    }

    private EngineDaemon daemon(NodeReference node) {
        return space.proxy(node, EngineDaemon.class, EngineDaemon.NAME, within);
    }
}
