package org.moide.command;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.moide.command.runs.Detachment;
import org.moide.command.runs.KnownRuns;
import org.moide.coordinator.control.HostRuns;
import org.moide.coordinator.folder.RunFolder;
import org.moide.coordinator.folder.RunFolders;
import org.moide.coordinator.folder.RunState;
import org.moide.coordinator.plan.PlanException;
import org.moide.coordinator.plan.RunPlan;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

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
            "A detached run is detached again, in the folder in which it worked, from wherever this command is given; the command"
                    + " follows it to its end, as 'moide attach' does. Another run must be resumed where it was started.",
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
            "  moide resume 4k2 --detach --hosts node1    a detached one that node1 coordinated",
            "",
            "Exit codes: as those of 'moide run'."
        })
final class ResumeCommand implements Callable<Integer> {
    private final MoideActions actions;
    private final TerminalConsole console;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    CommandSpec spec;

    @Parameters(arity = "0..*", paramLabel = "<run>", description = "The run's ID, or the beginning of it.")
    List<String> runs = List.of();

    @Use(group = HelpGroup.LOSSES)
    @Typed
    @Option(
            names = "--strict",
            description =
                    "Go on only if nothing of what the run has on disk is damaged or gone; else say what is, and end.")
    boolean strict;

    @Use(group = HelpGroup.PLACE)
    @Typed
    @Option(
            names = "--no-own-engine",
            description =
                    "Let this JVM only coordinate: the engine that would be in it is in one of its own, if any is.")
    boolean noOwnEngine;

    @Use(group = HelpGroup.AWAY)
    @Typed
    @Option(
            names = "--detach",
            description =
                    "Return when a detached run computes again (default: follow it to its end, as 'moide attach' does).")
    boolean detach;

    @Mixin
    RunHosts hosts = new RunHosts();

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
        String name = NamedRun.of(runs);
        String id =
                name == null ? actions.runs().find(null, RunState.BROKEN_OFF).id() : name;
        try (KnownRuns known = hosts.known(spec, actions, console)) {
            KnownRuns.Found found = known.find(id);
            if (found.sight().detached()) {
                return resumeDetached(found);
            }
            if (!found.at().name().isEmpty()) {
                throw new PlanException("run " + found.id() + " belongs to another host"
                        + (found.sight().host().isEmpty()
                                ? ""
                                : ", " + found.sight().host())
                        + ", where it was started in a terminal: give this command there");
            }
            return resumeHere(actions.runs().find(found.id(), RunState.BROKEN_OFF));
        }
    }

    private int resumeDetached(KnownRuns.Found run) throws Exception {
        if (printing.isGiven()) {
            throw new PlanException("--progress, --tag-output and --output-filename: expected without, since run "
                    + run.id() + " is detached and prints as it was told to; found one of them");
        }
        if (detach) {
            return new Detachment(run.at(), console).resume(run.id(), strict);
        }
        HostRuns.Printed before = run.host().resume(run.id(), strict);
        return RunFollower.attached(run, before, "resume", true, actions, console);
    }

    private int resumeHere(RunFolder run) throws Exception {
        if (detach) {
            throw new PlanException("--detach: expected a detached run, found that run " + run.id()
                    + " was started in a terminal: its files are in its folder; resume it there without --detach");
        }
        RunFolders.requireBrokenOff(run);
        Path folder = run.description().workingFolder();
        if (!Files.isDirectory(folder)) {
            throw new PlanException("run " + run.id() + " was started in " + folder
                    + ", which is gone with what the run needs from it; start it again with 'moide run'");
        }
        if (!Path.of("").toAbsolutePath().equals(folder)) {
            throw new PlanException("run " + run.id() + " was started in " + folder
                    + ", and the paths that it was given begin there: cd " + folder + " && moide resume " + run.id());
        }
        return actions.resume(run, strict, this::changed, console);
    }

    /**
     * Returns the plan of a resumed run: the plan with which it was started, changed by the options of this command.
     */
    private RunPlan changed(RunPlan was) {
        RunPlan plan = was.with(printing.instead(was.output()));
        return noOwnEngine ? plan.withoutOwnEngine() : plan;
    }
}
