package org.moide.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.moide.coordinator.folder.RunFolder;
import org.moide.coordinator.run.ExitCode;
import org.moide.coordinator.run.replay.RunBundle;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code moide bundle}: packs a run's records into a file, for another person to analyse. */
@Command(
        name = "bundle",
        sortOptions = false,
        header = "Packs what happened in a run into one file, for a bug report.",
        description = {
            "",
            "In it are versions, what the coordinator heard and when, the same in words, and the report if --report wrote one."
                    + " Names of hosts, classes and engines are in it. What the application computed, printed or was told is"
                    + " not, nor what its exceptions say, nor any secret. 'moide replay' steps through it.",
            "",
            "The last run is packed if none is named."
        },
        footer = {
            "",
            "Examples:",
            "  moide bundle                  the last run, into moide-<run>.zip",
            "  moide bundle 4k2 -o hung.zip  one of 'moide runs'",
            "  moide replay hung.zip         what happened in it"
        })
final class BundleCommand implements Callable<Integer> {
    private final MoideActions actions;
    private final TerminalConsole console;

    @Parameters(arity = "0..*", paramLabel = "<run>", description = "The run's ID, or the beginning of it.")
    List<String> runs = List.of();

    @Typed
    @Use(group = HelpGroup.FILES)
    @Option(
            names = {"-o", "--output"},
            order = 1,
            paramLabel = "<file>",
            description = "Where to write it (default: moide-<run>.zip, here).")
    @Nullable
    Path output;

    @Mixin
    CommonOptions common = new CommonOptions();

    BundleCommand(MoideActions actions, TerminalConsole console) {
        this.actions = actions;
        this.console = console;
    }

    @Override
    public Integer call() throws IOException {
        RunFolder run = NamedRun.recorded(actions, NamedRun.of(runs));
        Path file = output == null ? Path.of("moide-" + run.id() + ".zip") : output;
        OutputFile.mustBeWritable("--output", file, ".zip");
        List<String> contents = RunBundle.write(run, file.toAbsolutePath());
        console.print(file.toString());
        contents.forEach(line -> console.print("  " + line));
        return ExitCode.DONE;
    }
}
