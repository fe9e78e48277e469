package org.moide.coordinator.network;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
import org.moide.coordinator.plan.DaemonAddress;
import org.moide.coordinator.selection.Candidate;
import org.moide.coordinator.selection.HostAnswer;
import org.moide.engine.control.Timing;
import org.moide.engine.host.EngineDaemon;
import org.moide.engine.host.RunView;
import org.moide.monitor.HostReport;
import org.moide.monitor.cluster.HostNews;

/** Asks engine daemons, all at once, what their hosts are and do. */
public final class HostSurvey {
    private static final int MOST_AT_ONCE = 64;

    private final ObjectSpace space;
    private final ThreadFactory threads;
    private final Duration within;
    private final Duration withinWithSsh;
    private final Map<String, Double> powers;

    /**
     * Prepares to ask.
     *
     * @param timing an answer is a call: connecting takes 1 s at the most, measuring the power under a second
     * @param powers what the user said of some hosts' power, by daemon or host name
     */
    public HostSurvey(ObjectSpace space, ThreadFactory threads, Timing timing, Map<String, Double> powers) {
        this.space = space;
        this.threads = threads;
        this.within = timing.call();
        this.withinWithSsh = timing.starting();
        this.powers = Map.copyOf(powers);
    }

    /**
     * What came of asking one daemon.
     *
     * @param daemon where it is; null if it did not answer
     */
    public record Answer(HostAnswer host, @Nullable NodeReference daemon) {}

    /**
     * A daemon that answers, looked at while a run goes on.
     *
     * @param host as it is now
     * @param taken whether other runs have engines there
     */
    public record Look(DaemonAddress asked, Candidate candidate, HostReport host, boolean taken) {}

    /** One answer for each daemon, in their order. Blocks until all have answered or cannot. */
    public List<Answer> ask(List<DaemonAddress> daemons) throws InterruptedException {
        return all(daemons, this::ask);
    }

    /**
     * Those of these daemons that answer. Blocks until all have answered or cannot.
     *
     * @param runId what daemons know the run by that wants to know
     */
    public List<Look> look(List<DaemonAddress> daemons, String runId) throws InterruptedException {
        return all(daemons, daemon -> look(daemon, runId)).stream()
                .flatMap(List::stream)
                .toList();
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

    /** As {@link #ask}, with what the hosts did in the last so many seconds. */
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
     * What a daemon says to monitors.
     *
     * @param news null if it did not answer
     * @param problem why it did not; empty if it did
     */
    public record Word(DaemonAddress asked, @Nullable HostNews news, String problem) {}

    /** What each daemon would tell a monitor now, in their order. Blocks until all have answered or cannot. */
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

    /**
     * The runs that have engines on a host.
     *
     * @param daemon whom to ask more; null if it did not answer
     * @param problem why it did not; empty if it did
     */
    record Hosted(DaemonAddress asked, @Nullable EngineDaemon daemon, List<RunView> runs, String problem) {}

    /** What runs there are on each host, in their order. Blocks until all have answered or cannot. */
    List<Hosted> runs(List<DaemonAddress> daemons) throws InterruptedException {
        return all(daemons, address -> {
            try {
                EngineDaemon daemon = daemon(find(address));
                return new Hosted(address, daemon, daemon.runs(), "");
            } catch (CommException noAnswer) {
                return new Hosted(address, null, List.of(), String.valueOf(noAnswer.getMessage()));
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
            HostReport report = daemon.report();
            Candidate candidate = candidate(asked, report, powers, address.slots());
            return new Answer(HostAnswer.usable(asked, candidate, runs(daemon)), node);
        } catch (CommException noAnswer) {
            return new Answer(HostAnswer.unusable(asked, String.valueOf(noAnswer.getMessage())), null);
        }
    }

    private static List<HostAnswer.HostedRun> runs(EngineDaemon daemon) {
        return daemon.runs().stream()
                .filter(run -> !run.engines().isEmpty())
                .map(run -> new HostAnswer.HostedRun(run.runId(), run.engines().size()))
                .toList();
    }

    /** One, or none. */
    private List<Look> look(DaemonAddress address, String runId) {
        try {
            EngineDaemon daemon = daemon(find(address));
            HostReport report = daemon.report();
            boolean taken = daemon.runs().stream()
                    .anyMatch(
                            run -> !run.runId().equals(runId) && !run.engines().isEmpty());
            Candidate candidate = candidate(address.toString(), report, powers, address.slots());
            return List.of(new Look(address, candidate, report, taken));
        } catch (CommException noAnswer) {
            return List.of(); // it is not there, or not now: no place to go to
        }
    }

    private EngineDaemon daemon(NodeReference node) {
        return space.proxy(node, EngineDaemon.class, EngineDaemon.NAME, within);
    }

    /**
     * A host's report as a candidate.
     *
     * @param asked how the user, or we, call the place
     * @param slots how many threads the user wants there; 0 if it was not said
     */
    public static Candidate candidate(String asked, HostReport report, Map<String, Double> powers, int slots) {
        Double named = powers.get(asked);
        if (named == null) {
            named = powers.get(asked.substring(0, Math.max(0, asked.lastIndexOf(':'))));
        }
        if (named == null) {
            named = powers.get(report.hostName());
        }
        return new Candidate(
                asked,
                report.hostName(),
                report.machineId(),
                report.processors(),
                named == null ? report.power() : named,
                report.workload(),
                report.memoryBytes(),
                slots,
                report.labels(),
                report.machine().nodes());
    }
}
