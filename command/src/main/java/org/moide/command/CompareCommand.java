package org.moide.command;

import com.google.gson.JsonParseException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.moide.command.compare.Comparison;
import org.moide.command.compare.ComparisonText;
import org.moide.command.report.ReportReader;
import org.moide.command.report.ReportSchema;
import org.moide.command.report.measured.Breakdown;
import org.moide.command.report.measured.BreakdownPlot;
import org.moide.commlib.system.VisibleText;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.plan.TextFile;
import org.moide.coordinator.report.RunReport;
import org.moide.coordinator.run.ExitCode;
import org.moide.coordinator.text.JsonFields;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code moide compare}: compares two runs, or draws a chart of several. */
@Command(
        name = "compare",
        sortOptions = false,
        header = "Shows how runs differ: options, hosts, time, parts of time, efficiency, messages.",
        description = {
            "",
            "Each is a file that 'moide run --report' wrote, or a run of 'moide history'. Parts of time are sums over all"
                    + " threads. It says so if the two ran something else. With --breakdown there may be any number of runs."
        },
        footer = {
            "",
            "Examples:",
            "  moide compare before.json after.json",
            "  moide compare 4k2 last               two runs of 'moide history'",
            "  moide compare --json a.json b.json   for programs",
            "  moide compare --breakdown parts.svg one.json two.json four.json",
            "  moide compare --breakdown threads.svg --per thread last"
        })
final class CompareCommand implements Callable<Integer> {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT).withZone(ZoneId.systemDefault());

    /** The greatest length of a report file in bytes; the report of 16,000 threads has some 8 MiB. */
    private static final int MOST_BYTES = 64 << 20;

    private final MoideActions actions;
    private final TerminalConsole console;

    @Parameters(arity = "0..*", paramLabel = "<run>", description = "A file, or the ID of a run or its beginning.")
    List<String> runs = List.of();

    @Typed
    @Use(group = HelpGroup.FILES)
    @With(not = "--breakdown")
    @Option(names = "--json", order = 1, description = "Print it as one JSON object, for programs.")
    boolean json;

    @Typed
    @Use(
            group = HelpGroup.FILES,
            writes = {".svg", ".png"})
    @Option(
            names = "--breakdown",
            order = 2,
            paramLabel = "<file>",
            description =
                    "Draw where the time of each run's threads went, a bar of parts for each run, as .svg or .png;"
                            + " those of the same arguments stand beside each other. Prints the same as a table.")
    @Nullable
    Path breakdown;

    @Typed
    @Use(group = HelpGroup.FILES)
    @With("--breakdown")
    @Option(
            names = "--per",
            order = 3,
            paramLabel = "run|thread",
            description = "What a bar of --breakdown stands for (default: run, the mean of its threads).")
    @Nullable
    String per;

    @Mixin
    CommonOptions common = new CommonOptions();

    CompareCommand(MoideActions actions, TerminalConsole console) {
        this.actions = actions;
        this.console = console;
    }

    @Override
    public Integer call() {
        if (breakdown != null) {
            draw(breakdown);
            return ExitCode.DONE;
        }
        if (runs.size() != 2) {
            throw new PlanException(
                    "expected two runs, found " + runs.size()
                            + ": moide compare <first> <second>, each a file of 'moide run --report' or a run of 'moide history'");
        }
        RunReport first = report(runs.get(0));
        RunReport second = report(runs.get(1));
        Comparison comparison = Comparison.of(first, second);
        if (json) {
            console.print(ComparisonText.json(comparison, runs.get(0), runs.get(1)));
        } else {
            ComparisonText.lines(comparison, about(runs.get(0), first), about(runs.get(1), second))
                    .forEach(console::print);
        }
        return ExitCode.DONE;
    }

    private void draw(Path file) {
        if (runs.isEmpty() || runs.size() > Breakdown.MOST_RUNS) {
            throw new PlanException("--breakdown: expected 1 to " + Breakdown.MOST_RUNS + " runs, found " + runs.size()
                    + ": moide compare --breakdown <file> <run> ..., each a file of 'moide run --report' or a run of"
                    + " 'moide history'");
        }
        List<RunReport> reports = runs.stream().map(this::report).toList();
        Breakdown parts = switch (per == null ? "run" : per) {
            case "run" -> Breakdown.perRun(reports);
            case "thread" -> Breakdown.perThread(reports);
            default -> throw new PlanException("--per: expected run or thread, found " + per);
        };
        if (parts.bars() > Breakdown.MOST_BARS) {
            throw new PlanException("--per thread: expected at most " + Breakdown.MOST_BARS + " threads in all, found "
                    + parts.bars() + "; leave runs out, or draw a bar for each run");
        }
        BreakdownPlot.write(parts, file);
        console.print(parts.title());
        parts.lines().forEach(console::print);
        console.error("moide compare: the picture is in " + file);
    }

    private RunReport report(String name) {
        Path file = file(name);
        if (file == null) {
            return actions.history().find(name).report();
        }
        try {
            JsonFields json =
                    JsonFields.parse(TextFile.read(file, "expected a report of 'moide run --report': ", MOST_BYTES));
            RunReport report = ReportReader.of(json);
            List<String> unknown = ReportSchema.unknown(json.asElement());
            if (!unknown.isEmpty()) {
                console.error("moide compare: " + file + ": passed over " + VisibleText.line(String.join(", ", unknown))
                        + ", which no report of this version has");
            }
            return report;
        } catch (JsonParseException malformed) {
            throw new PlanException(
                    "expected a report of 'moide run --report' in " + file + ", found something else: "
                            + malformed.getMessage(),
                    malformed);
        }
    }

    /** Returns the file that the user named; null if the argument is a run's ID. */
    private static @Nullable Path file(String name) {
        try {
            Path file = Path.of(name);
            return Files.exists(file) || name.contains("/") || name.contains(".") ? file : null;
        } catch (InvalidPathException none) {
            return null;
        }
    }

    private static String about(String name, RunReport report) {
        String words = (report.application() + " " + String.join(" ", report.arguments())).strip();
        return name + ", run " + report.origin().runId() + " of "
                + TIME.format(report.origin().startedAt()) + ": " + words;
    }
}
