package org.moide.coordinator.report.limit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.moide.coordinator.report.RunReport;
import org.moide.coordinator.report.ThreadTotals;
import org.moide.coordinator.report.limit.Finding.Kind;
import org.moide.coordinator.text.Figures;
import org.moide.coordinator.text.Plural;

/**
 * Finds what limited a run by rules on the figures of its report. Rules see how much time went where, and never the
 * application: they say where to look first. Pure; an instance is for one report.
 */
public final class Limits {
    /** What cost less of the time is not worth a change. */
    static final double LEAST_SHARE = 0.05;

    /** Fewer tasks for each thread leave threads without any at the end. */
    static final double FEW_TASKS_PER_THREAD = 8;

    /** Shorter tasks are hardly longer than it takes to fetch them. */
    static final double SMALL_TASK_SECONDS = 50e-6;

    /** Messages below this cost by their number and not by their length. */
    static final double SHORT_MESSAGE_BYTES = 1024;

    /** As when two threads take turns on one processor. */
    private static final double MANY_THREADS_FOR_POWER = 1.9;

    private final RunReport report;
    private final ThreadTotals totals;
    private final Efficiency efficiency;
    private final boolean bag;
    private final List<Finding> found = new ArrayList<>();

    private Limits(RunReport report) {
        this.report = report;
        this.totals = ThreadTotals.of(report);
        this.efficiency = Efficiency.of(report);
        this.bag = totals.tasks() > 0 && report.workers() == null;
    }

    /** All that is worth a change, the dearest first; computing alone if that is nothing, or if it is most of it. Never empty. */
    public static List<Finding> of(RunReport report) {
        return new Limits(report).findings();
    }

    private List<Finding> findings() {
        found.addAll(new Imbalance(report, totals, efficiency, bag).findings());
        fetching();
        communication();
        waits();
        beginAndEnd();
        states();
        losses();
        found.removeIf(finding -> finding.share() < LEAST_SHARE);
        found.sort(Comparator.comparingDouble(Finding::share).reversed());
        if (found.isEmpty()
                || (totals.computeShare() >= Efficiency.GOOD && found.get(0).kind() != Kind.LOSSES)) {
            found.add(0, computing());
        }
        return List.copyOf(found);
    }

    private Finding computing() {
        if (totals.all() == 0) {
            return new Finding(
                    Kind.COMPUTING, 0, "Nothing is known of what the threads did.", "Nothing need be changed.");
        }
        if (totals.computeShare() < Efficiency.GOOD) {
            return new Finding(
                    Kind.COMPUTING,
                    totals.computeShare(),
                    "No single thing held the run up: threads computed " + Words.percent(totals.computeShare())
                            + " of their time.",
                    "The rest went into many small things.");
        }
        return new Finding(
                Kind.COMPUTING,
                totals.computeShare(),
                "The work itself was the limit: threads computed " + Words.percent(totals.computeShare())
                        + " of their time.",
                "More or faster processors make it shorter.");
    }

    // --- where the time went

    private void fetching() {
        double share = totals.share(totals.fetch());
        double taskSeconds = totals.tasks() == 0 ? 0 : totals.compute() / totals.tasks();
        if (report.workers() != null) {
            found.add(new Finding(
                    Kind.EMPTY_POOL,
                    share,
                    "Threads had no worker with a task " + Words.percent(share) + " of their time.",
                    "Have more workers for each thread, or send tasks sooner; 'moide advise' compares strategies for"
                            + " workers."));
        }
        if (!bag || found.stream().anyMatch(finding -> finding.kind() == Kind.FEW_TASKS)) {
            return;
        }
        if (taskSeconds < SMALL_TASK_SECONDS) {
            found.add(new Finding(
                    Kind.SMALL_TASKS,
                    share,
                    "Tasks took " + String.format(Locale.ROOT, "%.1f", 1e6 * taskSeconds)
                            + " us each, and fetching them " + Words.percent(share) + " of the threads' time.",
                    "Put more work into each task, so that it takes a millisecond or so."));
        } else if (totals.tasks() < FEW_TASKS_PER_THREAD * totals.threads()) {
            found.add(new Finding(
                    Kind.FEW_TASKS,
                    share,
                    "Threads had no task " + Words.percent(share) + " of their time: there were only "
                            + Figures.count(totals.tasks()) + " for " + totals.threads() + " threads.",
                    Words.moreTasks(totals)));
        } else {
            found.add(new Finding(
                    Kind.EMPTY_POOL,
                    share,
                    "Threads had no task " + Words.percent(share) + " of their time.",
                    "Put tasks sooner, the long ones first, or let long tasks put smaller ones; 'moide advise' compares"
                            + " strategies."));
        }
    }

    private void communication() {
        double share = totals.share(totals.communicate());
        long messages = report.messages().rmi();
        double mean = messages == 0 ? 0 : (double) report.messages().bytes() / messages;
        String advice;
        if (messages == 0) {
            advice =
                    "All of it was between threads of one engine: call fewer collectives, or let threads share what they"
                            + " read (--mode cooperative).";
        } else if (mean < SHORT_MESSAGE_BYTES) {
            advice = "Messages are short: send fewer and longer ones, or use a collective.";
        } else if (isOneHost()) {
            advice = "All engines are on one host: one engine with all threads sends nothing between processes.";
        } else {
            advice = "Send less, or go on computing while data is under way (isend, ireceive).";
        }
        found.add(new Finding(
                Kind.COMMUNICATION,
                share,
                "Moving data took " + Words.percent(share) + " of the threads' time: " + Figures.count(messages)
                        + " messages between engines of " + Figures.bytes(Math.round(mean)) + " in the mean.",
                advice));
    }

