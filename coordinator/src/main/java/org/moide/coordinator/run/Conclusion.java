package org.moide.coordinator.run;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.handshake.SoftwareVersion;
import org.moide.commlib.security.ClusterSecret;
import org.moide.commlib.system.DaemonThreads;
import org.moide.commlib.system.FileTrouble;
import org.moide.commlib.system.SystemWallClock;
import org.moide.commlib.system.VisibleText;
import org.moide.coordinator.history.KeptReport;
import org.moide.coordinator.history.KeptRun;
import org.moide.coordinator.history.RunHistory;
import org.moide.coordinator.page.PageSetting;
import org.moide.coordinator.page.RunPage;
import org.moide.coordinator.plan.RunPlan;
import org.moide.coordinator.report.Console;
import org.moide.coordinator.report.RunJson;
import org.moide.coordinator.report.RunOrigin;
import org.moide.coordinator.report.RunReport;
import org.moide.coordinator.report.RunTable;
import org.moide.coordinator.report.ThreadTotals;
import org.moide.coordinator.report.html.HtmlReport;
import org.moide.coordinator.report.html.PageData;
import org.moide.coordinator.report.limit.Efficiency;
import org.moide.coordinator.report.limit.EndLines;
import org.moide.coordinator.run.session.RunPorts;
import org.moide.coordinator.run.session.WorkloadRecorder;
import org.moide.coordinator.run.state.RunOutcome;
import org.moide.coordinator.selection.Assignment;
import org.moide.coordinator.trace.TraceFile;
import org.moide.coordinator.workload.RecordedWorkload;
import org.moide.coordinator.workload.WorkloadFile;
import org.moide.engine.control.EngineReport;

/** What is said and written when a run has ended, and the command's exit code. One thread, but for the recorder. */
final class Conclusion {
    /** What a shorter run did with its time is chance. */
    private static final double LEAST_SECONDS = 1;

    private final RunPlan plan;
    private final Console console;
    private final Instant startedAt = new SystemWallClock().instant();
    private @Nullable TraceFile trace;
    private boolean shown;
    private final WorkloadRecorder recorder = new WorkloadRecorder(WorkloadRecorder.MOST_TASKS);

    Conclusion(RunPlan plan, Console console) {
        this.plan = plan;
        this.console = console;
    }

    /** Where engines' recorded tasks go; null if the user wants none. */
    @Nullable
    WorkloadRecorder recorder() {
        return plan.output().written().workload() == null ? null : recorder;
    }

    /** Begins the run's trace; null if the user wants none. */
    @Nullable
    TraceFile trace(RunPorts ports) {
        Path file = plan.output().written().trace();
        if (file != null) {
            trace = new TraceFile(
                    file, console, ports.around().ticker(), ports.around().threads());
        }
        return trace;
    }

    /** Opens the run's page, if one is wanted. */
    RunPage page(String runId, RunPorts ports) {
        return RunPage.open(
                plan.output().pages(),
                new RunPage.Shown(runId, plan.application().name(), words()),
                new PageSetting(
                        "moide run",
                        console,
                        System.getenv(),
                        ports.around().ticker(),
                        ports.around().signals(),
                        new DaemonThreads("page", ports.around().faults())));
    }

    private String words() {
        return VisibleText.line((plan.application().name() + " "
                        + String.join(" ", plan.application().arguments().words()))
                .strip());
    }

    /**
     * What happened.
     *
     * @param strategy in words
     * @param seed of the run's chance
     * @param results as the application reported them
     */
    RunReport report(
            String runId, String strategy, long seed, RunOutcome outcome, Map<String, Object> results, long wallNanos) {
        RunOrigin origin = new RunOrigin(
                runId,
                startedAt,
                SoftwareVersion.current(),
                Runtime.version().toString(),
                strategy,
                seed,
                plan.settings());
        return Reports.of(origin, plan.application(), outcome, results, wallNanos);
    }

    /** The results of a run that came to its end, and what else a person wants to know; all figures if they are wanted. */
    void show(RunReport report) {
        RunTable.results(report).forEach(console::print);
        if (plan.output().verbose()) {
            RunTable.times(report).forEach(console::error);
            RunTable.traffic(report).forEach(console::error);
        }
        EndLines.of(report).forEach(console::error);
        shown = true;
    }

    /**
     * Says and writes it.
     *
     * @param engines on which the run began
     * @param page on which the run was shown
     * @param done given the report if the application came to its end
     * @return the command's exit code
     */
    int tell(RunOutcome outcome, RunReport report, List<Assignment> engines, RunPage page, Consumer<RunReport> done) {
        TraceFile traced = trace;
        if (traced != null) {
            traced.end(report, page.notes());
        }
        EngineReport.Failed failure = outcome.failure();
        if (failure != null && failure.kind() == EngineReport.Failed.Kind.USAGE) {
            console.error("moide run: " + failure.headline());
            return ExitCode.WRONG_USAGE;
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
            return ExitCode.FAILED;
        }
        if (outcome.interrupted()) {
            console.error("moide run: interrupted; the engines end");
            tellSoFar(report);
            page.failed("interrupted");
            return ExitCode.INTERRUPTED;
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
        Path workload = plan.output().written().workload();
        if (workload != null) {
            writeWorkload(workload, engines);
        }
        return ExitCode.DONE;
    }

    /** A search that is interrupted has found something, which would be lost. */
    private void tellSoFar(RunReport report) {
        List<String> results = RunTable.results(report);
        if (!results.isEmpty()) {
            console.error("moide run: the application had reported this until then:");
            results.forEach(console::print);
        }
    }

    /**
     * Keeps what happened for {@code moide history}, unless the user does not want that, and tells one to whom it was shown how
     * it is had again.
     *
     * @param page which knows what the run said of itself
     * @param oneOfMany of this process: then the short ones are not worth a file each
     */
    void keep(RunOutcome outcome, RunReport report, RunPage page, boolean oneOfMany) {
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
                words(),
                report.wallSeconds(),
                report.engines().size(),
                ThreadTotals.of(report).threads(),
                Efficiency.of(report).parallel());
        try {
            RunHistory.ofThisUser().keep(new KeptReport(head, report, page.notes()));
            if (shown) { // not before it is kept: a home may be read-only, or a disk full
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

    private void writeWorkload(Path file, List<Assignment> assignments) {
        if (recorder.isEmpty()) {
            console.error("moide run: there were no tasks to record, so " + file + " was not written");
            return;
        }
        List<RecordedWorkload.Engine> engines = assignments.stream()
                .map(assignment -> new RecordedWorkload.Engine(
                        assignment.candidate().host(), assignment.threads(), assignment.power()))
                .toList();
        WorkloadFile.write(recorder.recorded(words(), engines), file);
    }
}
