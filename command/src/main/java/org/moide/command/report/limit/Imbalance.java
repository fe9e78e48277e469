package org.moide.command.report.limit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.moide.command.report.ThreadTotals;
import org.moide.command.report.limit.LimitFinding.Kind;
import org.moide.coordinator.report.RunReport;
import org.moide.coordinator.text.Figures;

/**
 * The rules about engines and threads that had more work than others, or did less than their power promises. An
 * instance is for one report.
 */
final class Imbalance {
    private static final String SLOWER =
            "It is slower than its power says, or its tasks were longer ones: 'moide replace' or"
                    + " --replace-slow moves it, --power sets another power.";

    /**
     * The factor by which an engine's computing share must exceed that of the other engines. Then the imbalance is one
     * between engines; otherwise it is one between threads.
     */
    static final double ABOVE_OTHERS = 1.2;

    private final RunReport report;
    private final ThreadTotals totals;
    private final Efficiency efficiency;
    private final boolean bag;
    private final Sharing sharing;
    private final List<LimitFinding> found = new ArrayList<>();

    Imbalance(RunReport report, ThreadTotals totals, Efficiency efficiency, boolean bag, Sharing sharing) {
        this.report = report;
        this.totals = totals;
        this.efficiency = efficiency;
        this.bag = bag;
        this.sharing = sharing;
    }

    List<LimitFinding> findings() {
        imbalance();
        slowEngine();
        return List.copyOf(found);
    }

    private void imbalance() {
        double above = efficiency.communication() - efficiency.parallel();
        double idle = totals.share(totals.waiting() + totals.fetch());
        if (!(above > 0) || idle < above / 2 || report.workers() != null) {
            return; // workers move to idle engines, so idle time means that no worker had a task
        }
        double share = Math.min(above, idle);
        if (bag && totals.tasks() < Limits.FEW_TASKS_PER_THREAD * totals.threads()) {
            found.add(new LimitFinding(
                    Kind.FEW_TASKS,
                    share,
                    "There were " + Figures.count(totals.tasks()) + " tasks for " + totals.threads()
                            + " threads, so some threads had none while others worked.",
                    Words.moreTasks(totals)));
            return;
        }
        Optional<RunReport.EngineTimes> busy = busiestEngine();
        if (busy.isPresent() && !bag) {
            busyEngine(busy.get(), share);
        } else {
            busyThread(share);
        }
    }

    private void busyEngine(RunReport.EngineTimes engine, double share) {
        ThreadTotals own = ThreadTotals.of(engine.threads());
        found.add(new LimitFinding(
                Kind.IMBALANCE,
                share,
                Words.name(engine) + " computed " + Words.percent(own.computeShare()) + " of its time, the others "
                        + Words.percent(computeShareWithout(engine)) + ": they waited for it" + totals.mostlyIn()
                        + lackOf(own) + sharing.besides(engine) + ".",
                adviceFor(
                        own,
                        "Its part of the work was too large for it, it did something alone, or it is slower than its power of "
                                + Figures.number(engine.power())
                                + " says: compare the power with 'moide hosts', or set --power.")));
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
        ThreadTotals own = ThreadTotals.of(List.of(most));
        found.add(new LimitFinding(
                Kind.IMBALANCE,
                share,
                "ID " + most.id() + " on " + Words.name(where) + " computed "
                        + String.format(Locale.ROOT, "%.1f", times) + " times as long as the mean"
                        + (bag
                                ? "; others had no task meanwhile."
                                : ": the others waited for it" + totals.mostlyIn() + lackOf(own) + "."),
                adviceFor(own, adviceForBusyThread())));
    }

    private String adviceForBusyThread() {
        return bag
                ? "Put long tasks first, or let long tasks put smaller ones; 'moide advise' compares strategies."
                : "Cut the work into parts that take equally long, or into many tasks (a bag), which balance themselves.";
    }

    private Optional<RunReport.EngineTimes> busiestEngine() {
        return report.engines().stream()
                .filter(engine ->
                        ThreadTotals.of(engine.threads()).computeShare() > ABOVE_OTHERS * computeShareWithout(engine))
                .max(Comparator.comparingDouble(
                        engine -> ThreadTotals.of(engine.threads()).computeShare()));
    }

    /** Returns the computing share of all other engines' threads; infinite if there are none. */
    private double computeShareWithout(RunReport.EngineTimes engine) {
        ThreadTotals own = ThreadTotals.of(engine.threads());
        double rest = totals.all() - own.all();
        return own.threads() == totals.threads() || rest <= 0
                ? Double.POSITIVE_INFINITY
                : (totals.compute() - own.compute()) / rest;
    }

    private void slowEngine() {
        if (!bag) {
            return;
        }
        Promise.brokenIn(report).stream().findFirst().ifPresent(worst -> {
            ThreadTotals own = ThreadTotals.of(worst.engine().threads());
            found.add(new LimitFinding(
                    Kind.SLOW_ENGINE,
                    totals.share(own.compute()) * (1 - worst.kept()),
                    Words.name(worst.engine()) + " " + worst.words() + lackOf(own) + sharing.besides(worst.engine())
                            + ".",
                    slowBesides(worst, own) ? SLOWER : adviceFor(own, SLOWER)));
        });
    }

    /**
     * Returns whether an engine would still be slower than its power promises if it had had a processor for all of its
     * computing.
     */
    private static boolean slowBesides(Promise broken, ThreadTotals own) {
        return broken.kept() < Promise.KEPT * own.processorOfComputing();
    }

    /** Returns whether threads had processors for only a part of their computing. */
    private static boolean lacksProcessors(ThreadTotals own) {
        return own.processorOfComputing() < Efficiency.GOOD;
    }

    static String lackOf(ThreadTotals own) {
        return lacksProcessors(own)
                ? "; it had a processor for " + Words.percent(own.processorOfComputing()) + " of its computing"
                : "";
    }

    private static String adviceFor(ThreadTotals own, String otherwise) {
        if (!lacksProcessors(own)) {
            return otherwise;
        }
        return own.ready() > (own.compute() - own.processor()) / 2
                ? "Others have the processors of its host ('moide hosts'): use fewer threads (--threads), or move it ('moide"
                        + " replace', --replace-slow)."
                : "It waited for collections of garbage, or for something outside MOIDE: see where (jstack shows it).";
    }
}
