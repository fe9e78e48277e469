package org.moide.command.report.limit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.moide.command.report.ThreadTotals;
import org.moide.coordinator.report.RunReport;
import org.moide.coordinator.report.RunReport.EngineTimes;
import org.moide.coordinator.report.RunReport.Pace;
import org.moide.coordinator.text.Figures;

/**
 * A finding about an engine that did less than its power promises, compared with the other engines.
 *
 * <p>In a bag of tasks, the tasks per second and power of engines are compared over many short times between two
 * reports of their progress; an engine that only had some longer tasks does not count. In an SPMD program engines
 * cannot be compared, since an engine that computes longer may have more work.
 *
 * @param engine the engine
 * @param kept its work as a share of the work that its power promises
 * @param sinceSeconds the time from which on it was slow, in seconds since the start of the run; 0 for all the time
 * @param words the figures in words, to follow the engine's name
 */
record Promise(EngineTimes engine, double kept, double sinceSeconds, String words) {
    /** The share of the others' work per power below which an engine counts as slow. */
    static final double KEPT = 0.67;

    /**
     * The least number of tasks that an engine must have executed to be compared. With fewer tasks, its rate is a
     * matter of chance.
     */
    static final double TASKS_TO_JUDGE = 20;

    /**
     * The least number of time windows in which engines are compared. With fewer, a slow engine cannot be told from an
     * engine that had some longer tasks.
     */
    private static final int LEAST_WINDOWS = 3;

    private static final int MOST_WINDOWS = 16;

    /**
     * The least length in seconds of the time in which engines are compared. In a shorter time, a slow engine cannot be
     * told from a JVM that has not compiled the code yet.
     */
    private static final double LEAST_SECONDS = 2;

    /**
     * The least share of time windows in which an engine must be slow to be reported. It is below 1, because in some
     * windows a garbage collection or the end of a bundle of tasks may interfere.
     */
    private static final double STEADY = 0.75;

    /** The least share of a time window in which an engine must have had tasks to be compared. */
    private static final double LEAST_BUSY = 0.25;

    /** Returns a finding for each engine that did less than its power promises, the worst first. */
    static List<Promise> brokenIn(RunReport report) {
        List<Promise> broken = new ArrayList<>();
        boolean isBag = report.workers() == null && ThreadTotals.of(report).tasks() > 0;
        if (isBag && report.loans().tasks().created() == 0) {
            ofTasks(report, broken); // tasks put by tasks seldom resemble them
        }
        broken.sort(Comparator.comparingDouble(Promise::kept));
        return List.copyOf(broken);
    }

    private static boolean isComparable(EngineTimes engine) {
        return engine.power() > 0
                && Double.isFinite(engine.power())
                && !engine.threads().isEmpty();
    }

    private static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    // --- parts, each as large as its engine's power

    /**
     * Returns whether an engine of an SPMD program computed much longer than others. If the work was divided in
     * proportion to power, this engine did less than its power promises.
     */
    static boolean isUneven(RunReport report) {
        if (report.workers() != null || ThreadTotals.of(report).tasks() > 0) {
            return false;
        }
        List<EngineTimes> engines =
                report.engines().stream().filter(Promise::isComparable).toList();
        return engines.stream().anyMatch(engine -> {
            List<Double> others = engines.stream()
                    .filter(other -> other.id() != engine.id())
                    .map(Promise::computeOfThread)
                    .toList();
            return !others.isEmpty() && median(others) < KEPT * computeOfThread(engine);
        });
    }

    private static double computeOfThread(EngineTimes engine) {
        return ThreadTotals.of(engine.threads()).compute() / engine.threads().size();
    }

    // --- tasks

    private static void ofTasks(RunReport report, List<Promise> broken) {
        for (EngineTimes engine : report.engines()) {
            List<EngineTimes> others = report.engines().stream()
                    .filter(other -> other.id() != engine.id() && hasPace(other))
                    .toList();
            if (hasPace(engine) && !others.isEmpty()) {
                ofTasks(engine, others, broken);
            }
        }
    }

    private static boolean hasPace(EngineTimes engine) {
        return isComparable(engine) && engine.pace().size() > LEAST_WINDOWS;
    }

