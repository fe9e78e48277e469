package org.moide.command.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.moide.command.history.KeptReport;
import org.moide.command.history.RunHistory;
import org.moide.command.page.RunPage;
import org.moide.command.report.RunJson;
import org.moide.command.report.RunTable;
import org.moide.command.report.ThreadTotals;
import org.moide.command.report.html.HtmlReport;
import org.moide.command.report.html.PageData;
import org.moide.command.report.limit.Efficiency;
import org.moide.command.report.limit.EndLines;
import org.moide.command.terminal.Console;
import org.moide.command.trace.TraceFile;
import org.moide.commlib.handshake.SoftwareVersion;
import org.moide.commlib.security.ClusterSecret;
import org.moide.commlib.system.FileTrouble;
import org.moide.commlib.system.SystemWallClock;
import org.moide.coordinator.control.KeptRun;
import org.moide.coordinator.plan.RunPlan;
import org.moide.coordinator.report.RunReport;
import org.moide.coordinator.run.state.RunOutcome;
import org.moide.engine.control.EngineReport;

/** The lines that are printed and the files that are written at the end of a run. Used by one thread. */
final class Conclusion {
    /**
     * The least length in seconds of a run that is kept for {@code moide history}, in a process with many runs. In a
     * shorter run chance decides where the time went.
     */
    private static final double LEAST_SECONDS = 1;

    private final RunPlan plan;
    private final Console console;
    private final RunPage page;
    private final @Nullable TraceFile trace;
    private final Consumer<RunReport> done;
    private boolean shown;

    /**
     * Creates the conclusion of a run.
     *
     * @param page the run's page
     * @param trace the run's trace; null if the user wants none
     * @param done receives the report if the application ends by itself; null to print it
     */
    Conclusion(
            RunPlan plan,
            Console console,
            RunPage page,
            @Nullable TraceFile trace,
            @Nullable Consumer<RunReport> done) {
        this.plan = plan;
        this.console = console;
        this.page = page;
        this.trace = trace;
        this.done = done == null ? this::show : done;
    }

    /**
     * Prints the results of a run that ended by itself and the lines about it, with all figures if the user wants to
     * see them.
     */
    private void show(RunReport report) {
        RunTable.results(report).forEach(console::print);
        if (plan.output().verbose()) {
            RunTable.times(report).forEach(console::error);
            RunTable.traffic(report).forEach(console::error);
        }
        EndLines.of(report).forEach(console::error);
        shown = true;
    }

    /** Prints how the run ended, and writes the files that the user wants. */
    void tell(RunOutcome outcome, RunReport report) {
        if (trace != null) {
            trace.end(report, page.notes());
        }
        EngineReport.Failed failure = outcome.failure();
        if (failure != null && failure.kind() == EngineReport.Failed.Kind.USAGE) {
            console.error("moide run: " + failure.headline());
            return;
        }
        if (failure != null) {
            boolean applicationThrew = failure.kind() == EngineReport.Failed.Kind.APPLICATION;
            console.error("moide run: "
                    + (applicationThrew ? "the application failed in " + failure.where() + ": " : "")
                    + failure.headline());
            if (applicationThrew && !failure.trace().isEmpty()) {
                console.error(failure.trace());
            }
            page.failed("failed: " + failure.headline());
            return;
        }
        if (outcome.interrupted()) {
            console.error("moide run: interrupted; the engines end");
            tellSoFar(report);
            page.failed("interrupted");
            return;
        }
        done.accept(report);
        Path file = plan.output().written().report();
        if (file != null) {
            RunJson.write(report, file);
        }
        Path html = plan.output().pages().report();
        if (html != null) {
            HtmlReport.write(report, about(page.id()), page.notes(), html);
            console.error("moide run: the report is in " + html + "; open it in a browser");
        }
        if (page.isOpen()) {
            page.report(PageData.text(report, about(page.id()), page.notes()));
        }
    }

    /**
     * Prints the results so far of a run that was ended early, since an interrupted search may have found something.
     */
    private void tellSoFar(RunReport report) {
        List<String> results = RunTable.results(report);
        if (!results.isEmpty()) {
            console.error("moide run: the application had reported this until then:");
            results.forEach(console::print);
        }
    }

    /**
     * Stores the run for {@code moide history}, unless the user does not want that, and prints how to see it again.
     *
     * @param oneOfMany whether this process has many runs; short runs are then not stored
     */
    void keep(RunOutcome outcome, RunReport report, boolean oneOfMany) {
        EngineReport.Failed failure = outcome.failure();
        boolean used = failure == null || failure.kind() != EngineReport.Failed.Kind.USAGE;
        if (plan.output().written().unkept() || !used || (oneOfMany && report.wallSeconds() < LEAST_SECONDS)) {
            return;
        }
        String ending = outcome.interrupted() ? "interrupted" : "done";
        KeptRun head = new KeptRun(
                page.id(),
                new SystemWallClock().instant(),
                failure == null ? ending : "failed",
                plan.application().line(),
                report.wallSeconds(),
                report.engines().size(),
                ThreadTotals.of(report).threads(),
                Efficiency.of(report).parallel());
        try {
            RunHistory.ofThisUser().keep(new KeptReport(head, report, page.notes()));
            if (shown) { // only after it is kept: the home may be read-only or the disk full
                String asPage = plan.output().pages().report() == null ? ", as a page with --html report.html" : "";
                console.error("report: moide history " + report.origin().runId() + asPage);
            }
        } catch (IOException impossible) {
            console.error("moide run: cannot keep the run for 'moide history': " + ClusterSecret.defaultFolder() + ": "
                    + FileTrouble.whenWriting(impossible));
        }
    }

    private static String about(String runId) {
        return HtmlReport.about(runId, new SystemWallClock().instant(), SoftwareVersion.current());
    }
}