    private boolean isOneHost() {
        return report.engines().stream()
                        .map(RunReport.EngineTimes::host)
                        .distinct()
                        .count()
                == 1;
    }

    /** Those that imbalance does not explain. */
    private void waits() {
        double inPrimitives = totals.share(totals.waiting() - totals.beginAndEnd());
        double explained = found.stream()
                .filter(finding -> finding.kind() == Kind.IMBALANCE)
                .mapToDouble(Finding::share)
                .sum();
        String primitive = totals.longestWait();
        if (primitive.isEmpty()) {
            return;
        }
        found.add(new Finding(
                Kind.WAITS,
                inPrimitives - explained,
                "Threads waited for others " + Words.percent(inPrimitives) + " of their time" + totals.mostlyIn()
                        + mostFor() + ".",
                lessWaiting(primitive)));
    }

    private String lessWaiting(String primitive) {
        if (sharesProcessors()) {
            return "Threads may share processors: " + totals.threads() + " threads have a power of "
                    + Figures.number(power()) + " together. Use fewer (--threads).";
        }
        boolean receives = primitive.toLowerCase(Locale.ROOT).contains("receive") || primitive.equals("await");
        return receives
                ? "Send sooner, begin to receive before the data is needed (ireceive), and compute meanwhile."
                : "Each of these calls waits for the last thread: call fewer of them, with more work between.";
    }

    /** An ordinary processor has a power of 1. */
    private boolean sharesProcessors() {
        return power() > 0 && totals.threads() >= MANY_THREADS_FOR_POWER * power();
    }

    private double power() {
        return report.engines().stream()
                .mapToDouble(RunReport.EngineTimes::power)
                .sum();
    }

    private void beginAndEnd() {
        double share = totals.share(totals.beginAndEnd());
        double explained = found.stream()
                .filter(finding -> finding.kind() == Kind.IMBALANCE || finding.kind() == Kind.FEW_TASKS)
                .filter(finding -> totals.waiting() - totals.beginAndEnd() < totals.beginAndEnd())
                .mapToDouble(Finding::share)
                .sum();
        found.add(new Finding(
                Kind.BEGIN_AND_END,
                share - explained,
                "Threads had nothing to run yet, or not any more, " + Words.percent(share) + " of their time.",
                "The work is short for so many engines: use fewer, or give them more to do."));
    }

    private void states() {
        found.add(new Finding(
                Kind.CHECKPOINTS,
                totals.share(totals.checkpoint()),
                "Keeping states took " + Words.percent(totals.share(totals.checkpoint())) + " of the threads' time.",
                "Call checkpoint less often, keep less in the state, or lower --checkpoint-share."));
        found.add(new Finding(
                Kind.MIGRATION,
                totals.share(totals.migrate()),
                "Making states for another number of threads took " + Words.percent(totals.share(totals.migrate()))
                        + " of their time.",
                "Change the number of engines less often (--elastic), or make redistribute cheaper."));
    }

    /** Engines that were not there at the end, and whose threads have told nothing. */
    private void gone() {
        List<RunReport.EngineTimes> gone = report.engines().stream()
                .filter(engine -> engine.threads().isEmpty())
                .toList();
        double power = gone.stream().mapToDouble(RunReport.EngineTimes::power).sum();
        if (gone.isEmpty() || totals.threads() == 0 || !(power > 0)) {
            return;
        }
        String others = gone.size() == 1 ? "" : " and " + Plural.of(gone.size() - 1, "other");
        found.add(new Finding(
                Kind.LOSSES,
                power / power(),
                Words.name(gone.get(0)) + others + " did not come to the end of the run, with "
                        + Words.percent(power / power()) + " of the power.",
                "What the run said of itself says why; 'moide expand' or --elastic brings others."));
    }

    private void losses() {
        RunReport.TaskCounts tasks = report.loans().tasks();
        double again = tasks.runAgain() == 0
                ? 0
                : totals.computeShare() * tasks.runAgain() / (tasks.counted() + tasks.runAgain());
        double held = report.reconfigurations().stream()
                .filter(change -> change.kind().equals("loss"))
                .mapToDouble(RunReport.Reconfiguration::tookSeconds)
                .sum();
        double share = Math.max(again, report.wallSeconds() == 0 ? 0 : Math.min(1, held / report.wallSeconds()));
        gone();
        found.add(new Finding(
                Kind.LOSSES,
                share,
                "Engines were lost: that held the run up for " + Figures.seconds(held) + ", and "
                        + Figures.count(tasks.runAgain()) + " tasks ran again.",
                "The lines below say which and why."));
    }

    // --- words

    private String mostFor() {
        ThreadTotals.WaitedFor most = ThreadTotals.longestFor(report);
        return most == null || totals.share(most.seconds()) <= LEAST_SHARE
                ? ""
                : "; of this " + Figures.seconds(most.seconds()) + " for engine-" + most.engine();
    }
}
