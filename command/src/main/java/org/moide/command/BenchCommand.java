package org.moide.command;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code moide bench}: the parent of benchmark commands. */
@Command(
        name = "bench",
        sortOptions = false,
        synopsisSubcommandLabel = "<what>",
        header = "Measures this machine, or the hosts you name.",
        commandListHeading = "%nWhat:%n",
        footer = {"", "Example:", "  moide bench comm --quick"})
final class BenchCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    CommandSpec spec;

    @Mixin
    CommonOptions.OfHelp help = new CommonOptions.OfHelp();

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(), "expected what to measure, such as 'moide bench comm', found nothing");
    }
}
