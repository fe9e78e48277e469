package org.moide.command.report.limit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.moide.command.report.ThreadTotals;
import org.moide.command.report.limit.LimitFinding.Kind;
import org.moide.coordinator.report.RunReport;
import org.moide.coordinator.text.Figures;
import org.moide.coordinator.text.Plural;

/**
 * Finds the causes that limited a run, by rules on the figures of its report. The rules do not know the application;
 * they tell the user where to look first. An instance is for one report.
 */
public final class Limits {
    /** The least share of the time that a finding must cost to be reported. */
    static final double LEAST_SHARE = 0.05;

    /** The number of tasks for each thread below which some threads have no task towards the end of a run. */
    static final double FEW_TASKS_PER_THREAD = 8;

    /** The length of a task in seconds below which the task takes hardly longer than its transfer to the thread. */
    static final double SMALL_TASK_SECONDS = 50e-6;

    /** The length of a message in bytes below which latency decides how long the message takes. */
    static final double SHORT_MESSAGE_BYTES = 1024;

    /** The length of a message in bytes from which on bandwidth decides how long the message takes. */
    static final double LONG_MESSAGE_BYTES = 64 * 1024;

    /**
     * The number of threads for each unit of power from which on several threads may share a processor, as two hardware
     * threads share a core.
     */
    private static final double MANY_THREADS_FOR_POWER = 1.9;

    private static final String ONE_HOST_ADVICE =
            "All engines are on one host: one engine with all threads sends nothing between processes.";

    private static final String LESS_DATA_ADVICE =
            "Send less, or go on computing while data is under way (isend, ireceive).";

    private final RunReport report;
    private final ThreadTotals totals;
    private final Efficiency efficiency;
    private final boolean bag;
    private final Sharing sharing;
    private final List<LimitFinding> found = new ArrayList<>();

    private Limits(RunReport report) {
        this.report = report;
        this.totals = ThreadTotals.of(report);
        this.efficiency = Efficiency.of(report);
        this.sharing = new Sharing(report, totals);
        this.bag = totals.tasks() > 0 && report.workers() == null;
    }

    /**
     * Returns all findings that cost enough, the most costly first. COMPUTING is the only one if there are no others,
     * and the first if it is most of the time. Never empty.
     */
    public static List<LimitFinding> of(RunReport report) {
        return new Limits(report).findings();
    }

    /** Returns a sentence for each engine that did less than two thirds of what its power promises, the worst first. */
    public static List<String> brokenPromises(RunReport report) {
        return Promise.brokenIn(report).stream()
                .map(broken -> Words.name(broken.engine()) + " " + broken.words()
                        + Imbalance.lackOf(ThreadTotals.of(broken.engine().threads())))
                .toList();
    }

    /** Returns whether the run may be called good, because no measurement contradicts it. */
    public static boolean mayBeFine(RunReport report) {
        return Efficiency.of(report).processor() >= Efficiency.GOOD
                && Promise.brokenIn(report).isEmpty()
                && !Promise.isUneven(report);
    }

    private List<LimitFinding> findings() {
        found.addAll(new Imbalance(report, totals, efficiency, bag, sharing).findings());
        found.addAll(new Absence(report, totals, sharing).findings());
        found.addAll(sharing.findings());
        fetching();
        communication();
        waits();
        beginAndEnd();
        states();
        losses();
        found.removeIf(finding -> finding.share() < LEAST_SHARE);
        // The start of new JVMs, which every such run has, must not hide another finding.
        found.sort(Comparator.comparing((LimitFinding finding) -> finding.kind() == Kind.OWN_JVMS)
                .thenComparing(Comparator.comparingDouble(LimitFinding::share).reversed()));
        boolean isComputing = found.isEmpty() || isComputingFirst();
        if (isComputing || found.get(0).kind() == Kind.OUTSIDE) {
            putSharingFirst();
        }
        if (isComputing && (found.isEmpty() || found.get(0).kind() != Kind.SHARED_HOST)) {
            found.add(0, computing());
        }
        return List.copyOf(found);
    }

    /**
     * Moves the finding SHARED_HOST to the first place, if there is one. If a run had fewer processors than it wanted,
     * that limited it more than its own work did. It also limited it more than waits outside MOIDE, since more threads
     * could have waited at the same time.
     */
    private void putSharingFirst() {
        found.stream()
                .filter(finding -> finding.kind() == Kind.SHARED_HOST)
                .findFirst()
                .ifPresent(shared -> {
                    found.remove(shared);
                    found.add(0, shared);
                });
    }

