package org.moide.coordinator.report.limit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.moide.coordinator.report.Figures;
import org.moide.coordinator.report.RunReport;
import org.moide.coordinator.report.limit.Finding.Kind;

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

    /** An engine that computes for that much more of its time than the others is a matter of engines and not of threads. */
    private static final double ENGINE_ABOVE_OTHERS = 1.2;

    /** An engine that does less of what the others do, for its power, is slower than its power says. */
    private static final double SLOW_RATE = 0.67;

    /** As when two threads take turns on one processor. */
    private static final double MANY_THREADS_FOR_POWER = 1.9;

    /** With fewer tasks on an engine its rate is chance. */
    private static final int TASKS_TO_JUDGE = 20;

    private final RunReport report;
    private final Totals totals;
    private final Efficiency efficiency;
    private final boolean bag;
    private final List<Finding> found = new ArrayList<>();

    private Limits(RunReport report) {
        this.report = report;
        this.totals = Totals.of(report);
        this.efficiency = Efficiency.of(report);
        this.bag = totals.tasks() > 0 && report.workers() == null;
    }

    /** All that is worth a change, the dearest first; computing alone if that is nothing, or if it is most of it. Never empty. */
    public static List<Finding> of(RunReport report) {
        return new Limits(report).findings();
    }

    private List<Finding> findings() {
        imbalance();
        slowEngine();
        fetching();
        communication();
        waits();
        beginAndEnd();
        states();
        losses();
        found.removeIf(finding -> finding.share() < LEAST_SHARE);
        found.sort(Comparator.comparingDouble(Finding::share).reversed());
        if (found.isEmpty() || totals.computeShare() >= Efficiency.GOOD) {
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
                    "No single thing held the run up: threads computed " + percent(totals.computeShare())
                            + " of their time.",
                    "The rest went into many small things.");
        }
        return new Finding(
                Kind.COMPUTING,
                totals.computeShare(),
                "The work itself was the limit: threads computed " + percent(totals.computeShare()) + " of their time.",
                "More or faster processors make it shorter.");
    }

    // --- who had too much

    private void imbalance() {
        double above = efficiency.communication() - efficiency.parallel();
        double idle = totals.share(totals.waiting() + totals.fetch());
        if (!(above > 0) || idle < above / 2) {
            return;
        }
        double share = Math.min(above, idle);
        if (bag && totals.tasks() < FEW_TASKS_PER_THREAD * totals.threads()) {
            found.add(new Finding(
                    Kind.FEW_TASKS,
                    share,
                    "There were " + Figures.count(totals.tasks()) + " tasks for " + totals.threads()
                            + " threads, so some threads had none while others worked.",
                    moreTasks()));
            return;
        }
        Optional<RunReport.EngineTimes> busy = busiestEngine();
        if (busy.isPresent() && !bag) {
            busyEngine(busy.get(), share);
        } else {
            busyThread(share);
        }
    }

    private String moreTasks() {
        return "Cut the work into more and smaller tasks: " + Figures.count(10L * totals.threads())
                + " or more for this many threads.";
    }

    private void busyEngine(RunReport.EngineTimes engine, double share) {
        double own = Totals.of(engine.threads()).computeShare();
        found.add(new Finding(
                Kind.IMBALANCE,
                share,
                name(engine) + " computed " + percent(own) + " of its time, the others "
                        + percent(computeShareWithout(engine)) + ": they waited for it" + mostlyIn() + ".",
                "Its part of the work was too large for it, or it is slower than its power of "
                        + Figures.number(engine.power())
                        + " says: compare the power with 'moide hosts', or set --power."));
    }

    private void busyThread(double share) {
        RunReport.ThreadTimes most = null;
        RunReport.EngineTimes where = null;
        double sum = 0;
        for (RunReport.EngineTimes engine : report.engines()) {
            for (RunReport.ThreadTimes thread : engine.threads()) {
                sum += thread.computeSeconds();
                if (most == null || thread.computeSeconds() > most.computeSeconds()) {
                    most = thread;
                    where = engine;
                }
            }
        }
        if (most == null || where == null || sum == 0) {
            return;
        }
        double times = most.computeSeconds() / (sum / totals.threads());
        found.add(new Finding(
                Kind.IMBALANCE,
                share,
                "ID " + most.id() + " on " + name(where) + " computed "
                        + String.format(Locale.ROOT, "%.1f", times) + " times as long as the mean"
                        + (bag ? "; others had no task meanwhile." : ": the others waited for it" + mostlyIn() + "."),
                bag
                        ? "Put long tasks first, or let long tasks put smaller ones; 'moide advise' compares strategies."
                        : "Cut the work into parts that take equally long, or into many tasks (a bag), which balance"
                                + " themselves."));
    }

    private Optional<RunReport.EngineTimes> busiestEngine() {
        return report.engines().stream()
                .filter(engine ->
                        Totals.of(engine.threads()).computeShare() > ENGINE_ABOVE_OTHERS * computeShareWithout(engine))
                .max(Comparator.comparingDouble(
                        engine -> Totals.of(engine.threads()).computeShare()));
    }

    /** Of the threads of all others; without end where there are none. */
    private double computeShareWithout(RunReport.EngineTimes engine) {
        Totals own = Totals.of(engine.threads());
        double rest = totals.all() - own.all();
        return own.threads() == totals.threads() || rest <= 0
                ? Double.POSITIVE_INFINITY
                : (totals.compute() - own.compute()) / rest;
    }

    private void slowEngine() {
        if (!bag || report.loans().tasks().created() > 0) {
            return; // what tasks put is seldom like what they are themselves
        }
        Map<RunReport.EngineTimes, Double> rates = new HashMap<>();
        for (RunReport.EngineTimes engine : report.engines()) {
            Totals own = Totals.of(engine.threads());
            if (own.tasks() >= TASKS_TO_JUDGE && own.compute() > 0 && engine.power() > 0) {
                rates.put(engine, own.tasks() / own.compute() * own.threads() / engine.power());
            }
        }
        if (rates.size() < 2) {
            return;
        }
        List<Double> sorted = rates.values().stream().sorted().toList();
        double usual = sorted.get(sorted.size() / 2);
        rates.entrySet().stream()
                .min(Map.Entry.comparingByValue())
                .filter(slow -> slow.getValue() < SLOW_RATE * usual)
                .ifPresent(slow -> {
                    double rate = slow.getValue() / usual;
                    Totals own = Totals.of(slow.getKey().threads());
                    found.add(new Finding(
                            Kind.SLOW_ENGINE,
                            totals.share(own.compute()) * (1 - rate),
                            name(slow.getKey()) + " did " + percent(rate)
                                    + " of the tasks that its power promises, beside the others.",
                            "Others may use its host ('moide hosts'); 'moide replace' or --replace-slow moves it. If its tasks"
                                    + " were the longer ones, nothing is wrong."));
                });
    }

    // --- where the time went

    private void fetching() {
        double share = totals.share(totals.fetch());
        double taskSeconds = totals.tasks() == 0 ? 0 : totals.compute() / totals.tasks();
        if (report.workers() != null) {
            found.add(new Finding(
                    Kind.EMPTY_POOL,
                    share,
                    "Threads had no worker with a task " + percent(share) + " of their time.",
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
                            + " us each, and fetching them " + percent(share) + " of the threads' time.",
                    "Put more work into each task, so that it takes a millisecond or so."));
        } else if (totals.tasks() < FEW_TASKS_PER_THREAD * totals.threads()) {
            found.add(new Finding(
                    Kind.FEW_TASKS,
                    share,
                    "Threads had no task " + percent(share) + " of their time: there were only "
                            + Figures.count(totals.tasks()) + " for " + totals.threads() + " threads.",
                    moreTasks()));
        } else {
            found.add(new Finding(
                    Kind.EMPTY_POOL,
                    share,
                    "Threads had no task " + percent(share) + " of their time.",
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
                "Moving data took " + percent(share) + " of the threads' time: " + Figures.count(messages)
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
        boolean receive = primitive.toLowerCase(Locale.ROOT).contains("receive") || primitive.equals("await");
        found.add(
                new Finding(
                        Kind.WAITS,
                        inPrimitives - explained,
                        "Threads waited for others " + percent(inPrimitives) + " of their time" + mostlyIn() + mostFor()
                                + ".",
                        receive
                                ? "Send sooner, begin to receive before the data is needed (ireceive), and compute meanwhile."
                                : "Each of these calls waits for the last thread: call fewer of them, with more work between."));
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
                "Threads had nothing to run yet, or not any more, " + percent(share) + " of their time.",
                "The work is short for so many engines: use fewer, or give them more to do."));
    }

    private void states() {
        found.add(new Finding(
                Kind.CHECKPOINTS,
                totals.share(totals.checkpoint()),
                "Keeping states took " + percent(totals.share(totals.checkpoint())) + " of the threads' time.",
                "Call checkpoint less often, keep less in the state, or lower --checkpoint-share."));
        found.add(new Finding(
                Kind.MIGRATION,
                totals.share(totals.migrate()),
                "Making states for another number of threads took " + percent(totals.share(totals.migrate()))
                        + " of their time.",
                "Change the number of engines less often (--elastic), or make redistribute cheaper."));
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
        found.add(new Finding(
                Kind.LOSSES,
                share,
                "Engines were lost: that held the run up for " + Figures.seconds(held) + ", and "
                        + Figures.count(tasks.runAgain()) + " tasks ran again.",
                "The lines below say which and why."));
    }

    // --- words

    private String mostlyIn() {
        String primitive = totals.longestWait();
        return primitive.isEmpty() ? "" : ", mostly in " + primitive;
    }

    private String mostFor() {
        Map<Integer, Double> forEngine = new HashMap<>();
        report.messages().traffic().stream()
                .filter(pair -> pair.from() != pair.to())
                .forEach(pair -> forEngine.merge(pair.to(), pair.waitSeconds(), Double::sum));
        return forEngine.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .filter(most -> totals.share(most.getValue()) > LEAST_SHARE)
                .map(most -> "; of this " + Figures.seconds(most.getValue()) + " for engine-" + most.getKey())
                .orElse("");
    }

    private static String name(RunReport.EngineTimes engine) {
        return "engine-" + engine.id() + " (" + engine.host() + ")";
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.0f%%", 100 * share);
    }
}
