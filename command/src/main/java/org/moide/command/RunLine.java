package org.moide.command;

import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.moide.coordinator.plan.RunPlan;
import org.moide.coordinator.plan.SampleIndex;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/**
 * A parser of the command lines of runs that follow one another. It exists because creating a {@link MoideCommand}
 * takes longer than a short run, and so does parsing the same words again. For each run, options begin with their
 * defaults and settings files are read again. Used by one thread at a time.
 */
final class RunLine {
    private final MoideActions actions;
    private final TerminalConsole console;
    private final MoideCommand command;
    private final KnownPlans plans;
    private List<String> words = List.of();
    private final Map<String, String> variables;
    private final List<Path> settingsFiles;

    RunLine(
            MoideActions actions,
            TerminalConsole console,
            Supplier<SampleIndex> samples,
            Map<String, String> variables,
            List<Path> settingsFiles,
            InstantSource clock) {
        this.actions = actions;
        this.console = console;
        this.plans = new KnownPlans(settingsFiles, clock);
        this.command = new MoideCommand(actions, console, samples, new SettingsProvider(variables, List.of()));
        this.variables = variables;
        this.settingsFiles = settingsFiles;
    }

    /**
     * Executes a command line with the present settings.
     *
     * @return the exit code
     */
    int execute(List<String> said) {
        RunPlan plan = plans.of(said);
        words = plan == null ? said : List.of(); // a known plan is not kept again
        if (plan == null) {
            return command.executed(said.toArray(String[]::new), () -> new SettingsProvider(variables, settingsFiles));
        }
        return MoideCommand.guarded(console, () -> run(plan));
    }

    private int run(RunPlan plan) {
        try {
            return actions.run(plan, console);
        } catch (Exception thrown) {
            return new CommandErrors(console)
                    .thrown(thrown, "moide run", plan.output().verbose());
        }
    }

    /** Caches a plan as that of the command line that is being executed. */
    void understood(RunPlan plan) {
        if (!words.isEmpty() && !new OptionUses(specOf(words)).nameFiles()) {
            plans.keep(words, plan);
        }
    }

    private CommandSpec specOf(List<String> said) {
        CommandLine line = command.lineOf(said.toArray(String[]::new));
        return Objects.requireNonNull(line.getSubcommands().get(said.get(0)), "it has been executed")
                .getCommandSpec();
    }
}