    private static void ofTasks(EngineTimes engine, List<EngineTimes> others, List<Promise> broken) {
        List<Pace> pace = engine.pace();
        double end = pace.get(pace.size() - 1).atSeconds();
        for (int from = 0;
                from + LEAST_WINDOWS < pace.size() && end - pace.get(from).atSeconds() >= LEAST_SECONDS;
                from++) {
            Window whole = Window.of(engine, others, pace.get(from).atSeconds(), end);
            if (whole.expected() >= TASKS_TO_JUDGE && whole.kept() < KEPT && isSteady(engine, others, from)) {
                double since = from == 0 ? 0 : pace.get(from).atSeconds();
                broken.add(new Promise(
                        engine,
                        whole.kept(),
                        since,
                        "did " + Words.percent(whole.kept()) + " of what its power of "
                                + Figures.number(engine.power()) + " promises beside the others"
                                + (since == 0 ? ", all the time" : ", from " + Figures.seconds(since) + " on") + ": "
                                + Figures.number(whole.tasks() / whole.busySeconds())
                                + " tasks a second of its threads, where "
                                + Figures.number(whole.expected() / whole.busySeconds())
                                + " are usual for it"));
                return;
            }
        }
    }

    /**
     * Returns whether the engine was slow from this sample on: in the first time window after it, and in nearly all
     * later ones.
     *
     * @param from the index of the sample
     */
    private static boolean isSteady(EngineTimes engine, List<EngineTimes> others, int from) {
        List<Pace> pace = engine.pace();
        int samples = pace.size() - 1 - from;
        int windows = Math.min(MOST_WINDOWS, samples);
        int slow = 0;
        int told = 0;
        for (int at = 0; at < windows; at++) {
            Window window = Window.of(
                    engine,
                    others,
                    pace.get(from + at * samples / windows).atSeconds(),
                    pace.get(from + (at + 1) * samples / windows).atSeconds());
            if (Double.isNaN(window.kept())) {
                continue;
            }
            boolean is = window.kept() < KEPT;
            if (told == 0 && !is) {
                return false; // it began later
            }
            told++;
            slow += is ? 1 : 0;
        }
        return told >= LEAST_WINDOWS && slow >= STEADY * told;
    }

    /**
     * The work of an engine in a time window.
     *
     * @param tasks the tasks that it executed
     * @param busySeconds the total time in which its threads had tasks
     * @param expected the number of tasks that it would have executed in that time at the other engines' rate for its
     *     power
     */
    private record Window(double tasks, double busySeconds, double expected) {
        static Window of(EngineTimes engine, List<EngineTimes> others, double from, double to) {
            List<Double> rates = others.stream()
                    .filter(other -> isBusy(other, from, to))
                    .map(other -> tasks(other, from, to) / busy(other, from, to) * powerOfThread(other, -1))
                    .toList();
            if (rates.isEmpty() || !isBusy(engine, from, to)) {
                return new Window(0, 0, 0);
            }
            double busy = busy(engine, from, to);
            return new Window(tasks(engine, from, to), busy, median(rates) * busy * powerOfThread(engine, 1));
        }

        /** Returns the work as a share of the work that the engine's power promises; NaN if unknown. */
        double kept() {
            return expected > 0 ? tasks / expected : Double.NaN;
        }

        private static double powerOfThread(EngineTimes engine, int exponent) {
            return Math.pow(engine.power() / engine.threads().size(), exponent);
        }

        private static boolean isBusy(EngineTimes engine, double from, double to) {
            return to > from
                    && busy(engine, from, to)
                            > LEAST_BUSY * (to - from) * engine.threads().size();
        }

        private static double tasks(EngineTimes engine, double from, double to) {
            return at(engine.pace(), to, false) - at(engine.pace(), from, false);
        }

        private static double busy(EngineTimes engine, double from, double to) {
            double waited = at(engine.pace(), to, true) - at(engine.pace(), from, true);
            return engine.threads().size() * (to - from) - waited;
        }

        /**
         * Returns the number of tasks that an engine had executed at a moment, or its waiting time if {@code waited} is
         * true, by linear interpolation between two reports of its progress.
         */
        private static double at(List<Pace> pace, double seconds, boolean waited) {
            Pace before = pace.get(0);
            for (Pace after : pace) {
                if (after.atSeconds() >= seconds) {
                    double part = after.atSeconds() == before.atSeconds()
                            ? 1
                            : Math.max(0, (seconds - before.atSeconds()) / (after.atSeconds() - before.atSeconds()));
                    return figure(before, waited) + part * (figure(after, waited) - figure(before, waited));
                }
                before = after;
            }
            return figure(before, waited);
        }

        private static double figure(Pace pace, boolean waited) {
            return waited ? pace.waitedSeconds() : pace.tasks();
        }
    }
}
