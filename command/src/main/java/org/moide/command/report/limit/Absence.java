package org.moide.command.report.limit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.moide.command.report.ThreadTotals;
import org.moide.command.report.limit.LimitFinding.Kind;
import org.moide.coordinator.report.RunReport;
import org.moide.coordinator.report.RunReport.EngineTimes;
import org.moide.coordinator.report.RunReport.ThreadTimes;
import org.moide.coordinator.text.Figures;

/**
 * The rules about threads that were in the application's code but not on a processor. Such a thread was stopped by
 * garbage collection, had no processor because others used them, or waited for something outside MOIDE. A rule finds
 * nothing if its measurements are missing. The processor time that a thread used during waits in MOIDE is counted as
 * that of its computing, so the time of waits outside MOIDE may be reported as too short, but never as too long.
 */
final class Absence {
    private final RunReport report;
    private final ThreadTotals totals;
    private final Sharing sharing;

    Absence(RunReport report, ThreadTotals totals, Sharing sharing) {
        this.report = report;
        this.totals = totals;
        this.sharing = sharing;
    }

    List<LimitFinding> findings() {
        List<LimitFinding> found = new ArrayList<>();
        collections(found);
        if (!Double.isNaN(totals.ready())) {
            noProcessor(found);
        }
        if (!Double.isNaN(totals.processor())) {
            outside(found);
        }
        return found;
    }

    private void collections(List<LimitFinding> found) {
        double share = totals.share(report.engines().stream()
                .mapToDouble(engine -> engine.threads().size() * engine.pauseSeconds())
                .sum());
        report.engines().stream()
                .max(Comparator.comparingDouble(EngineTimes::pauseSeconds))
                .ifPresent(most -> found.add(new LimitFinding(
                        Kind.COLLECTIONS,
                        Math.min(1, share),
                        "Collections of garbage stopped threads " + Words.percent(Math.min(1, share))
                                + " of their time, those of " + Words.name(most) + " for "
                                + Figures.seconds(most.pauseSeconds()) + ".",
                        "Give engines more memory (--engine-memory), or make less garbage in tasks.")));
    }

    /**
     * Adds two findings about threads that had no processor. The first is about processors that the engines' own JVMs
     * used, which is measured. The second is about the rest of the time, in which other processes must have used the
     * processors.
     */
    private void noProcessor(List<LimitFinding> found) {
        double own = ownSeconds();
        double ownShare = totals.share(own);
        double share = totals.share(totals.ready() - own);
        found.add(new LimitFinding(
                Kind.OWN_JVMS,
                ownShare,
                "Threads could have run but had no processor " + Words.percent(ownShare)
                        + " of their time: other threads of the engines' own JVMs had processors for "
                        + Figures.seconds(own) + ", which start, compile, collect garbage and carry data.",
                "Longer runs and longer tasks have less of that; so have fewer engines, with more threads each, on a"
                        + " host."));
        found.add(new LimitFinding(
                Kind.NO_PROCESSOR,
                share,
                "Threads could have run but had no processor " + Words.percent(share) + " of their time"
                        + (ownShare < Limits.LEAST_SHARE ? "" : ", beside what the engines' own JVMs had")
                        + mostOn(share)
                        + sharing.besides()
                        + ".",
                "Other processes, or more threads than processors, had them: use fewer threads (--threads), or hosts that"
                        + " nobody else uses ('moide hosts')."));
    }

    /**
     * Returns the seconds in which other threads of the JVMs used processors that compute threads of the same host
     * could have used. Threads started by the application are among them.
     */
    private double ownSeconds() {
        return report.engines().stream().collect(Collectors.groupingBy(EngineTimes::host)).values().stream()
                .mapToDouble(Absence::ownSeconds)
                .sum();
    }

    private static double ownSeconds(List<EngineTimes> ofHost) {
        double ready = 0;
        double own = 0;
        for (EngineTimes engine : ofHost) {
            ThreadTotals its = ThreadTotals.of(engine.threads());
            double beside = engine.processorSeconds() - its.processor();
            ready += its.ready();
            own += Double.isNaN(beside) ? 0 : Math.max(0, beside);
        }
        return Math.min(ready, own);
    }

    /**
     * Returns a phrase that names an engine, if its threads waited much longer than those of other engines for
     * processors which others used; otherwise an empty text.
     *
     * @param othersShare the average share of the time that all engines' threads waited so
     */
    private String mostOn(double othersShare) {
        EngineTimes most = null;
        double its = 0;
        for (EngineTimes engine : report.engines()) {
            ThreadTotals own = ThreadTotals.of(engine.threads());
            double share = own.share(own.ready() - ownSeconds(List.of(engine)));
            if (share > its) {
                most = engine;
                its = share;
            }
        }
        boolean much = its > Imbalance.ABOVE_OTHERS * othersShare;
        return most == null || !much ? "" : ", those of " + Words.name(most) + " " + Words.percent(its);
    }

    private void outside(List<LimitFinding> found) {
        boolean isReadyKnown = !Double.isNaN(totals.ready());
        double seconds = 0;
        for (EngineTimes engine : report.engines()) {
            for (ThreadTimes thread : engine.threads()) {
                double ready = isReadyKnown ? thread.readySeconds() : 0;
                seconds += Math.max(
                        0, thread.computeSeconds() - thread.processorSeconds() - ready - engine.pauseSeconds());
            }
        }
        double share = totals.share(seconds);
        found.add(new LimitFinding(
                Kind.OUTSIDE,
                share,
                (isReadyKnown ? "Threads waited" : "Threads had no processor, or waited")
                        + " for something outside MOIDE, " + Words.percent(share) + " of their time: they were in the"
                        + " application " + Words.percent(totals.computeShare()) + " of it, and on a processor "
                        + Words.percent(totals.share(totals.processor())) + ".",
                "See where they sleep, or wait for a lock, a file or another process (jstack shows it); where that must be,"
                        + " more threads (--threads) compute meanwhile."));
    }
}
