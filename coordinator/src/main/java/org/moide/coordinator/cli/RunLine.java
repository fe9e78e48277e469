package org.moide.coordinator.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.moide.coordinator.plan.SampleIndex;

/**
 * The command line of one run after the other: to make {@link MoideCommand} takes longer than a short run. One thread at a time; each time
 * options have their defaults again, and settings are read anew.
 */
final class RunLine {
    private final MoideCommand command;
    private final Map<String, String> variables;
    private final List<Path> settingsFiles;

    RunLine(
            MoideActions actions,
            TerminalConsole console,
            Supplier<SampleIndex> samples,
            Map<String, String> variables,
            List<Path> settingsFiles) {
        this.command = new MoideCommand(actions, console, samples, new SettingsProvider(variables, List.of()));
        this.variables = variables;
        this.settingsFiles = settingsFiles;
    }

    /** Does what the words say, with the settings as they are now, and returns the exit code. */
    int execute(List<String> words) {
        return command.executed(words.toArray(String[]::new), () -> new SettingsProvider(variables, settingsFiles));
    }
}
