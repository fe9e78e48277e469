package org.moide.command;

import java.util.concurrent.Callable;
import org.moide.coordinator.run.ExitCode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code moide version}: prints the same text as {@code moide --version}. */
@Command(
        name = "version",
        sortOptions = false,
        header = "Shows the versions of MOIDE and of Java.",
        footer = {"", "Examples:", "  moide version"})
final class VersionCommand implements Callable<Integer> {
    private final TerminalConsole console;

    @Mixin
    CommonOptions common = new CommonOptions();

    VersionCommand(TerminalConsole console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        for (String text : new MoideCommand.Version().getVersion()) {
            console.print(text);
        }
        return ExitCode.DONE;
    }
}
