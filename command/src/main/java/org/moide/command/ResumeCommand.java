package org.moide.command;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.moide.coordinator.folder.RunFolder;
import org.moide.coordinator.folder.RunState;
import org.moide.coordinator.plan.PlanException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code moide resume}: continues a run whose coordinator is gone. */
@Command(
        name = "resume",
        sortOptions = false,
        header = "Goes on with a run that was broken off.",
        description = {
            "",
            "For a bag of tasks whose coordinator was killed, lost its machine or was interrupted: what its journal has is not"
                    + " done again, and every task counts once. Hosts are asked and chosen anew, with the options that the run"
                    + " was started with. createTasks is called again, for what it does to the application's own object; what"
                    + " it puts and shares is taken from the journal. If it had not returned yet, the run begins anew.",
            "",
            "For an SPMD application that was started with --checkpoint-dir: it goes on from the last checkpoint that is complete"
                    + " there, or from the one before if that is damaged, with as many engines and threads as it had, if there"
                    + " are hosts for them. What it said after that checkpoint is said again.",
            "",
            "Where a journal or a checkpoint is damaged, it says what is lost and does that again; with --strict it ends"
                    + " instead."
        },
        footer = {
            "",
            "Examples:",
            "  moide runs            which were broken off",
            "  moide resume          the only one",
            "  moide resume 4k2      one of several",
            "",
            "Exit codes: as those of 'moide run'."
        })
final class ResumeCommand implements Callable<Integer> {
    private final MoideActions actions;
    private final TerminalConsole console;

    @Parameters(arity = "0..*", paramLabel = "<run>", description = "The run's ID, or the beginning of it.")
    List<String> runs = List.of();

    @Use(group = HelpGroup.LOSSES)
    @Typed
    @Option(
            names = "--strict",
            description =
                    "Go on only if nothing of what the run has on disk is damaged or gone; else say what is, and end.")
    boolean strict;

    @Mixin
    PrintingOptions printing = new PrintingOptions();

    @Mixin
    CommonOptions common = new CommonOptions();

    ResumeCommand(MoideActions actions, TerminalConsole console) {
        this.actions = actions;
        this.console = console;
    }

    @Override
    public Integer call() throws Exception {
        RunFolder run = actions.runs().find(NamedRun.of(runs), RunState.BROKEN_OFF);
        Path folder = run.description().workingFolder();
        if (!Path.of("").toAbsolutePath().equals(folder)) {
            throw new PlanException("run " + run.id() + " was started in " + folder
                    + ", and the paths that it was given begin there: cd " + folder + " && moide resume " + run.id());
        }
        return actions.resume(run, strict, printing::instead, console);
    }
}