    /**
     * Returns whether the threads computed for most of the time and no other finding cost more. As far as it is known,
     * they must also have been on a processor for most of the time.
     */
    private boolean isComputingFirst() {
        boolean isLess = found.stream()
                .filter(finding -> finding.kind() != Kind.OWN_JVMS && finding.kind() != Kind.SHARED_HOST)
                .noneMatch(finding -> finding.kind() == Kind.SLOW_ENGINE || 1 - finding.share() < Efficiency.GOOD);
        return totals.computeShare() >= Efficiency.GOOD
                && !(efficiency.processor() + ownJvms() < Efficiency.GOOD)
                && isLess
                && found.get(0).kind() != Kind.LOSSES;
    }

    /** Returns the share of the threads' time in which the engines' own JVMs used the processors. */
    private double ownJvms() {
        return shareOf(Kind.OWN_JVMS);
    }

    private double shareOf(Kind kind) {
        return found.stream()
                .filter(finding -> finding.kind() == kind)
                .mapToDouble(LimitFinding::share)
                .sum();
    }

    private LimitFinding computing() {
        if (totals.all() == 0) {
            return new LimitFinding(
                    Kind.COMPUTING, 0, "Nothing is known of what the threads did.", "Nothing need be changed.");
        }
        String computed = "threads computed " + Words.percent(totals.computeShare()) + " of their time";
        String processor = Words.percent(efficiency.processor());
        if (Double.isNaN(efficiency.processor())) {
            return new LimitFinding(
                    Kind.COMPUTING,
                    totals.computeShare(),
                    "Nothing that was measured held the run up: " + computed + ".",
                    "Whether they had a processor meanwhile is not known; if so, more or faster ones make it shorter.");
        }
        double own = ownJvms();
        if (totals.computeShare() < Efficiency.GOOD || efficiency.processor() + own < Efficiency.GOOD) {
            return new LimitFinding(
                    Kind.COMPUTING,
                    totals.computeShare(),
                    "No single thing held the run up: " + computed + ", and were on a processor " + processor + ".",
                    "The rest went into many small things.");
        }
        return new LimitFinding(
                Kind.COMPUTING,
                totals.computeShare(),
                "The work itself was the limit: " + computed + ", and were on a processor " + processor
                        + (own == 0
                                ? "."
                                : "; " + Words.percent(own)
                                        + " of it their own JVMs had the processors, which start and compile."),
                "More or faster processors make it shorter"
                        + (own == 0 ? "." : "; a longer run has less of the JVMs'."));
    }

    // --- where the time went

