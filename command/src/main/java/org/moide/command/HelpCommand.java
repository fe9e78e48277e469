package org.moide.command;

import java.util.List;
import java.util.concurrent.Callable;
import org.moide.coordinator.run.ExitCode;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** {@code moide help}: shows the same text as {@code --help} after a command. */
@Command(
        name = "help",
        sortOptions = false,
        header = "Shows what there is, or what a command takes.",
        footer = {"", "Examples:", "  moide help", "  moide help run", "  moide help bench comm"})
final class HelpCommand implements Callable<Integer> {
    private final TerminalConsole console;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    CommandSpec spec;

    @Parameters(arity = "0..*", paramLabel = "<command>", description = "The command; all of them if none is named.")
    List<String> words = List.of();

    @Mixin
    CommonOptions common = new CommonOptions();

    HelpCommand(TerminalConsole console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        CommandLine asked = spec.parent().commandLine();
        for (String word : words) {
            CommandLine next = asked.getSubcommands().get(word);
            if (next == null) {
                throw new UnmatchedArgumentException(asked, List.of(word));
            }
            asked = next;
        }
        console.print(asked.getUsageMessage().stripTrailing());
        return ExitCode.DONE;
    }
}
