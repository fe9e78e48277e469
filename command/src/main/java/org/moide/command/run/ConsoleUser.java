package org.moide.command.run;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.moide.command.page.PageSetting;
import org.moide.command.page.RunPage;
import org.moide.command.report.DisplayMap;
import org.moide.command.terminal.Console;
import org.moide.command.terminal.ProgressLine;
import org.moide.command.trace.TraceFile;
import org.moide.commlib.system.DaemonThreads;
import org.moide.coordinator.plan.OutputSettings;
import org.moide.coordinator.plan.RunPlan;
import org.moide.coordinator.progress.ProgressMeter;
import org.moide.coordinator.report.RunReport;
import org.moide.coordinator.run.session.RunDisplay;
import org.moide.coordinator.run.session.RunPorts;
import org.moide.coordinator.run.session.RunUser;
import org.moide.coordinator.selection.Assignment;

/**
 * The user of a run at a console. Thread-safe.
 *
 * @param done receives the report if the application ends by itself; null to print it
 * @param oneOfMany whether the run is one of many in this process, which belong to a program
 * @param outputStays whether the run continues if standard output is lost, and prints a line about it
 */
record ConsoleUser(
        RunPlan plan, Console console, @Nullable Consumer<RunReport> done, boolean oneOfMany, boolean outputStays)
        implements RunUser {
    @Override
    public void note(String text) {
        console.error("moide run: " + text);
    }

    @Override
    public void printed(String tag, String line, boolean fromErrorStream) {
        console.printed(tag, line, fromErrorStream);
    }

    @Override
    public Runnable printingTo(PrintedLines lines) {
        return console.printingTo(lines::line);
    }

    @Override
    public RunDisplay display(String runId, List<Assignment> engines, ProgressMeter progress, RunPorts ports) {
        RunPage page = page(runId, ports);
        try {
            if (plan.output().displayMap()) {
                DisplayMap.lines(engines).forEach(console::error);
            }
            boolean always = plan.output().printing().progress() == OutputSettings.Progress.ALWAYS;
            ProgressLine line =
                    new ProgressLine(console, progress, plan.application().name(), always);
            TraceFile trace = trace(ports);
            return new ConsoleDisplay(this, runId, line, page, trace, new Conclusion(plan, console, page, trace, done));
        } catch (RuntimeException | Error failed) {
            page.close();
            throw failed;
        }
    }

    private RunPage page(String runId, RunPorts ports) {
        return RunPage.open(
                plan.output().pages(),
                new RunPage.Shown(
                        runId, plan.application().name(), plan.application().line()),
                new PageSetting(
                        "moide run",
                        console,
                        System.getenv(),
                        ports.around().ticker(),
                        ports.around().signals(),
                        new DaemonThreads("page", ports.around().faults())));
    }

    /** Begins to write the run's trace. Returns null if the user wants none. */
    private @Nullable TraceFile trace(RunPorts ports) {
        Path file = plan.output().written().trace();
        return file == null
                ? null
                : new TraceFile(
                        file, console, ports.around().ticker(), ports.around().threads());
    }
}
