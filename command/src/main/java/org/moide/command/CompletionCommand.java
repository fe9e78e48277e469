package org.moide.command;

import java.util.concurrent.Callable;
import org.moide.coordinator.run.ExitCode;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code moide completion}: prints a script by which the shell completes commands and options. */
@Command(
        name = "completion",
        sortOptions = false,
        header = "Prints a script that makes bash or zsh complete moide's commands and options.",
        footer = {
            "",
            "Examples:",
            "  source <(moide completion)                                   this shell, bash or zsh",
            "  moide completion > ~/.local/share/bash-completion/completions/moide    every bash from now on"
        })
final class CompletionCommand implements Callable<Integer> {
    private final TerminalConsole console;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    CommandSpec spec;

    @Mixin
    CommonOptions common = new CommonOptions();

    CompletionCommand(TerminalConsole console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        console.print(AutoComplete.bash("moide", spec.root().commandLine()));
        return ExitCode.DONE;
    }
}
