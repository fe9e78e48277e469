package org.moide.command;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.moide.coordinator.plan.OutputSettings;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.plan.ProgramKind;
import picocli.CommandLine.Option;

/** Options for files that are written at the end of a run. */
final class FileOptions {
    @Use(group = HelpGroup.FILES, writes = Use.ANY_NAME)
    @Option(
            names = "--report",
            order = 40,
            paramLabel = "<file>",
            description =
                    "Write what happened as JSON: results, times of every thread, messages, loans. 'moide schema' prints what"
                            + " stands in it.")
    @Nullable
    Path report;

    @Use(group = HelpGroup.FILES, writes = ".json")
    @Option(
            names = "--trace",
            order = 51,
            paramLabel = "<file.json>",
            description =
                    "Write what each thread did when, for https://ui.perfetto.dev: slices of computing, communicating and waiting,"
                            + " messages as arrows, changes and losses as marks. 'moide trace' reads it too.")
    @Nullable
    Path trace;

    @Use(
            group = HelpGroup.FILES,
            programs = {ProgramKind.BAG, ProgramKind.THREADS, ProgramKind.WORKERS},
            calls = {"putTask", "getTask"},
            writes = ".json")
    @Option(
            names = "--record-workload",
            order = 43,
            paramLabel = "<file.json>",
            description =
                    "Write down which task put which and how long each took, for 'moide simulate' and 'moide advise'.")
    @Nullable
    Path workload;

    @Use(group = HelpGroup.FILES, here = Use.HARMLESS)
    @Option(
            names = "--recording",
            order = 45,
            negatable = true,
            description =
                    "Record what the coordinator hears and when, without what the application computes, for 'moide replay'"
                            + " and 'moide bundle' (default: it does).")
    @Nullable
    Boolean recording;

    @Use(group = HelpGroup.FILES, here = Use.HARMLESS)
    @Option(
            names = "--history",
            order = 50,
            negatable = true,
            description = "Keep what the report says for 'moide history', in ~/.moide/history (default: it does).")
    @Nullable
    Boolean history;

    OutputSettings.Written settings() {
        if (report != null && report.toString().matches(".*\\.html?")) {
            throw new PlanException("--report: expected a file for JSON, such as report.json, found " + report
                    + "; --html writes a page");
        }
        return new OutputSettings.Written(
                report, workload, trace, recording != null && !recording, history != null && !history);
    }
}