    private void fetching() {
        double share = totals.share(totals.fetch());
        double taskSeconds = totals.tasks() == 0 ? 0 : totals.compute() / totals.tasks();
        if (report.workers() != null) {
            found.add(new LimitFinding(
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
            found.add(new LimitFinding(
                    Kind.SMALL_TASKS,
                    share,
                    "Tasks took " + String.format(Locale.ROOT, "%.1f", 1e6 * taskSeconds)
                            + " us each, and fetching them " + Words.percent(share) + " of the threads' time.",
                    "Put more work into each task, so that it takes a millisecond or so."));
        } else if (totals.tasks() < FEW_TASKS_PER_THREAD * totals.threads()) {
            found.add(new LimitFinding(
                    Kind.FEW_TASKS,
                    share,
                    "Threads had no task " + Words.percent(share) + " of their time: there were only "
                            + Figures.count(totals.tasks()) + " for " + totals.threads() + " threads.",
                    Words.moreTasks(totals)));
        } else {
            // The finding about imbalance includes the idle time of the other threads.
            found.add(new LimitFinding(
                    Kind.EMPTY_POOL,
                    share - shareOf(Kind.IMBALANCE),
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
            advice = ONE_HOST_ADVICE;
        } else {
            advice = LESS_DATA_ADVICE;
        }
        found.add(new LimitFinding(
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

    /** Adds a finding about waits that imbalance does not explain. */
    private void waits() {
        double inPrimitives = totals.share(totals.waiting() - totals.beginAndEnd());
        double explained = shareOf(Kind.IMBALANCE);
        String primitive = totals.longestWait();
        if (primitive.isEmpty()) {
            return;
        }
        if (isForBytes()) {
            waitsForBytes(inPrimitives);
            return;
        }
        found.add(new LimitFinding(
                Kind.WAITS,
                inPrimitives - explained,
                "Threads waited for others " + Words.percent(inPrimitives) + " of their time" + totals.mostlyIn()
                        + mostFor() + ".",
                lessWaiting(primitive)));
    }

    /**
     * Returns whether threads waited for the transfer of long messages: messages were long, and threads waited while
     * none computed, so that they did not wait for each other's computing.
     */
    private boolean isForBytes() {
        RunReport.Messages messages = report.messages();
        return messages.rmi() > 0
                && messages.bytes() >= LONG_MESSAGE_BYTES * messages.rmi()
                && noneComputed() > Math.max(0.5, totals.share(totals.waiting()) / 2);
    }

    /**
     * Returns a lower bound for the share of the run's time in which no thread computed. The real share is higher if
     * several threads computed at the same time.
     */
    private double noneComputed() {
        return totals.longestSeconds() == 0 ? 0 : Math.max(0, 1 - totals.compute() / totals.longestSeconds());
    }

    private void waitsForBytes(double share) {
        RunReport.Messages messages = report.messages();
        found.add(new LimitFinding(
                Kind.COMMUNICATION,
                share,
                "Threads waited " + Words.percent(share) + " of their time" + totals.mostlyIn() + ", and "
                        + Words.percent(noneComputed()) + " of the time none computed: "
                        + Figures.bytes(messages.bytes()) + " went " + between() + ", "
                        + Figures.bytes(messages.bytes() / messages.rmi()) + " a message, "
                        + Figures.bytes(Math.round(messages.bytes() / totals.longestSeconds())) + " a second.",
                isOneHost() ? ONE_HOST_ADVICE : LESS_DATA_ADVICE));
    }

    /**
     * Returns a phrase with the two engines between which the greatest number of bytes was sent, in both directions
     * together.
     */
    private String between() {
        Map<List<Integer>, Long> pairs = new HashMap<>();
        report.messages().traffic().stream()
                .filter(pair -> pair.from() != pair.to())
                .forEach(pair -> pairs.merge(
                        List.of(Math.min(pair.from(), pair.to()), Math.max(pair.from(), pair.to())),
                        pair.bytes(),
                        Long::sum));
        String all = "between engines";
        return pairs.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(most -> pairs.size() == 1
                        ? "between engine-" + most.getKey().get(0) + " and engine-"
                                + most.getKey().get(1)
                        : all + ", most of it between engine-" + most.getKey().get(0) + " and engine-"
                                + most.getKey().get(1) + " (" + Figures.bytes(most.getValue()) + ")")
                .orElse(all);
    }

    private String lessWaiting(String primitive) {
        if (Double.isNaN(totals.ready()) && sharesProcessors()) {
            return "Threads may share processors: " + totals.threads() + " threads have a power of "
                    + Figures.number(power()) + " together. Use fewer (--threads).";
        }
        boolean receives = primitive.toLowerCase(Locale.ROOT).contains("receive") || primitive.equals("await");
        return receives
                ? "Send sooner, begin to receive before the data is needed (ireceive), and compute meanwhile."
                : "Each of these calls waits for the last thread: call fewer of them, with more work between.";
    }

    /** Returns whether several threads may share a processor. An ordinary processor has a power of 1. */
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
                .mapToDouble(LimitFinding::share)
                .sum();
        found.add(new LimitFinding(
                Kind.BEGIN_AND_END,
                share - explained,
                "Threads had nothing to run yet, or not any more, " + Words.percent(share) + " of their time.",
                "The work is short for so many engines: use fewer, or give them more to do."));
    }

    private void states() {
        found.add(new LimitFinding(
                Kind.CHECKPOINTS,
                totals.share(totals.checkpoint()),
                "Keeping states took " + Words.percent(totals.share(totals.checkpoint())) + " of the threads' time.",
                "Call checkpoint less often, keep less in the state, or lower --checkpoint-share."));
        found.add(new LimitFinding(
                Kind.MIGRATION,
                totals.share(totals.migrate()),
                "Making states for another number of threads took " + Words.percent(totals.share(totals.migrate()))
                        + " of their time.",
                "Change the number of engines less often (--elastic), or make redistribute cheaper."));
    }

    /** Adds a finding about lost engines, whose threads have not reported their times. */
    private void gone() {
        List<RunReport.EngineTimes> gone = report.engines().stream()
                .filter(engine -> engine.threads().isEmpty())
                .toList();
        double power = gone.stream().mapToDouble(RunReport.EngineTimes::power).sum();
        if (gone.isEmpty() || totals.threads() == 0 || !(power > 0)) {
            return;
        }
        String others = gone.size() == 1 ? "" : " and " + Plural.of(gone.size() - 1, "other");
        found.add(new LimitFinding(
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
        found.add(new LimitFinding(
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
                : "; of this " + Figures.seconds(most.seconds()) + " for engine-" + most.engine() + ", which waited "
                        + Figures.seconds(most.ownSeconds());
    }
}
