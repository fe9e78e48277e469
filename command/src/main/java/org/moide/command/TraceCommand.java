package org.moide.command;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.moide.command.trace.TraceSummary;
import org.moide.commlib.system.FileTrouble;
import org.moide.commlib.system.UserText;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.run.ExitCode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code moide trace}: summarizes a trace file. */
@Command(
        name = "trace",
        sortOptions = false,
        header = "Says what stands in a file that 'moide run --trace' wrote, also if it has no end.",
        description = {
            "",
            "A line for each thread: how many slices it has, and how long those of each kind took together. Slices lie in one"
                    + " another: what was waited is a part of what was communicated, and all is a part of compute. The picture is"
                    + " drawn by https://ui.perfetto.dev, which opens the file in your browser and sends it nowhere."
        },
        footer = {
            "",
            "Examples:",
            "  moide run --trace trace.json --local-engines 2 cg --class S",
            "  moide trace trace.json"
        })
final class TraceCommand implements Callable<Integer> {
    private final TerminalConsole console;

    @Parameters(arity = "0..*", paramLabel = "<file>", description = "The trace.")
    List<Path> files = List.of();

    @Mixin
    CommonOptions common = new CommonOptions();

    TraceCommand(TerminalConsole console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        if (files.size() != 1) {
            throw new PlanException("expected one file, found " + files.size() + ": moide trace <file>");
        }
        Path file = files.get(0);
        try (Reader text = UserText.open(file)) {
            TraceSummary summary = TraceSummary.of(file.toString(), text);
            summary.lines().forEach(console::print);
            String broken = summary.broken();
            if (broken != null) {
                console.error("moide trace: " + file + " is not whole: " + broken
                        + "; shown is what could be read, and Perfetto opens that too");
            }
            return ExitCode.DONE;
        } catch (IOException unreadable) {
            throw new PlanException("cannot read " + file + ": " + FileTrouble.whenReading(unreadable), unreadable);
        }
    }
}
