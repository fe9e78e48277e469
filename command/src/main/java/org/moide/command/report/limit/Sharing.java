package org.moide.command.report.limit;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.moide.command.report.ThreadTotals;
import org.moide.command.report.limit.LimitFinding.Kind;
import org.moide.coordinator.report.RunReport;
import org.moide.coordinator.report.RunReport.SharedHost;
import org.moide.coordinator.selection.SharedRun;
import org.moide.coordinator.text.Moments;
import org.moide.coordinator.text.Plural;

/**
 * The rules about other runs on the hosts of a run. Another run limited this run if it used processors when this run
 * began, so that this run had fewer threads than the host has processors. If the threads of both runs together were
 * more than the processors, other classes find the cost, and this class only names the other runs.
 */
final class Sharing {
    private static final double MILLIS = 1e3;

    private final RunReport report;
    private final ThreadTotals totals;
    private final Instant end;
    private final Map<String, Integer> ours = new HashMap<>(); // our threads by host
    private final List<Had> had = new ArrayList<>(); // largest first

    /**
     * The presence of another run on a host of this run.
     *
     * @param part the fraction of the host's processors that the other run's threads took
     * @param presence the fraction of this run's time for which it was there
     */
    private record Had(SharedHost host, SharedRun shared, double part, double presence) {
        double weight() {
            return host.processors() * part * presence;
        }
    }

    Sharing(RunReport report, ThreadTotals totals) {
        this.report = report;
        this.totals = totals;
        Instant start = report.origin().startedAt();
        this.end = start.plusMillis(Math.round(MILLIS * report.wallSeconds()));
        report.engines()
                .forEach(engine -> ours.merge(engine.host(), engine.threads().size(), Integer::sum));
        for (SharedHost host : report.sharedHosts()) {
            for (SharedRun run : host.runs()) {
                double wanted =
                        Math.max(host.processors(), ours(host) + run.run().threads());
                had.add(new Had(host, run, run.run().threads() / wanted, presence(run, start)));
            }
        }
        had.sort(Comparator.comparingDouble(Had::weight).reversed());
    }

    private int ours(SharedHost host) {
        return ours.getOrDefault(host.host(), 0);
    }

    private double presence(SharedRun run, Instant start) {
        Instant from = run.run().since().isAfter(start) ? run.run().since() : start;
        Instant to = run.until() == null || run.until().isAfter(end) ? end : run.until();
        double wall = Duration.between(start, end).toMillis();
        return wall <= 0 ? 0 : Math.max(0, Duration.between(from, to).toMillis() / wall);
    }

    /**
     * Returns findings that other runs limited this run. There is one if other runs used processors that this run would
     * have used, or if both runs had too many threads together and it is unknown whether this run's threads waited for
     * processors.
     */
    List<LimitFinding> findings() {
        List<LimitFinding> found = new ArrayList<>();
        List<SharedHost> cut =
                report.sharedHosts().stream().filter(SharedHost::cut).toList();
        double lost = cut.stream()
                .mapToInt(host -> Math.max(0, host.processors() - ours(host)))
                .sum();
        had.stream()
                .filter(one -> one.host().cut() && wasFirst(one))
                .findFirst()
                .ifPresent(most -> {
                    found.add(new LimitFinding(
                            Kind.SHARED_HOST,
                            lost / processors(),
                            sentence(most, cut.size()) + ": " + took(most.host()) + ", and its threads computed "
                                    + Words.percent(totals.computeShare()) + " of their time.",
                            "It can have all when that has ended; --overcommit takes all at once, and 'moide hosts' shows which"
                                    + " hosts have free ones."));
                });
        if (found.isEmpty() && Double.isNaN(totals.ready())) {
            had.stream().filter(this::isTooMuch).findFirst().ifPresent(most -> {
                found.add(new LimitFinding(
                        Kind.SHARED_HOST,
                        most.part() * most.presence(),
                        sentence(most, 1) + ", where this run had " + Plural.of(ours(most.host()), "thread")
                                + " too: whether these waited for processors is not known.",
                        "Take hosts that have free ones ('moide hosts'), or fewer threads (--threads)."));
            });
        }
        return found;
    }

    /** Returns whether the other run was on the host before this run began. */
    private boolean wasFirst(Had one) {
        return !one.shared().run().since().isAfter(report.origin().startedAt());
    }

    private boolean isTooMuch(Had one) {
        return ours(one.host()) > 0
                && ours(one.host()) + one.shared().run().threads() > one.host().processors();
    }

    /**
     * Returns the number of processors of all hosts that this run used, including those that it did not use because of
     * other runs.
     */
    private double processors() {
        Map<String, Integer> all = new HashMap<>(ours);
        report.sharedHosts().forEach(host -> all.merge(host.host(), host.processors(), Math::max));
        return Math.max(1, all.values().stream().mapToInt(Integer::intValue).sum());
    }

    private String took(SharedHost host) {
        int threads = ours(host);
        return threads == 0
                ? "this run went on without that host"
                : "this run took " + (threads == 1 ? "1 processor" : threads + " processors") + " there";
    }

    private String sentence(Had most, int hosts) {
        String words = words(most);
        return "R" + words.substring(1)
                + (hosts > 1 ? ", and others had a part of " + Plural.of(hosts - 1, "more host") : "");
    }

    /**
     * Returns a phrase that names the other run whose threads used the processors, for the end of a sentence about
     * threads without a processor; empty if there is none.
     */
    String besides() {
        return had.stream()
                .filter(one -> isTooMuch(one) && one.presence() >= Limits.LEAST_SHARE)
                .findFirst()
                .map(most -> "; " + words(most))
                .orElse("");
    }

    /** Returns the phrase of {@link #besides()} for the host of one engine. */
    String besides(RunReport.EngineTimes engine) {
        return had.stream()
                .filter(one -> one.host().host().equals(engine.host())
                        && isTooMuch(one)
                        && one.presence() >= Limits.LEAST_SHARE)
                .findFirst()
                .map(most -> "; " + words(most))
                .orElse("");
    }

    /**
     * Returns a description of another run: {@code run 62ru of anna@laptop has had half of node2 since 12:03 (7 threads
     * on its 14 processors)}.
     */
    private String words(Had one) {
        String run = one.shared().run().name();
        String what = part(one.part()) + " of " + one.host().host();
        String figures = " (" + Plural.of(one.shared().run().threads(), "thread") + " on its "
                + Plural.of(one.host().processors(), "processor") + ")";
        Instant since = one.shared().run().since();
        Instant until = one.shared().until();
        if (ours(one.host()) == 0) {
            return run + " had " + what + " when this run began" + figures;
        }
        return until == null
                ? run + " has had " + what + " since " + Moments.of(since, end) + figures
                : run + " had " + what + " from " + Moments.of(since, end) + " to " + Moments.of(until, end) + figures;
    }

    private static String part(double part) {
        if (part >= 1) {
            return "all";
        }
        return part == 0.5 ? "half" : Words.percent(part);
    }
}
