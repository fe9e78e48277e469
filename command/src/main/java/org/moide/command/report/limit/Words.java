package org.moide.command.report.limit;

import java.util.Locale;
import org.moide.command.report.ThreadTotals;
import org.moide.coordinator.report.RunReport;
import org.moide.coordinator.text.Figures;

/** Phrases that several findings use. */
final class Words {
    /**
     * The number of tasks for each thread from which on it matters little that threads run out of tasks at the end of
     * the run.
     */
    private static final long ENOUGH_TASKS_PER_THREAD = 10;

    private Words() {}

    static String name(RunReport.EngineTimes engine) {
        return "engine-" + engine.id() + " (" + engine.host() + ")";
    }

    static String percent(double share) {
        return String.format(Locale.ROOT, "%.0f%%", 100 * share);
    }

    static String moreTasks(ThreadTotals totals) {
        return "Cut the work into more and smaller tasks: " + Figures.count(ENOUGH_TASKS_PER_THREAD * totals.threads())
                + " or more for this many threads.";
    }
}
